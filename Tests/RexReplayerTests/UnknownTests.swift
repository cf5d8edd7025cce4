import RexJSON
import RexLog
import RexRedaction
import RexReplayer
import TestSupport
import Testing

/// Every command that makes a log from a log keeps what a later version wrote.
@Suite struct UnknownTests {
  /// Unknown members in lines of every kind, and in the objects inside; unknown kinds between.
  private static let text = #"""
    {"kind":"session","rexlog":1,"id":"6F9B","startedAt":"now","app":{"name":"Sum","u":"u1"},\#
    "u":"u2"}
    {"kind":"weather","u":"u3","seq":"none"}
    {"kind":"keyframe","seq":0,"timeMs":0,"state":0,"u":{"u":"u4"}}
    {"kind":"action","u":"u5","seq":1,"timeMs":1,"type":"a","action":5,"tookMs":0,\#
    "patch":[{"op":"replace","path":"","value":5}],"v":["u6"]}
    {"kind":"mark","seq":1,"timeMs":2,"label":"here","u":"u7"}
    {"kind":"action","seq":2,"timeMs":3,"type":"a","action":1,"source":{"file":"A.swift",\#
    "line":1,"u":"u8"},"tookMs":0,"patch":null}
    {"kind":"weather","sky":[{"u":"u9"}]}
    {"kind":"gap","from":3,"to":4,"reason":"disk full","u":"u10"}
    {"kind":"keyframe","seq":4,"timeMs":8,"state":9,"u":"u11"}
    {"kind":"action","seq":5,"timeMs":9,"type":"a","opaque":"?","tookMs":0,"error":"e",\#
    "patch":[],"u":"u12"}
    {"kind":"end","seq":5,"timeMs":9,"reason":"closed","statistics":{"actions":3,"u":"u13"},\#
    "u":"u14"}

