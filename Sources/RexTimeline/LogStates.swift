import RexLocking
package import RexLog

/// The states of a log: as recorded, or filled in by the app's reducer where they are not.
///
///     log          keyframe 0   1 patch   2 …    3 …    keyframe 3
///     backfilled   keyframe 0   1 patch   2 ✓    3 ✓    keyframe 3
///
/// Everything that follows states reads the log from here. A reader that comes to an action without
/// a patch asks for the backfilled log, and goes on there. The log is backfilled at most once, for
/// all readers, and stays backfilled when it grows.
package final class LogStates: Sendable {
  /// Returns a log with its missing patches added; nil if they cannot be.
  ///
  /// Throws if it is stopped; it is called again when a reader needs it.
  package typealias Backfill = @Sendable (Log) throws(CancellationError) -> Log?

  /// The log that a reader of the states reads, until it asks for the backfilled one.
  package struct Source: Sendable {
    package fileprivate(set) var log: Log
    package fileprivate(set) var isBackfilled = false
    /// The number of logs before this one; positions and states are valid in one of them only.
    fileprivate(set) var edition = 0
    /// How often the log has grown.
    fileprivate var growthCount = 0
  }

  fileprivate struct Sources {
    var current: Source
    /// The log without backfilled patches.
    var recorded: Log
    let backfill: Backfill?
    /// Whether `backfill` failed.
    var hasFailed = false
    /// Where the backfilled log goes on when the log grows.
    var tail: BackfilledTail?
  }

  private let sources: Locked<Sources>
  /// Held while the log is backfilled, which is done once.
  private let backfilling = Locked(())

  /// The states of a log; without `backfill`, only the recorded ones.
  package init(_ log: Log, backfill: Backfill? = nil) {
    sources = Locked(Sources(current: Source(log: log), recorded: log, backfill: backfill))
  }

  /// The log that new readers read.
  package var source: Source { sources.withLock { $0.current } }

  /// The log, with its missing patches if a reader needed them.
  package var log: Log { source.log }

  /// Returns the backfilled log, for a reader that came to an action without a patch; nil if it
  /// already reads that log, or if there is none.
  package func backfilled(from source: Source) -> Source? {
    guard !source.isBackfilled else { return nil }
    // Reducing a whole log takes long; meanwhile, others read what is recorded.
    return backfilling.withLock { _ in
      var backfilled = self.sources.withLock { $0 }
      if backfilled.current.isBackfilled { return backfilled.current }
      let growthCount = backfilled.current.growthCount
      backfilled.backfillAll()
      return self.sources.withLock { [backfilled] sources in
        let (recorded, newCount) = (sources.recorded, sources.current.growthCount)
        sources = backfilled
        if newCount != growthCount {
          sources.grow(to: recorded)
          sources.current.growthCount = newCount + 1
        }
        return sources.current.isBackfilled ? sources.current : nil
      }
    }
  }

  /// Returns the source for a reader to go on with if its own is no longer the newest.
  package func newer(than source: Source) -> Source? {
    sources.withLock { sources in
      let (current, growthCount) = (sources.current.edition, sources.current.growthCount)
      let isNewest = current == source.edition && growthCount == source.growthCount
      return isNewest ? nil : sources.current
    }
  }
}

extension LogStates {
  /// Goes on with the same log after it has grown; false if it is another log.
  ///
  /// Positions in the log stay valid, so its readers keep their states. In a backfilled log, only
  /// the new actions are reduced, from the state at its old end.
  package func grow(to log: Log) -> Bool {
    sources.withLock { sources in
      guard log.continues(sources.recorded) else { return false }
      sources.grow(to: log)
      return true
    }
  }

  /// Goes on with lines after those of the log.
  func append(linesOf log: Log) {
    sources.withLock { sources in
      sources.current.log = log
      sources.current.growthCount += 1
    }
  }
}

extension LogStates.Sources {
  /// Backfills the whole log.
  fileprivate mutating func backfillAll() {
    var log: Log?
    if !hasFailed, let backfill {
      do {
        log = try backfill(recorded)
        hasFailed = log == nil
      } catch {}
    }
    // Without a backfilled log before or now, its readers go on as they are.
    guard log != nil || current.isBackfilled else { return }
    current.isBackfilled = log != nil
    current.log = log ?? recorded
    current.edition += 1
  }

  fileprivate mutating func grow(to log: Log) {
    defer { current.growthCount += 1 }
    let old = recorded
    recorded = log
    guard current.isBackfilled else {
      current.log = log
      return
    }
    do {
      // A migrated state does not fit the lines that are recorded after it.
      guard let backfill, current.log.session.app == log.session.app else { return backfillAll() }
      var tail = try self.tail ?? BackfilledTail(current.log)
      self.tail = nil
      current.log = try tail.append(log, after: old, by: backfill)
      self.tail = tail
    } catch {
      backfillAll()
    }
  }
}
