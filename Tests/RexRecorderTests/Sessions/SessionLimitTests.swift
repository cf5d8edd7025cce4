import Foundation
import RexLog
import TestSupport
import Testing

@testable import RexRecorder

/// The sessions of many launches stay within their limits; those being recorded are kept.
@Suite struct SessionLimitTests {
  @Test func theLimitOnSessionsHolds() throws {
    let launches = try Launches(SessionLimits(count: 3))
    for _ in 0..<10 { try launches.launch { $0.start(from: $1) } }
    #expect(try launches.names().map { $0.prefix(4) } == ["0008", "0009", "0010"])
  }

  @Test func theLimitOnBytesHoldsEvenIfEveryLaunchFillsItsHalf() throws {
    let limits = SessionLimits(bytes: 1 << 20)
    let launches = try Launches(limits)
    for _ in 0..<4 {
      try launches.launch { recorder, state in
        for _ in 0..<8000 { recorder.record(.add(1), into: &state, reduce: Counter.reduce) }
      }
      let sessions = try RecordedSessions(launches.folder).list()
      let byteCounts = sessions.map(\.byteCount)
      #expect(byteCounts.reduce(0, +) <= limits.bytes)
      #expect(byteCounts.allSatisfy { $0 > limits.bytes / 4 }, "a session keeps its end")
    }
    #expect(try launches.names().count == 2)
  }

  @Test func theDaysCountFromASessionsEnd() throws {
    let launches = try Launches(SessionLimits(days: 14))
    try launches.launch { $0.start(from: $1) }
    let clock = ManualClock()
    try launches.launch(clock: clock) { recorder, state in
      clock.advance(byMs: 10 * 86_400_000)
      recorder.record(.reset, into: &state, reduce: Counter.reduce)
    }
    try launches.launch(daysLater: 15) { $0.start(from: $1) }
    #expect(try launches.names().map { $0.prefix(4) } == ["0002", "0003"])
    try launches.launch(daysLater: 25) { $0.start(from: $1) }
    #expect(try launches.names().map { $0.prefix(4) } == ["0003", "0004"])
  }

  @Test func aSessionThatIsBeingRecordedIsKept() throws {
    let launches = try Launches(SessionLimits(count: 2))
    let first = try launches.start()
    first.start(from: Counter())
    for _ in 0..<4 { try launches.launch(daysLater: 100) { $0.start(from: $1) } }
    #expect(try launches.names().map { $0.prefix(4) } == ["0001", "0004", "0005"])
    let sessions = RecordedSessions(launches.folder)
    let session = try #require(try sessions.list().last)
    #expect(session.ending == .recording)
    #expect(throws: LogError.self) { try sessions.delete(session) }
    try sessions.deleteAll()
    #expect(try sessions.list().map(\.name) == [session.name])
    first.close()
    try sessions.delete(session)
    #expect(try launches.names() == [])
  }

  @Test func filesOfOthersInTheFolderAreKept() throws {
    let launches = try Launches(SessionLimits(count: 2))
    try FileManager.default.createDirectory(
      at: launches.folder.appending(path: "photos"), withIntermediateDirectories: true)
    try Data("mine\n".utf8).write(to: launches.folder.appending(path: "0001-notes.jsonl"))
    for _ in 0..<4 { try launches.launch { $0.start(from: $1) } }
    #expect(
      try launches.names().map { $0.prefix(6) } == ["0001-n", "0003-2", "0004-2", "photos"])
  }

  @Test func launchesAtTheSameTimeHaveTheirOwnSessions() async throws {
    let launches = try Launches(SessionLimits(count: 4))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<20 {
            try launches.launch { $0.record(.reset, into: &$1, reduce: Counter.reduce) }
          }
        }
      }
      try await group.waitForAll()
    }
    let sessions = try RecordedSessions(launches.folder).list()
    #expect(!sessions.isEmpty && sessions.allSatisfy { $0.lastAction?.seq == 1 })
  }

  @Test func manySessionsAreListed() throws {
    let count = tries(20, gate: 60, long: 300)
    let launches = try Launches(SessionLimits(count: count))
    for _ in 0..<count {
      try launches.launch { $0.record(.add(2), into: &$1, reduce: Counter.reduce) }
    }
    let sessions = try RecordedSessions(launches.folder).list()
    #expect(sessions.count == count)
    #expect(Set(sessions.map(\.ending.isUnfinished)) == [true])
    #expect(sessions.map(\.name) == sessions.map(\.name).sorted(by: >))
  }
}

extension RecordedSession.Ending {
  fileprivate var isUnfinished: Bool { self == .unfinished }
}
