import Foundation
import RexJSON
import RexLog
import RexRedaction
import RexTimeline
import TestSupport
import Testing

@testable import RexRecorder

/// A part of a recording can be exported while the recording continues.
@Suite struct ExportTests {
  private typealias CounterRecorder = Recorder<Counter.Action, Counter>

  @Test(arguments: Kind.allCases)
  func anExportOfEverythingContainsEveryAction(_ kind: Kind) throws {
    try withExport(of: kind) { path, recorder, _ in
      try recorder.export(to: path)
      let log = try Log(checkedPath: path)
      #expect(log.session.segment == nil)
      #expect(try log.lines().count { $0.kind == .session } == 1)
      #expect(try log.lines().filter(\.isAction).map(\.seq) == Array(1...300))
      #expect(log.ending == .closed(LogEnd(seq: 300, timeMs: 30_000, reason: "exported")))
      var timeline = Timeline(log)
      for seq in 0...300 {
        #expect(try timeline.state(at: seq) == ["count": .number(JSONNumber(seq))])
      }
    }
  }

  @Test(arguments: Kind.allCases)
  func theExportStartsWithTheKeyframeBeforeTheSpan(_ kind: Kind) throws {
    try withExport(of: kind) { path, recorder, _ in
      try recorder.export(last: .seconds(5), to: path)
      let log = try Log(checkedPath: path)
      #expect(try log.lines()[1].kind == .keyframe)
      #expect(try log.lines()[1].timeMs <= 25_000)
      #expect(try log.session.after == log.lines()[1].seq)
      let nextKeyframe = try log.lines().dropFirst(2).first { $0.kind == .keyframe }
      #expect(nextKeyframe.map { $0.timeMs > 25_000 } ?? true, "no earlier than needed")
      #expect(log.lastSeq == 300)
      var timeline = Timeline(log)
      #expect(try timeline.state(at: 260) == ["count": 260])
    }
  }

  @Test func aSpanInBytesCanBeExported() throws {
    try withExport(of: .segments) { path, recorder, _ in
      try recorder.export(last: .bytes(5000), to: path)
      let size = try Log(checkedPath: path).byteCount
      #expect((5000..<10_000).contains(size))
    }
  }

  @Test func theRecordingContinuesDuringAnExport() throws {
    try withExport(of: .segments) { path, recorder, state in
      var state = state
      recorder.record(.add(1), into: &state) { state, action in
        Counter.reduce(&state, action)
        try? recorder.export(to: path)
      }
      recorder.record(.add(1), into: &state, reduce: Counter.reduce)
      #expect(try Log(checkedPath: path).lastSeq == 300, "what runs is not in it")
      try recorder.export(to: path + "2")
      #expect(try Log(checkedPath: path + "2").lastSeq == 302)
      recorder.close()
      try recorder.export(to: path + "3")
      guard case .closed(let end) = try Log(checkedPath: path + "3").ending else {
        Issue.record("the export of a closed log is closed")
        return
      }
      #expect((end.seq, end.reason) == (302, "closed"))
    }
  }

  @Test func threadsMayRecordWhileOthersExport() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let recorder = try CounterRecorder(
      folder: folder, app: "Counter", segments: .init(each: .bytes(3000), keep: .bytes(9000)))
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        var state = Counter()
        for _ in 0..<2000 { recorder.record(.add(1), into: &state, reduce: Counter.reduce) }
      }
      for task in 0..<2 {
        group.addTask {
          for index in 0..<10 {
            let path = "\(folder)/\(task)-\(index).log"
            try recorder.export(last: .bytes(4000 * index), to: path)
            let log = try Log(checkedPath: path)
            let seqs = try log.lines().filter(\.isAction).map(\.seq)
            #expect(seqs == Array(log.session.after + 1..<log.lastSeq + 1))
          }
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func segmentsDeletedByOthersAreLeftOut() throws {
    try withExport(of: .segments) { path, recorder, _ in
      let folder = URL(filePath: path).deletingLastPathComponent().path
      for number in 2...4 {
        try FileManager.default.removeItem(atPath: "\(folder)/000\(number).jsonl")
      }
      try recorder.export(to: path)
      let log = try Log(checkedPath: path)
      #expect(log.session.after > 0)
      #expect(try log.lines().filter(\.isAction).map(\.seq) == Array(log.session.after + 1...300))
    }
  }

  @Test func lostActionsAreAGapInAnExport() throws {
    try withExport(of: .memory) { path, recorder, state in
      var state = state
      recorder.pause()
      recorder.record(.add(1), into: &state, reduce: Counter.reduce)
      try recorder.export(to: path)
      let log = try Log(checkedPath: path)
      let entries = Array(try log.entries().suffix(2))
      #expect(entries[0] == .gap(LogGap(from: 301, to: 301, reason: "paused")))
      #expect(log.isComplete)
    }
  }

  @Test func aFailedExportOverwritesNothingAndLeavesNoFile() throws {
    try withExport(of: .file) { path, recorder, _ in
      try Data("mine".utf8).write(to: URL(filePath: path))
      #expect(throws: LogError(.system(operation: "create", code: 17), log: path)) {
        try recorder.export(to: path)
      }
      #expect(try Data(contentsOf: URL(filePath: path)) == Data("mine".utf8))
      let folder = URL(filePath: path).deletingLastPathComponent().path
      let log = try #require(
        FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasSuffix(".jsonl") })
      try Data("others wrote this".utf8).write(to: URL(filePath: "\(folder)/\(log)"))
      #expect(throws: LogError.self) { try recorder.export(to: path + "2") }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2)
    }
  }

  @Test func aSinkThatCannotBeReadCannotBeExported() throws {
    struct Drain: LogSink {
      func append(_ bytes: [UInt8]) {}
    }
    let recorder = try CounterRecorder(sink: Drain(), app: "Counter")
    recorder.start(from: Counter())
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    #expect(throws: LogError.self) { try recorder.export(to: path) }
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  enum Kind: CaseIterable {
    case file, segments, memory
  }

  /// Calls a body with a path for an export and a recorder of 300 actions in 30 seconds.
  ///
  /// The path is in the log's folder.
  private func withExport(
    of kind: Kind, _ body: (String, CounterRecorder, Counter) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let clock = ManualClock()
    let configuration = RecorderConfiguration(clock: clock.recorderClock)
    let recorder =
      switch kind {
      case .file:
        try CounterRecorder(
          path: folder + "/log.jsonl", app: "Counter", configuration: configuration)
      case .memory:
        try CounterRecorder(
          sink: LogBuffer(), app: "Counter", configuration: configuration)
      case .segments:
        try CounterRecorder(
          folder: folder, app: "Counter", segments: .init(each: .bytes(3000)),
          configuration: configuration)
      }
    var state = Counter()
    for _ in 0..<300 {
      clock.advance(byMs: 100)
      recorder.record(.add(1), into: &state, reduce: Counter.reduce)
    }
    try body(folder + "/export.log", recorder, state)
  }
}