    """#

  private static let replayer = Replayer(
    ReplayableApp(name: "Sum") { (action: Int, state: inout Int) in state += action })

  /// A way to make a log from a log.
  enum Transform: String, CaseIterable {
    case slice, repair, replay, backfilling, redaction, migration

    func run(_ log: Log) throws -> [UInt8] {
      let sink = LogBuffer()
      switch self {
      case .slice: _ = try LogSlice(log).write(into: sink)
      case .repair: try LogRepair(log).write(into: sink)
      case .replay: try replayer.replay(log, into: sink)
      case .backfilling: _ = try LogSlice(replayer.backfilling(log)).write(into: sink)
      case .redaction:
        var redaction = LogRedaction(log, rules: .standard)
        try redaction.write(to: sink)
      case .migration:
        let migration = Migration(
          before: "2", state: [.remove("/gone")], action: [.remove("/gone")])
        let app = ReplayableApp(name: "Sum", migrations: [migration]) {
          (action: Int, state: inout Int) in state += action
        }
        let reader = try app.migrated(log).reader()
        while let record = try reader.next() { sink.append(record.bytes + [UInt8(ascii: "\n")]) }
      }
      return sink.bytes
    }
  }

  @Test(arguments: Transform.allCases)
  func everythingUnknownIsKept(_ transform: Transform) throws {
    let log = try Log(name: "old", bytes: Array(Self.text.utf8))
    let new = String(decoding: try transform.run(log), as: UTF8.self)
    let known = try Log(name: "new", bytes: Array(new.utf8))
    #expect(try known.damages().isEmpty, "\(new)")
    #expect(try known.lines().count { $0.kind == .unknown } == 2)
    let unknown = { (text: String) in text.matches(of: /"u\d+"/).map { String($0.0) }.sorted() }
    #expect(unknown(new) == unknown(Self.text), "\(new)")
  }

  @Test(arguments: Transform.allCases)
  func aLogWithoutUnknownsIsWrittenAsByARecorder(_ transform: Transform) throws {
    let text = try Fixture.text("logs/v1/every-kind.jsonl").replacing(
      "\"EveryKind\"", with: "\"Sum\"")
    guard ![.replay, .backfilling, .migration].contains(transform) else { return }
    let log = try Log(name: "old", bytes: Array(text.utf8))
    let new = String(decoding: try transform.run(log), as: UTF8.self)
      .replacing(#/,"redacted":\{.*?\}(?=\})/#, with: "")
    #expect(new == text)
  }

  @Test func aReplayWithTheSameResultsGivesTheSameLog() throws {
    let text = #"""
      {"kind":"session","rexlog":1,"id":"6F9B","startedAt":"now","app":{"name":"Sum"}}
      {"kind":"keyframe","seq":0,"timeMs":0,"state":0,"u":"u1"}
      {"kind":"action","seq":1,"timeMs":1,"type":"a","action":5,"tookMs":0,\#
      "patch":[{"op":"replace","path":"","value":5}]}
      {"kind":"keyframe","seq":1,"timeMs":1.5,"state":5,"u":"u2"}
      {"kind":"mark","seq":1,"timeMs":2,"label":"here"}
      {"kind":"action","seq":2,"timeMs":3,"type":"a","action":0,"tookMs":0,"patch":[]}
      {"kind":"action","seq":3,"timeMs":4,"type":"a","action":5,"u":"u3"
      """#
    let log = try Log(name: "old", bytes: Array(text.utf8))
    for transform in [Transform.replay, .backfilling, .slice, .repair] {
      #expect(String(decoding: try transform.run(log), as: UTF8.self) == text, "\(transform)")
    }
  }

  @Test func aLongReplayAddsKeyframesAfterActions() throws {
    let source = String(repeating: "A", count: 1000)
    let actions = (1...40).map {
      #"{"kind":"action","seq":\#($0),"timeMs":\#($0),"type":"a","action":1,"#
        + #""source":{"file":"\#(source)","line":1},"tookMs":0.5,"#
        + #""patch":[{"op":"replace","path":"","value":\#($0)}]}"#
    }
    let session = #"{"kind":"session","rexlog":1,"id":"6F9B","startedAt":"n","app":{"name":"Sum"}}"#
    let start = #"{"kind":"keyframe","seq":0,"timeMs":0,"state":0}"#
    let text = ([session, start] + actions).joined(separator: "\n") + "\n"
    let new = try Transform.replay.run(Log(name: "old", bytes: Array(text.utf8)))
    let lines = String(decoding: new, as: UTF8.self).split(separator: "\n").map(String.init)
    let own = lines.dropFirst(2).filter { $0.contains("keyframe") }
    #expect(
      own == [15, 30].map { #"{"kind":"keyframe","seq":\#($0),"timeMs":\#($0).5,"state":\#($0)}"# })
    #expect(lines.filter { !own.contains($0) } == [session, start] + actions)
    #expect(try Log(name: "new", bytes: new).damages() == [])
  }

  @Test func unknownMembersAreRedactedByTheRules() throws {
    let text = #"""
      {"kind":"session","rexlog":1,"id":"6F9B","startedAt":"now","app":{"name":"Sum"}}
      {"kind":"weather","sky":"token=s3cr3t-s3cr3t","all":[{"password":"hunter2-hunter2"}]}
      {"kind":"keyframe","seq":0,"timeMs":0,"state":{"token":"s3cr3t-s3cr3t"},"token":"t0p-t0p-t0p"}
      {"kind":"mark","seq":0,"timeMs":2,"label":"here","of":{"note":"pin: t0p-t0p-t0p"}}
      {"kind":"pin=s3cr3t-s3cr3t"}
      {"kind":"end","seq":0,"timeMs":9,"reason":"closed"}

      """#
    let log = try Log(name: "old", bytes: Array(text.utf8))
    var redaction = LogRedaction(log, rules: .standard)
    let sink = LogBuffer()
    try redaction.write(to: sink)
    let lines = String(decoding: sink.bytes, as: UTF8.self)
      .replacing(/redacted[0-9a-f]{16}/, with: "▮").split(separator: "\n")
    #expect(
      lines.dropFirst() == [
        #"{"kind":"weather","sky":"token=▮","all":[{"password":"▮"}]}"#,
        #"{"kind":"keyframe","seq":0,"timeMs":0,"state":{"token":"▮"},"token":"▮"}"#,
        #"{"kind":"mark","seq":0,"timeMs":2,"label":"here","of":{"note":"pin: ▮"}}"#,
        #"{"kind":"pin=▮"}"#, #"{"kind":"end","seq":0,"timeMs":9,"reason":"closed"}"#,
      ])
  }
}
