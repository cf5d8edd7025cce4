import Foundation
import RexLog
import RexRecorder
import TestSupport
import Testing

/// What an app can ask a recorder about its recording.
@Suite struct RecorderStateTests {
  @Test(arguments: [nil, "6F9B2C4E"])
  func theSessionIDIsThatOfTheLog(_ id: String?) throws {
    let log = LogBuffer()
    let recorder = try Recorder<Counter.Action, Counter>(
      sink: log, app: "Counter", configuration: .init(sessionID: id))
    #expect(try recorder.sessionID == Log(name: "log", bytes: log.bytes).session.id)
    #expect(id == nil || recorder.sessionID == id)
  }

  @Test func aRecorderIsPausedFromPauseToResume() throws {
    let recorder = try Recorder<Counter.Action, Counter>(sink: LogBuffer(), app: "Counter")
    var state = Counter()
    #expect(!recorder.isPaused)
    recorder.pause()
    #expect(recorder.isPaused, "before the first action")
    recorder.record(.add(1), into: &state, reduce: Counter.reduce)
    #expect(recorder.isPaused, "although an action was lost")
    recorder.resume()
    #expect(!recorder.isPaused)
    recorder.record(.add(1), into: &state) { _, _ in
      recorder.pause()
      #expect(recorder.isPaused, "in a reducer, although its action is still recorded")
    }
    #expect(recorder.isPaused)
    recorder.resume()
    recorder.record(.add(1), into: &state, reduce: Counter.reduce)
    recorder.pause()
    #expect(recorder.isPaused)
    recorder.close()
    #expect(!recorder.isPaused)
  }

  @Test func theLastActionsIncludeTheRunningOne() throws {
    let recorder = try Recorder<Counter.Action, Counter>(sink: LogBuffer(), app: "Counter")
    var state = Counter()
    #expect(recorder.lastActions() == [])
    for _ in 0..<449 { recorder.record(.add(1), into: &state, reduce: Counter.reduce) }
    recorder.record(.reset, into: &state) { _, _ in
      let last = recorder.lastActions(2)
      #expect(last.map(\.seq) == [449, 450] && last.map(\.type) == ["add", "reset"])
    }
    recorder.close()
    #expect(recorder.lastActions().map(\.seq) == Array(431...450))
    #expect(recorder.lastActions(1000).map(\.seq) == Array(351...450))
    #expect(recorder.lastActions(-1) == [])
  }

  /// A URL has characters encoded that are themselves in a path.
  @Test func whatTakesAPathTakesAURL() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID()) é%20")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "a b.jsonl")
    let recorder = try Recorder<Counter.Action, Counter>(file: file, app: "Counter")
    recorder.start(from: Counter())
    #expect(try Log(file).session.id == recorder.sessionID)

    let export = folder.appending(path: "export 1.jsonl")
    try recorder.export(to: export)
    #expect(try Log(export).session.id == recorder.sessionID)

    let segments = folder.appending(path: "segments", directoryHint: .isDirectory)
    let other = try Recorder<Counter.Action, Counter>(folder: segments, app: "Counter")
    other.start(from: Counter())
    #expect(try Log(segments).session.id == other.sessionID)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(names == ["a b.jsonl", "export 1.jsonl", "segments"])
  }
}
