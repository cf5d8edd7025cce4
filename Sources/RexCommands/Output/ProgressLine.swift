import RexLocking

/// A line on standard error that tells how far a long command is, and is deleted at its end.
///
///     412,000 of 1,000,000 actions, 45,000 a second, 13 s left
final class ProgressLine: Sendable {
  private struct Progress {
    var count = 0
    /// When it was counted first.
    var start: ContinuousClock.Instant?
    /// When the line was written last; nil if it was not.
    var shownAt: ContinuousClock.Instant?
  }

  private let total: Int
  private let noun: String
  private let write: @Sendable (String) -> Void
  private let now: @Sendable () -> ContinuousClock.Instant
  private let progress = Locked(Progress())

  /// What takes less time is not told.
  private static let delay = Duration.seconds(1)
  private static let interval = Duration.milliseconds(200)

  /// The progress of a command that goes through some actions, or through something else.
  init(
    total: Int, of noun: String = "actions", write: @escaping @Sendable (String) -> Void,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    (self.total, self.noun, self.write, self.now) = (total, noun, write, now)
  }

  /// Counts reduced actions; called on any thread.
  func add(_ count: Int) {
    let now = now()
    progress.withLock { progress in
      let start = progress.start ?? now
      progress.start = start
      progress.count = min(progress.count + count, total)
      guard now - start >= Self.delay, progress.shownAt.map({ now - $0 >= Self.interval }) ?? true
      else { return }
      progress.shownAt = now
      write("\r" + text(of: progress.count, after: now - start) + "\u{1B}[K")
    }
  }

  /// Deletes the line, so that other text can be written.
  func end() {
    progress.withLock { progress in
      if progress.shownAt != nil { write("\r\u{1B}[K") }
      progress.shownAt = nil
    }
  }

  private func text(of count: Int, after duration: Duration) -> String {
    let rate = Double(count) / (duration / .seconds(1))
    let seconds = min((Double(total - count) / rate).rounded(.up), 1e9)
    let left = rate > 0 ? ", \(Int(seconds)) s left" : ""
    return "\(count.formatted) of \(total.formatted) \(noun), "
      + "\(Int(rate).formatted) a second\(left)"
  }
}

extension CommandEnvironment {
  /// The same, where results and errors are written in place of a progress line.
  func replacing(_ progress: ProgressLine) -> CommandEnvironment {
    var environment = self
    environment.write = { [write] text in
      progress.end()
      write(text)
    }
    environment.writeError = { [writeError] text in
      progress.end()
      writeError(text)
    }
    return environment
  }
}

extension Int {
  /// The number with commas between its thousands, in any locale.
  fileprivate var formatted: String {
    var digits = String(self)
    var end = digits.count - 3
    while end > 0 {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: end))
      end -= 3
    }
    return digits
  }
}
