import Foundation

/// Whether the tests have minutes rather than seconds; see `.ci/long`.
public let isLongRun = ProcessInfo.processInfo.environment["REXREPLAY_LONG"] != nil
