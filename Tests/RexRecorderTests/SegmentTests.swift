import Foundation
import RexDiff
import RexLocking
import RexLog
import RexRecorder
import TestSupport
import Testing

/// A recording in segments equals one in a single file, and stays within its bound.
@Suite struct SegmentTests {
  @Test func eachSegmentBeginsWithASessionLineAndAKeyframe() throws {
    try withFolder { folder in
      try record(9, in: folder, .init(each: .bytes(600)))
      let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      #expect(names == ["0001.jsonl", "0002.jsonl", "0003.jsonl", "0004.jsonl"])
      #expect(
        try lines(of: folder + "/0002.jsonl").map { $0.prefix(70) }
          == [
            #"{"kind":"session","rexlog":1,"id":"1","startedAt":"1970-01-01T00:00:00"#,
            #"{"kind":"keyframe","seq":3,"timeMs":3,"state":{"count":3}}"#,
            #"{"kind":"action","seq":4,"timeMs":4,"type":"add","action":{"add":{"_0""#,
            #"{"kind":"action","seq":5,"timeMs":5,"type":"add","action":{"add":{"_0""#,
            #"{"kind":"action","seq":6,"timeMs":6,"type":"add","action":{"add":{"_0""#,
          ].map { $0.prefix(70) })
      #expect(try lines(of: folder + "/0002.jsonl")[0].hasSuffix(#","after":3,"segment":2}"#))
      let log = try Log(checkedPath: folder)
      #expect(try log.lines().filter(\.isAction).map(\.seq) == Array(1...9))
      #expect(log.isComplete)
    }
  }

  @Test func segmentsMayBeLimitedByTime() throws {
    try withFolder { folder in
      try record(10, in: folder, .init(each: .seconds(0.003), keep: .seconds(0.004)))
      let log = try Log(checkedPath: folder)
      #expect(log.fileNames.map { $0.suffix(10) } == ["0003.jsonl", "0004.jsonl"])
      #expect(log.session.after == 6)
    }
  }

  @Test func aRingStaysWithinItsBound() throws {
    let files = SimulatedFiles(.init(), random: .init(seed: 1))
    let recorder = try Recorder<Counter.Action, Counter>(
      folder: SegmentFolder("ring", on: files), app: "Counter",
      segments: .init(each: .bytes(2000), keep: .bytes(9000)),
      encoding: .encodable(),
      configuration: .init(clock: ManualClock().recorderClock, sessionID: "1"))
    var state = Counter()
    for index in 1...1000 {
      recorder.record(.add(1), into: &state, reduce: Counter.reduce)
      if index > 200 { #expect(files.byteCount >= 9000) }
    }
    let (action, beginning) = (150, 400)
    #expect(files.byteCountMax < 9000 + 2000 + 2 * action + beginning)
    let last = try Log(
      name: "ring",
      segments: files.names(in: "ring").map { ($0, files.contents(at: "ring/\($0)") ?? []) })
    #expect(last.lastSeq == 1000)
  }

  @Test(arguments: [RecorderDetail.changes, .actions()])
  func aRingExceedsItsSizesByTwoLargeActionsAtMost(_ detail: RecorderDetail) throws {
    let files = SimulatedFiles(.init(), random: .init(seed: 1))
    var configuration = RecorderConfiguration(
      clock: ManualClock().recorderClock, sessionID: "1", detail: detail)
    configuration.flushSchedule = PendingFlushes().schedule
    let recorder = try Recorder<String, Counter>(
      folder: SegmentFolder("ring", on: files), app: "Counter",
      segments: .init(each: .bytes(20_000), keep: .bytes(20_000)), encoding: .encodable(),
      configuration: configuration)
    var state = Counter()
    let text = String(repeating: "x", count: 19_000)
    for _ in 0..<40 { recorder.record(text, into: &state) { state, _ in state.count += 1 } }
    let (action, beginning) = (text.utf8.count + 150, 400)
    #expect(files.byteCountMax < 20_000 + 20_000 + 2 * action + beginning)
  }

  @Test func aLargeStateIsNotWrittenWithEveryAction() throws {
    try withFolder { folder in
      let recorder = try Recorder<Int, [Int]>(
        folder: folder, app: "Large", segments: .init(each: .bytes(1000)))
      var state = Array(0..<10_000)
      for index in 0..<100 { recorder.record(index, into: &state) { $0[$1] += 1 } }
      #expect(try Log(checkedPath: folder).fileNames.count == 1)
    }
  }

  @Test func onlyTheOwnerCanReadTheFolderAndItsFiles() throws {
    try withFolder { folder in
      try record(1, in: folder, .init())
      for (path, mode) in [(folder, 0o700), (folder + "/0001.jsonl", 0o600)] {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == mode)
      }
    }
  }

  @Test func aFolderWithALogIsRejected() throws {
    try withFolder { folder in
      try record(1, in: folder, .init())
      let before = try Data(contentsOf: URL(filePath: folder + "/0001.jsonl"))
      #expect(throws: LogError.self) { try record(1, in: folder, .init()) }
      #expect(try Data(contentsOf: URL(filePath: folder + "/0001.jsonl")) == before)
    }
  }

  @Test func aSegmentGrowsIfNoOtherCanBegin() throws {
    try withFolder { folder in
      let clock = ManualClock()
      let failures = Locked(0)
      let recorder = try Recorder<Counter.Action, Counter>(
        folder: folder, app: "Counter", segments: .init(each: .bytes(1063)),
        configuration: .init(
          clock: clock.recorderClock, onFailure: { _ in failures.withLock { $0 += 1 } }))
      var state = Counter()
      recorder.start(from: state)
      // Names that exist are skipped, one per attempt; here there is one attempt too few.
      for number in 2...9 { try Data().write(to: URL(filePath: "\(folder)/000\(number).jsonl")) }
      for _ in 0..<8 { recorder.record(.add(1), into: &state, reduce: Counter.reduce) }
      #expect(recorder.failure == nil, "it goes on in the first one")
      for _ in 0..<12 { recorder.record(.add(1), into: &state, reduce: Counter.reduce) }
      #expect(recorder.failure != nil)
      #expect(failures.withLock { $0 } == 1)
      for _ in 0..<10 {
        clock.advance(byMs: 10_000)
        recorder.record(.add(1), into: &state, reduce: Counter.reduce)
      }
      #expect(recorder.failure == nil)
      recorder.close()
      let log = try Log(checkedPath: folder)
      #expect(try log.lines().filter { $0.kind == .gap }.count == 1)
      #expect(log.lastSeq == 30)
      #expect(log.fileNames.last?.hasSuffix("0010.jsonl") == true)
    }
  }

  @Test func segmentsThatOthersDeletedAreAGap() throws {
    try withFolder { folder in
      try record(20, in: folder, .init(each: .bytes(600), keep: .bytes(90_000))) { index in
        guard index == 12 else { return }
        try? FileManager.default.removeItem(atPath: folder + "/0002.jsonl")
        try? FileManager.default.removeItem(atPath: folder + "/0003.jsonl")
      }
      let log = try Log(checkedPath: folder)
      let gap = try #require(try log.lines().firstIndex { $0.kind == .gap })
      #expect(try log.entries()[gap] == .gap(.init(from: 4, to: 9, reason: "a segment is missing")))
      #expect(log.lastSeq == 20)
    }
  }

  /// Records a number of actions, a millisecond apart.
  private func record(
    _ count: Int, in folder: String, _ segments: Segments, each: (Int) -> Void = { _ in }
  ) throws {
    let clock = ManualClock()
    let recorder = try Recorder<Counter.Action, Counter>(
      folder: folder, app: "Counter", segments: segments,
      configuration: .init(clock: clock.recorderClock, sessionID: "1"))
    var state = Counter()
    for index in 1...count {
      clock.advance(byMs: 1)
      recorder.record(.add(1), into: &state, reduce: Counter.reduce)
      each(index)
    }
    recorder.close()
  }

  private func withFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path)
  }

  private func lines(of path: String) throws -> [String] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
  }
}
