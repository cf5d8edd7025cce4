import RexDebug
import RexJSON
import RexLocking
import RexQuestions

/// Tells an editor how far a request is, once it takes long.
final class DebugProgress: Sendable {
  private let output: DebugOutput
  private let request: JSON
  private let isShown: Bool
  private let seconds: @Sendable () -> Double
  private let isStopped: @Sendable () -> Bool
  private let start: Double
  /// When the editor was told last; nil before the first time.
  private let told = Locked(Double?.none)

  /// How long a request runs before it is told, and between that and the next time.
  private static let secondsMin = 0.5

  init(
    _ output: DebugOutput, of request: JSON, isShown: Bool,
    seconds: @escaping @Sendable () -> Double, _ isStopped: @escaping @Sendable () -> Bool
  ) {
    (self.output, self.request, self.isShown) = (output, request, isShown)
    (self.seconds, self.isStopped, start) = (seconds, isStopped, seconds())
  }

  /// The request's number, so that canceling its progress cancels it, and never a later one.
  private var id: JSON { .string(request["seq"]?.description ?? "") }

  var control: QuestionControl {
    QuestionControl(isStopped: isStopped, report: { [self] in report($0) })
  }

  private func report(_ seq: Int) {
    guard isShown else { return }
    let now = seconds()
    let isFirst: Bool? = told.withLock { told in
      guard now - (told ?? start) >= Self.secondsMin else { return nil }
      defer { told = now }
      return told == nil
    }
    guard let isFirst else { return }
    if isFirst {
      output.event(
        "progressStart",
        ["progressId": id, "title": request["command"] ?? "", "cancellable": true])
    }
    output.event("progressUpdate", ["progressId": id, "message": .string("action \(seq)")])
  }

  func end() {
    guard told.withLock({ $0 != nil }) else { return }
    output.event("progressEnd", ["progressId": id])
  }
}
