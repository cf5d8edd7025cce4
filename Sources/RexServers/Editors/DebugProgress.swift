import Foundation
import RexDebug
import RexJSON
import RexLocking

/// Tells an editor how far a request is, once it takes long.
final class DebugProgress: Sendable {
  private let output: DebugOutput
  private let title: String
  private let isShown: Bool
  private let isStopped: @Sendable () -> Bool
  private let state = Locked(State())

  private struct State {
    var start = ProcessInfo.processInfo.systemUptime
    /// When the editor was told last; nil before the first time.
    var told: TimeInterval?
  }

  /// How long a request runs before it is told, and between that and the next time.
  private static let seconds = 0.5

  init(
    _ output: DebugOutput, _ title: String, isShown: Bool,
    _ isStopped: @escaping @Sendable () -> Bool
  ) {
    (self.output, self.title, self.isShown, self.isStopped) = (output, title, isShown, isStopped)
  }

  var control: DebugControl {
    DebugControl(isStopped: isStopped, report: { [self] in report($0) })
  }

  private func report(_ seq: Int) {
    guard isShown else { return }
    let now = ProcessInfo.processInfo.systemUptime
    let isFirst: Bool? = state.withLock { state in
      guard now - (state.told ?? state.start) >= Self.seconds else { return nil }
      defer { state.told = now }
      return state.told == nil
    }
    guard let isFirst else { return }
    if isFirst {
      output.event(
        "progressStart", ["progressId": "1", "title": .string(title), "cancellable": true])
    }
    output.event("progressUpdate", ["progressId": "1", "message": .string("action \(seq)")])
  }

  func end() {
    guard state.withLock({ $0.told != nil }) else { return }
    output.event("progressEnd", ["progressId": "1"])
  }
}
