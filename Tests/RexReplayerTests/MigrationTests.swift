import RexDiff
import RexJSON
import RexLog
import RexRecorder
import RexReplayer
import TestSupport
import Testing

/// A log of an older build is recorded with its types, and replayed with those of a newer one.
@Suite struct MigrationTests {
  @Test func anOldLogVerifiesWithMigrations() throws {
    let log = try recorded()
    let verification = try Replayer(newApp()).verify(log)
    #expect(verification.verdict == .verified, "\(verification.divergences)")
    #expect(verification.counts.verified == 5)
    #expect(try Replayer(newApp(migrations: [])).verify(log).verdict == .inconclusive)
  }

  @Test func aReplayedLogHasTheNewForm() throws {
    let sink = LogBuffer()
    try Replayer(newApp()).replay(recorded(), into: sink)
    let replayed = try Log(checked: "replayed", bytes: sink.bytes)
    #expect(replayed.session.app.version == "2.0")
    let verification = try Replayer(newApp(migrations: [])).verify(replayed)
    #expect(verification.verdict == .verified && verification.counts.verified == 5)
  }

  @Test func anActionsOnlyLogIsBackfilledInTheNewForm() throws {
    let log = try recorded { text in
      text.replacing(#/"patch":\[.*\]/#, with: #""patch":null"#)
    }
    #expect(try log.unrecordedCount() == 5)
    let backfilled = try Replayer(newApp()).backfilling(log)
    #expect(try backfilled.unrecordedCount() == 0)
    #expect(try Replayer(newApp(migrations: [])).verify(backfilled).verdict == .verified)
  }

  @Test func onlyOlderLogsAreMigrated() throws {
    let app = newApp()
    for (version, isMigrated) in [
      (nil, true), ("1.9.12", true), ("2.0-beta.3", true), ("2.0", false), ("2", false),
      ("2.0.0+812", false), ("10", false), ("", true), ("99999999999999999999999", false),
    ] as [(String?, Bool)] {
      let log = try recorded { text in
        guard let version else { return text }
        return text.replacing(
          #""app":{"name":"List""#, with: #""app":{"name":"List","version":"\#(version)""#)
      }
      #expect(log.session.app.version == version)
      #expect(try app.migrated(log).session.app.version == (isMigrated ? "2.0" : version))
    }
  }

  @Test func versionsAreComparedNumberByNumber() throws {
    let ordered = [
      "0.9", "1.0-alpha", "1.0-alpha.1", "1.0-alpha.2", "1.0-alpha.10", "1.0-beta", "v1.0",
      "1.0.1", "1.9", "1.10", "1.10.0.1", "2", "10",
    ]
    for (place, version) in ordered.enumerated() {
      for (other, before) in ordered.enumerated() {
        let log = try recorded { text in
          text.replacing(
            #""app":{"name":"List""#, with: #""app":{"name":"List","version":"\#(version)""#)
        }
        let app = newApp(migrations: [Migration(before: before, state: [.remove("/a")])])
        let isMigrated = try app.migrated(log).session.app.version == before && place != other
        #expect(isMigrated == (place < other), "\(version) before \(before)")
      }
    }
  }

  @Test func migrationsApplyInTheOrderOfTheirVersions() throws {
    let app = newApp(migrations: [
      Migration(before: "3", state: [.rename("/b", to: "/c")]),
      Migration(before: "2", state: [.rename("/items", to: "/b")]),
      Migration(before: "1.10", state: [.default("/b", 7)]),
    ])
    let log = try app.migrated(recorded())
    guard case .keyframe(let keyframe) = try log.entries()[1] else {
      Issue.record("no keyframe")
      return
    }
    #expect(keyframe.state == ["name": "List", "items": [], "c": 7])
  }
}

extension MigrationTests {
  @Test func aClosureMigratesTheWholeDocument() throws {
    let migration = Migration(
      before: "2.0",
      state: [
        .document { state in
          guard var members = state.object, let items = members["items"]?.array else {
            return state
          }
          members["items"] = .array(
            items.map { item in
              guard var item = item.object else { return item }
              item["isDone"] = false
              return .object(item)
            })
          return .object(members)
        },
        .rename("/name", to: "/title"),
      ], action: [.renameCase("add", to: "append")])
    let verification = try Replayer(newApp(migrations: [migration])).verify(recorded())
    #expect(verification.verdict == .verified, "\(verification.divergences)")
  }

  @Test func anErrorOfAClosureIsReportedWithItsLine() throws {
    struct Unexpected: Error {}
    let log = try recorded()
    let states = newApp(migrations: [
      Migration(before: "2.0", state: [.document { _ in throw Unexpected() }])
    ])
    let error = try #require(throws: LogError.self) { try Replayer(states).verify(log) }
    #expect(
      "\(error)" == """
        list:2:1: the state after 0 cannot be migrated: the migration of logs before 2.0 threw \
        Unexpected(); fix its closure
        """)
    let actions = newApp(migrations: [
      Migration(before: "2.0", action: [.document { _ in throw Unexpected() }])
    ])
    let other = try #require(throws: LogError.self) { try Replayer(actions).verify(log) }
    #expect(other.location.line == 3)
    guard case ReductionProblem.migration(_, seq: 1, type: "add") = other.problem else {
      Issue.record("unexpected \(other)")
      return
    }
  }

  @Test(arguments: [(#""op":"add""#, #""op":"foo""#), (#""path":"/items/"#, #""path":"/lost/"#)])
  func aPatchThatCannotBeMigratedIsAnErrorOfTheLog(text: String, edited: String) throws {
    let log = try recorded { $0.replacing(text, with: edited) }
    let error = try #require(throws: LogError.self) { try newApp().migrated(log) }
    #expect(error.location.line == 3)
    switch error.kind {
    case .patch: #expect(edited.contains("foo"))
    case .patchDoesNotFit: #expect(edited.contains("lost"))
    default: Issue.record("unexpected \(error)")
    }
  }

  @Test func aDivergenceHasItsLineInTheLog() throws {
    let log = try recorded {
      $0.replacing(#""value":{"body":"b"}"#, with: #""value":{"body":"B"}"#)
    }
    let divergence = try #require(try Replayer(newApp()).verify(log).divergences.first)
    let location = try log.location(ofLine: 3)
    #expect(divergence.line == location.line)
    #expect(divergence.path == JSONPointer("/items/1/body"))
  }

  @Test func segmentsKeepTheirFilesAndLines() throws {
    let text = String(decoding: try bytes(), as: UTF8.self)
    let lines = text.split(separator: "\n").map { $0 + "\n" }
    let second = lines[0].replacing(
      #""app""#, with: #""after":2,"segment":2,"app""#)
    let keyframe =
      #"{"kind":"keyframe","seq":2,"timeMs":1,"state":{"name":"List","items":[{"body":"a"},"#
      + #"{"body":"b"}]}}"# + "\n"
    let segments = [
      lines[0].replacing(#""app""#, with: #""segment":1,"app""#) + lines[1...3].joined(),
      second + keyframe + lines[4...].joined(),
    ]
    let log = try Log(
      checked: "list",
      segments: segments.enumerated().map { ("\($0.offset + 1).jsonl", Array($0.element.utf8)) })
    let migrated = try newApp().migrated(log)
    #expect(migrated.fileNames == ["1.jsonl", "2.jsonl"])
    #expect(try migrated.entries().count == log.entries().count)
    #expect(throws: Never.self) { try migrated.check() }
    let verification = try Replayer(newApp()).verify(log)
    #expect(verification.verdict == .verified && verification.counts.verified == 5)
  }

  @Test func aPayloadThatNoOperationChangesKeepsItsBytes() throws {
    let payload = #""action":{"clear" : {}}"#
    let log = try recorded { $0.replacing(#""action":{"clear":{}}"#, with: payload) }
    let rename = Migration(before: "2.0", action: [.renameCase("add", to: "append")])
    let reader = try newApp(migrations: [rename]).migrated(log).reader()
    var text = ""
    while let record = try reader.next() { text += String(decoding: record.bytes, as: UTF8.self) }
    #expect(text.ranges(of: payload).count == 1)
    #expect(text.ranges(of: #""action":{"append":"#).count == 4)
  }

  @Test func anUnfinishedActionIsMigrated() throws {
    let log = try recorded { text in
      let ending = try #require(text.ranges(of: #","tookMs""#).last)
      return String(text[..<ending.lowerBound])
    }
    let sink = LogBuffer()
    try Replayer(newApp()).replay(log, into: sink)
    let replayed = try Log(checked: "replayed", bytes: sink.bytes)
    #expect(replayed.unfinished?.action == ["append": ["_0": "a"]])
  }

  @Test func unknownMembersOfALineAreKept() throws {
    let log = try recorded {
      $0.replacing(#""kind":"keyframe","#, with: #""kind":"keyframe","colour":"red","#)
        .replacing(#""tookMs""#, with: #""hint":{"a":[1]},"tookMs""#)
    }
    let sink = LogBuffer()
    let reader = try newApp().migrated(log).reader()
    while let record = try reader.next() { sink.append(Array(record.bytes)) }
    let text = String(decoding: sink.bytes, as: UTF8.self)
    #expect(text.contains(#""colour":"red""#))
    #expect(text.ranges(of: #""hint":{"a":[1]}"#).count == 5)
  }

  @Test(arguments: 1...tries(3, gate: 8) as ClosedRange<UInt64>)
  func noChangedLogTraps(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let original = try bytes()
    let whole = Migration(before: "2.0", state: [.document { $0 }], action: [.document { $0 }])
    for _ in 0..<100 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let place = Int.random(in: bytes.indices, using: &random)
        let end = min(place + Int.random(in: 0...30, using: &random), bytes.count)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = .random(in: 0x20...0x7E, using: &random)
        case 1: bytes.removeSubrange(place..<end)
        default: bytes.insert(contentsOf: bytes[place..<end], at: place)
        }
      }
      guard let log = try? Log(name: "log", bytes: bytes) else { continue }
      for app in [newApp(), newApp(migrations: [whole, toNewList]), newApp(migrations: [])] {
        _ = try? Replayer(app).verify(log)
        _ = try? Replayer(app).grade(log)
        _ = try? Replayer(app).replay(log, into: LogBuffer())
      }
    }
  }

  @Test func anInvalidPathIsAProgrammingError() async {
    await #expect(processExitsWith: .failure) { _ = Migration.Operation.default("a", 0) }
    await #expect(processExitsWith: .failure) { _ = Migration.Operation.remove("/a/*") }
    await #expect(processExitsWith: .failure) { _ = Migration.Operation.rename("/a", to: "/b/a") }
  }

  @Test func aLogWithoutMigrationsIsUnchanged() throws {
    let log = try recorded { $0.replacing("\n{\"kind\":\"end\"", with: "\n\n{\"kind\":\"end\"") }
    let other = Migration(before: "2.0")
    #expect(try newApp(migrations: [other]).migrated(log).byteCount == log.byteCount)
  }
}

private struct OldList: Codable, Sendable {
  var name = "List"
  var items: [Item] = []

  struct Item: Codable, Sendable {
    var body: String
  }
}

private enum OldAction: Codable, Sendable {
  case add(String)
  case clear
}

private struct NewList: Codable, Sendable {
  var title: String
  var items: [Item]

  struct Item: Codable, Sendable {
    var body: String
    var isDone: Bool
  }
}

private enum NewAction: Codable, Sendable {
  case append(String)
  case clear
}

private let toNewList = Migration(
  before: "2.0", state: [.default("/items/*/isDone", false), .rename("/name", to: "/title")],
  action: [.renameCase("add", to: "append")])

private func newApp(migrations: [Migration] = [toNewList]) -> ReplayableApp {
  ReplayableApp(name: "List", migrations: migrations) { (list: inout NewList, action: NewAction) in
    switch action {
    case .append(let body): list.items.append(.init(body: body, isDone: false))
    case .clear: list.items = []
    }
  }
}

private func bytes() throws -> [UInt8] {
  let sink = LogBuffer()
  let recorder = try Recorder<OldAction, OldList>(sink: sink, app: "List")
  var list = OldList()
  for action in [.add("a"), .add("b"), .clear, .add("c"), .add("a")] as [OldAction] {
    recorder.record(action, into: &list) { list, action in
      switch action {
      case .add(let body): list.items.append(.init(body: body))
      case .clear: list.items = []
      }
    }
  }
  recorder.close()
  return sink.bytes
}

private func recorded(edit: (String) throws -> String = { $0 }) throws -> Log {
  let text = try edit(String(decoding: bytes(), as: UTF8.self))
  return try Log(name: "list", bytes: Array(text.utf8))
}
