import Foundation

/// How much the tests try: a law of random cases tries more seeds, a hostile input is larger.
///
///     swift test                          what an engineer runs after each change
///     REXREPLAY_TESTS=gate swift test     what `.ci/run` runs
///     REXREPLAY_TESTS=long swift test     what `.ci/long` runs, in an optimized build
public enum TestEffort: String, Sendable {
  case quick, gate, long

  /// The effort of this run.
  public static let current: TestEffort = {
    guard let name = ProcessInfo.processInfo.environment["REXREPLAY_TESTS"] else { return .quick }
    guard let effort = TestEffort(rawValue: name) else {
      preconditionFailure("REXREPLAY_TESTS is quick, gate or long")
    }
    return effort
  }()
}

/// Whether the tests of `.ci/run` run, some of which take seconds.
public let isGateRun = TestEffort.current != .quick

/// Whether the tests may take minutes instead of seconds.
public let isLongRun = TestEffort.current == .long

/// Returns how much a test tries; without a number for long runs, as much as in the gate.
public func tries<Count: FixedWidthInteger>(
  _ quick: Count, gate: Count, long: Count? = nil
) -> Count {
  switch TestEffort.current {
  case .quick: quick
  case .gate: gate
  case .long: long ?? gate
  }
}
