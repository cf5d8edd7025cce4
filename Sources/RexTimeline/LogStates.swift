import RexLocking
package import RexLog

/// The states of a log: as recorded, or filled in by the app's reducer where they are not.
///
///     log          keyframe 0   1 patch   2 …    3 …    keyframe 3
///     backfilled   keyframe 0   1 patch   2 ✓    3 ✓    keyframe 3
///
/// Everything that follows states reads the log from here. A reader that comes to an action without
/// a patch asks for the backfilled log, and goes on there. The log is backfilled at most once, for
/// all readers.
package final class LogStates: Sendable {
  /// Returns a log with its missing patches added; nil if they cannot be.
  package typealias Backfill = @Sendable (Log) -> Log?

  /// The log that a reader of the states reads, until it asks for the backfilled one.
  package struct Source: Sendable {
    package var log: Log
    package fileprivate(set) var isBackfilled = false
  }

  private struct Sources {
    var current: Source
    /// Adds missing patches; nil once it was tried.
    var backfill: Backfill?
  }

  private let sources: Locked<Sources>

  /// The states of a log; without `backfill`, only the recorded ones.
  package init(_ log: Log, backfill: Backfill? = nil) {
    sources = Locked(Sources(current: Source(log: log), backfill: backfill))
  }

  /// The log that new readers read.
  package var source: Source { sources.withLock { $0.current } }

  /// Whether a reader needed the backfilled log, and there is one.
  var isBackfilled: Bool { sources.withLock { $0.current.isBackfilled } }

  /// The log, with its missing patches if a reader needed them.
  package var log: Log { source.log }

  /// Returns the backfilled log, for a reader that came to an action without a patch; nil if it
  /// already reads that log, or if there is none.
  package func backfilled(from source: Source) -> Source? {
    guard !source.isBackfilled else { return nil }
    return sources.withLock { sources in
      if let backfill = sources.backfill {
        sources.backfill = nil
        if let log = backfill(sources.current.log) {
          sources.current = Source(log: log, isBackfilled: true)
        }
      }
      return sources.current.isBackfilled ? sources.current : nil
    }
  }
}
