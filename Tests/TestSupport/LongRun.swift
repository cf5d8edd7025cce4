import Foundation

/// Whether the tests may take minutes instead of seconds; see `.ci/long`.
public let isLongRun = ProcessInfo.processInfo.environment["REXREPLAY_LONG"] != nil
