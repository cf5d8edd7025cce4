import Foundation
import RexActions
import RexLocking
import RexLog
import RexRecorder
import TestSupport
import Testing

/// After a failure, the log ends in a whole line at once, so a torn action is a death.
@Suite struct CutBackTests {
  enum Way: CaseIterable { case inline, background, actionsOnly, segments }
  enum Failure: CaseIterable { case disk, state, input }

  @Test(arguments: Way.allCases, Failure.allCases)
  func aFailureInALineAccusesNoAction(_ way: Way, _ failure: Failure) throws {
    // SegmentCrashTests fills the disk of segments.
    guard way != .segments || failure == .state else { return }
    var recording = try Recording(way)
    recording.record(1)
    recording.record(2, failingBy: failure)
    // From here on, nothing is recorded, and the app may be killed.
    let log = try recording.log()
    // Without patches, the line is whole, and the keyframe that must follow it fails.
    let lost = way == .actionsOnly && failure == .state ? 3 : 2
    #expect(log.ending == .missing && log.lastSeq == lost)
    let gap = try log.gap(with: lost)
    #expect(gap?.from == lost)
    #expect(gap?.reason == (failure == .state ? "the state could not be encoded" : "disk full"))
  }

  /// Without room for a gap, the log ends in the last whole line.
  @Test func aDiskWithoutAnyRoomLeavesTheLastWholeLine() throws {
    var recording = try Recording(.inline)
    recording.record(1)
    recording.disk.hasRoomForGap.withLock { $0 = false }
    recording.record(2, failingBy: .disk)
    let log = try recording.log()
    #expect(log.ending == .missing && log.lastSeq == 1)
  }

  @Test func aTornActionOfANewLogIsADeath() throws {
    var recording = try Recording(.inline)
    let disk = recording.disk
    recording.recorder.record(1, into: &recording.state) { _, _ in
      let unfinished = try? Log(name: "log", bytes: disk.log.bytes).unfinished
      #expect(unfinished?.seq == 1 && unfinished?.mayHaveFinished == false)
    }
  }

  /// A log that was deleted begins with its session again, or with nothing.
  @Test func aDeletedLogDoesNotBeginWithAGap() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl")
    defer { try? FileManager.default.removeItem(at: url) }
    let recorder = try Recorder<Int, Brittle>(
      path: url.path, app: "Brittle",
      configuration: .init(clock: ManualClock().recorderClock, onFailure: nil))
    var state = Brittle()
    recorder.record(1, into: &state) { $0.level = $1 }
    try FileManager.default.removeItem(at: url)
    for level in 2...40 { recorder.record(level, into: &state) { $0.level = $1 } }
    #expect(try Data(contentsOf: url).isEmpty)
  }

  /// Nothing has to be truncated where the line before the failure is whole.
  @Test func aSinkThatCannotTruncateRecoversFromAnEncoding() throws {
    let (stream, clock) = (Stream(), ManualClock())
    let recorder = try Recorder<Int, Brittle>(
      sink: stream, app: "Brittle",
      configuration: .init(clock: clock.recorderClock, onFailure: nil))
    var state = Brittle()
    recorder.start(from: state)
    for level in [1, -1, 2, 3] {
      clock.advance(byMs: 60_000)
      state.level = level
      recorder.record(level, into: &state) { state, _ in state.level = 5 }
    }
    recorder.close()
    let log = try Log(checked: "log", bytes: stream.log.bytes)
    #expect(log.ending != .missing && log.lastSeq >= 4)
  }

  @Test func aSinkThatCannotTruncateLeavesADoubt() throws {
    let stream = Stream()
    let recorder = try Recorder<Int, Brittle>(
      sink: stream, app: "Brittle", configuration: .init(onFailure: nil))
    var state = Brittle()
    for level in [1, -1, 2] { recorder.record(level, into: &state) { $0.level = $1 } }
    let log = try Log(name: "log", bytes: stream.log.bytes)
    #expect(log.unfinished?.seq == 2 && log.unfinished?.doubt == .failure)
  }
}

/// A recording in one of the ways.
private struct Recording {
  let disk = Disk()
  var state = Brittle()
  let recorder: Recorder<Int, Brittle>
  private let folder: String?

  init(_ way: CutBackTests.Way) throws {
    let configuration = RecorderConfiguration(
      clock: ManualClock().recorderClock, detail: way == .actionsOnly ? .actions() : .changes,
      onFailure: nil)
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    folder = way == .segments ? path : nil
    recorder =
      if let folder {
        try Recorder(folder: folder, app: "Brittle", configuration: configuration)
      } else {
        try Recorder(
          sink: disk, app: "Brittle", diffing: way == .background ? .inBackground : .inline,
          configuration: configuration)
      }
  }

  /// Records an action that takes an input, and after which the state is encoded in every way.
  mutating func record(_ level: Int, failingBy failure: CutBackTests.Failure? = nil) {
    let (recorder, disk) = (recorder, disk)
    recorder.record(level, into: &state) { state, level in
      if failure == .input { disk.isFull.withLock { $0 = true } }
      _ = Inputs().uuid()
      if failure == .disk { disk.isFull.withLock { $0 = true } }
      recorder.record(level, into: &state) { _, _ in }
      state.level = failure == .state ? -1 : level
    }
    _ = recorder.statistics
  }

  func log() throws -> Log {
    guard let folder else { return try Log(checked: "log", bytes: disk.log.bytes) }
    defer { try? FileManager.default.removeItem(atPath: folder) }
    return try Log(path: folder)
  }
}

/// A log in memory that can be full except for a gap.
private final class Disk: LogSink {
  let log = LogBuffer()
  let isFull = Locked(false)
  let hasRoomForGap = Locked(true)

  func append(_ bytes: [UInt8]) throws(LogError) {
    let isGap = String(decoding: bytes, as: UTF8.self).contains(#""kind":"gap""#)
    guard isFull.withLock({ $0 }), !isGap || !hasRoomForGap.withLock({ $0 }) else {
      return log.append(bytes)
    }
    log.append(Array(bytes.prefix(7)))
    throw LogError(.system(operation: "write", code: ENOSPC), log: "log")
  }

  func truncate(to byteCount: Int) -> Int { log.truncate(to: byteCount) }
}

/// A sink that only appends.
private final class Stream: LogSink {
  let log = LogBuffer()

  func append(_ bytes: [UInt8]) { log.append(bytes) }
}

private struct Brittle: Encodable {
  var level = 0

  struct Broken: Error {}

  func encode(to encoder: any Encoder) throws {
    guard level >= 0 else { throw Broken() }
    try level.encode(to: encoder)
  }
}
