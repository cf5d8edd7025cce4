import Dispatch

/// A recorder without its generic parameters.
protocol EndingFlusher: AnyObject, Sendable {
  /// Writes a deferred ending; can be called on any thread.
  func flushDeferredEnding()
}

extension DispatchQueue {
  /// Runs a body after a delay in milliseconds.
  static let delayed: FlushSchedule = { delayMs, body in
    global(qos: .utility).asyncAfter(deadline: .now() + .milliseconds(delayMs), execute: body)
  }
}
