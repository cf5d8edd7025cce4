import Foundation
import RexExamples
import RexLog
import RexRecorder
import TestSupport

extension Log {
  /// What each action is, first to last.
  var payloads: [LogAction.Payload] { get throws { try actions.map(\.payload) } }

  /// What each action changed, first to last.
  var patches: [LogAction.Change?] { get throws { try actions.map { $0.result?.change } } }

  private var actions: [LogAction] {
    get throws {
      try entries().compactMap { entry in
        if case .action(let action) = entry { action } else { nil }
      }
    }
  }
}

extension RecorderConfiguration {
  /// Records with the session's own clock, so that a log is the same on every run.
  static func repeatable(
    _ plan: SessionPlan, detail: RecorderDetail = .changes, redaction: RedactionRules = .none
  ) -> RecorderConfiguration {
    let clock = RecorderClock(
      date: { Date(timeIntervalSinceReferenceDate: 794_134_800) },
      monotonicMs: { Double(plan.time.nowMs) })
    var configuration = RecorderConfiguration(
      clock: clock, sessionID: "7E000000-0000-4000-8000-000000000007", detail: detail,
      redaction: redaction)
    // Some examples leave actions out on purpose.
    configuration.onUnreplayable = { _ in }
    return configuration
  }
}
