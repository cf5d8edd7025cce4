import Foundation
import RexLocking
import RexLog
import TestSupport
import Testing

@testable import RexRecorder

/// Each launch of an app has its own session, and the next launch can read how it ended.
@Suite struct SessionTests {
  @Test func theNextLaunchLearnsInWhichActionTheLastOneEnded() throws {
    let launches = try Launches()
    try launches.launch { $0.record(.add(1), into: &$1, reduce: Counter.reduce) }
    try launches.crash(in: .add(40))
    let third = try launches.start()
    var state = Counter()
    third.record(.reset, into: &state, reduce: Counter.reduce)

    let sessions = RecordedSessions(launches.folder)
    let last = try #require(try sessions.last)
    #expect(last.ending == .inAction(RecordedAction(seq: 2, type: "add")))
    #expect(last.lastAction == RecordedAction(seq: 1, type: "reset"))
    #expect(
      try sessions.list().map(\.description) == [
        "2026-03-01T12:15:30Z, build 8.1-2, 0 s, is being recorded",
        "2026-03-01T12:15:30Z, build 8.1-2, 0 s, ended in add",
        "2026-03-01T12:15:30Z, build 8.1-2, 0 s, was not closed",
      ])
    third.close(reason: "logged out")
    #expect(try sessions.last?.ending == .closed(reason: "logged out"))
  }

  @Test func aNameContainsNumberStartBuildAndID() throws {
    let launches = try Launches()
    for _ in 0..<3 { try launches.launch { $0.start(from: $1) } }
    let names = try launches.names()
    #expect(names.map { $0.prefix(5) } == ["0001-", "0002-", "0003-"])
    for name in names {
      let session = try #require(RecordedSessions(launches.folder).session(named: name))
      let id = try #require(session.session?.id)
      #expect(name.dropFirst(5) == "20260301T121530Z-8.12-\(id.prefix(8))")
    }
  }

  @Test(arguments: [
    "0001-20260301T121530Z-8.1-ABC", "0001-20260301T121530Z-ABC", "123456-20260301T121530Z-A-B",
  ])
  func aNameIsReadAsItIsWritten(_ text: String) throws {
    let name = try #require(SessionName(text))
    #expect(name.text == text)
    #expect(name.start == Date(timeIntervalSince1970: 1_772_367_330))
  }

  @Test(arguments: [
    "", "notes", ".DS_Store", "0001", "0001-20260301T121530Z", "1-20260301T121530Z-A",
    "0001-20260301-A", "0001-20260301T121530Z-a/b", "0001-20260301T121530Z-A-B-C",
    "0001-20260301T121530Z--A", "99999999999999999999-20260301T121530Z-A",
    "000a-20260301T121530Z-A", "0001-20260301T121530Zand more-A",
    "0001-20260301T121530Z.5-8.1-A",
  ])
  func otherNamesAreNotSessions(_ text: String) {
    #expect(SessionName(text) == nil)
  }

  @Test func sessionsAreInOrderOfLaunchEvenIfTheClockWasSetBack() throws {
    let launches = try Launches()
    try launches.launch(daysLater: 400) { $0.start(from: $1) }
    try launches.launch { $0.start(from: $1) }
    let starts = try RecordedSessions(launches.folder).list().map(\.start)
    #expect(starts == [launches.date(), launches.date(daysLater: 400)])
  }

  @Test func aSessionWithoutActionsIsNotListedAndIsDeletedByTheNextLaunch() throws {
    let launches = try Launches()
    try launches.launch { _, _ in }
    let empty = launches.folder.appending(path: "0002-20260301T121530Z-A")
    try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: true)
    let torn = launches.folder.appending(path: "0003-20260301T121530Z-A")
    try FileManager.default.createDirectory(at: torn, withIntermediateDirectories: true)
    try Data(#"{"kind":"sess"#.utf8).write(to: torn.appending(path: "0001.jsonl"))
    #expect(try RecordedSessions(launches.folder).list() == [])
    #expect(try RecordedSessions(launches.folder).last == nil)

    try launches.launch { $0.start(from: $1) }
    #expect(try launches.names().map { $0.prefix(5) } == ["0001-"])
  }

  @Test func aSessionCanBeExportedAndDeleted() throws {
    let launches = try Launches()
    try launches.launch { $0.record(.add(1), into: &$1, reduce: Counter.reduce) }
    try launches.crash(in: .reset)
    let sessions = RecordedSessions(launches.folder)
    let last = try #require(try sessions.last)
    let file = launches.folder.appending(path: "report.jsonl")
    try sessions.export(last, last: .minutes(5), to: file)
    let log = try Log(checkedPath: file.path)
    #expect((log.lastSeq, log.unfinished?.type) == (1, "reset"))
    #expect(throws: LogError(.system(operation: "create", code: EEXIST), log: file.path)) {
      try sessions.export(last, to: file)
    }
    try sessions.delete(last)
    try sessions.delete(last)
    #expect(sessions.session(named: last.name) == nil)
    #expect(try sessions.list().count == 1)
    try sessions.deleteAll()
    #expect(try sessions.list() == [])
    #expect(FileManager.default.fileExists(atPath: file.path), "others' files stay")
  }

  /// A list asks whether each session is being recorded, for which the system has only locks.
  @Test func aSessionCanBeDeletedWhileOthersAreListed() throws {
    let launches = try Launches()
    let sessions = RecordedSessions(launches.folder)
    let isOver = Locked(false)
    let lister = Thread {
      while !isOver.withLock({ $0 }) { _ = try? sessions.list() }
    }
    lister.start()
    defer { isOver.withLock { $0 = true } }
    for _ in 0..<300 {
      try launches.launch { $0.start(from: $1) }
      let last = try #require(try sessions.last)
      try sessions.delete(last)
      #expect(try launches.names() == [])
    }
  }

  @Test func deletingEverythingIncludesTheRunningSession() throws {
    let launches = try Launches()
    let sessions = RecordedSessions(launches.folder)
    try launches.crash(in: .reset)
    let other = try launches.start()
    let recorder = try launches.start()
    var state = Counter()
    recorder.record(.add(1), into: &state) { _, _ in
      _ = #expect(throws: LogError.self) { try sessions.deleteAll(closing: recorder) }
    }
    #expect(try launches.names().count == 3, "a reducer was running")

    try sessions.deleteAll(closing: recorder)
    #expect(try sessions.list().map(\.session?.id) == [other.sessionID])
    recorder.record(.add(1), into: &state, reduce: Counter.reduce)
    #expect(try launches.names().count == 1, "a closed recorder writes nothing")

    try sessions.deleteAll(closing: other)
    #expect(try launches.names() == [])
    try launches.launch { $0.record(.add(1), into: &$1, reduce: Counter.reduce) }
    #expect(try sessions.list().count == 1)
    try sessions.deleteAll(closing: Recorder<Int, Int>.disabled)
    #expect(try launches.names() == [])
  }

  @Test func withoutAFolderThereAreNoSessions() throws {
    let sessions = RecordedSessions(URL(filePath: "/nowhere/at/all"))
    #expect(try sessions.list() == [])
    #expect(try sessions.last == nil)
    try sessions.deleteAll()
  }

  @Test func aDamagedSessionIsListedWithItsError() throws {
    let launches = try Launches()
    let folder = launches.folder.appending(path: "0003-20260301T121530Z-7-A")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("no log\n".utf8).write(to: folder.appending(path: "0001.jsonl"))
    let session = try #require(try RecordedSessions(launches.folder).list().first)
    guard case .unreadable(let error) = session.ending else {
      Issue.record("\(session)")
      return
    }
    #expect(error.description.hasPrefix(folder.path))
  }
}
