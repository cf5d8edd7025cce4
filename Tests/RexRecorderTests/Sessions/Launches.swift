import Foundation
import RexDiff
import RexLog

@testable import RexRecorder

/// Launches of an app that records its sessions in a temporary folder, all in one process.
final class Launches: Sendable {
  let folder: URL
  private let limits: SessionLimits

  init(_ limits: SessionLimits = .init()) throws {
    self.limits = limits
    folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  func date(daysLater days: Double = 0) -> Date {
    Date(timeIntervalSince1970: 1_772_367_330 + 86_400 * days)
  }

  func start(
    daysLater days: Double = 0, on system: any FileSystem = SystemFiles(),
    clock: ManualClock = ManualClock()
  ) throws -> Recorder<Counter.Action, Counter> {
    let date = date(daysLater: days)
    let monotonicMs = clock.recorderClock.monotonicMs
    return try Recorder(
      sessionsIn: SessionsFolder(folder, on: system), app: "Counter", keeping: limits,
      encoding: .encodable(),
      configuration: RecorderConfiguration(
        appBuild: "8.1-2", clock: RecorderClock(date: { date }, monotonicMs: monotonicMs),
        onFailure: nil))
  }

  /// A launch that ends without closing its recorder.
  func launch(
    daysLater days: Double = 0, clock: ManualClock = ManualClock(),
    _ body: (Recorder<Counter.Action, Counter>, inout Counter) throws -> Void
  ) throws {
    var state = Counter()
    try body(start(daysLater: days, clock: clock), &state)
  }

  /// A launch that records a reset and ends during the reducer of an action.
  ///
  /// Its folder is copied while the reducer runs, and the copy then replaces the folder.
  func crash(in action: Counter.Action) throws {
    let copy = folder.deletingLastPathComponent().appending(path: UUID().uuidString)
    try launch { recorder, state in
      recorder.record(.reset, into: &state, reduce: Counter.reduce)
      let name = try names().last ?? ""
      try recorder.record(action, into: &state) { _, _ in
        try FileManager.default.copyItem(at: folder.appending(path: name), to: copy)
      }
    }
    let place = folder.appending(path: try names().last ?? "")
    try FileManager.default.removeItem(at: place)
    try FileManager.default.moveItem(at: copy, to: place)
  }

  /// The names of the folder's entries.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }
}
