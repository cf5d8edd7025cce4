import RexJSON
import RexLog
import TestSupport
import Testing

@testable import RexReplayer

/// Whether a build can decode a log, and which migration the log needs.
@Suite struct GradeTests {
  @Test func aLogOfTheSameTypesIsFine() throws {
    let grade = try app().grade(
      log(state: #"{"title":"a","tags":[],"owner":{"name":"b","age":1.5},"users":{}}"#))
    #expect(grade.level == .fine && grade.findings.isEmpty && grade.advice.isEmpty)
    #expect((grade.keyframeCount, grade.actionCount, grade.opaqueCount) == (1, 0, 0))
  }

  @Test func missingMembersNeedDefaultsOfTheDecodedTypes() throws {
    let grade = try app().grade(log(state: #"{"users":{}}"#))
    #expect(grade.level == .impossible)
    #expect(
      grade.advice.swift(after: "1.4") == [
        "Migration(", "  before: <#version, after 1.4#>,", "  state: [",
        #"    .default("/title", ""),"#, #"    .default("/tags", []),"#,
        #"    .default("/owner", [:]),"#, #"    .default("/owner/name", ""),"#,
        #"    .default("/owner/age", 0),"#, "  ])",
      ])
    let migrated = app(migrations: [
      Migration(
        before: "2",
        state: [
          .default("/title", ""), .default("/tags", []), .default("/owner", [:]),
          .default("/owner/name", ""), .default("/owner/age", 0),
        ])
    ])
    #expect(try migrated.grade(log(state: #"{"users":{}}"#)).level == .fine)
  }

  @Test func membersOfAllElementsAndKeysAreFound() throws {
    let advice = try app().grade(
      log(
        state: #"""
          {"title":"a","owner":{"name":"b","age":1},"tags":[{},{"text":"x"}],
          "users":{"u1":{"name":"c"},"u2":{"name":"d"},"u3":{"name":"e"}}}
          """#)
    ).advice.swift(after: nil)
    #expect(
      advice == [
        #"Migration(before: <#version#>, "#
          + #"state: [.default("/tags/*/text", ""), .default("/users/*/age", 0)])"#
      ])
  }

  @Test func aMemberUnderAnotherKeyIsRenamed() throws {
    let grade = try app().grade(
      log(state: #"{"name":"a","tags":[],"owner":{"name":"b","age":1},"users":{}}"#))
    #expect(advice(grade) == [#"state: [.rename("/name", to: "/title")]"#])
  }

  @Test func aMemberThatIsNoLongerDecodedIsRisky() throws {
    let grade = try app().grade(
      log(
        state:
          #"{"title":"a","tags":[],"owner":{"name":"b","age":1,"x":null},"users":{},"colour":1}"#))
    #expect(grade.level == .risky)
    guard case .differs(let paths) = grade.findings.first?.problem else {
      Issue.record("\(grade.findings)")
      return
    }
    #expect(paths.map(\.description) == ["/owner/x", "/colour"])
    #expect(grade.advice.isEmpty)
  }

  @Test func aValueOfAnotherKindHasNoMigration() throws {
    let grade = try app().grade(
      log(state: #"{"title":7,"tags":[],"owner":{"name":"b","age":1},"users":{}}"#))
    #expect(grade.level == .impossible)
    #expect(grade.advice.isEmpty && grade.findings.count == 1)
  }

  @Test func everyActionIsDecodedAndEachProblemListedOnce() throws {
    let grade = try app().grade(
      log(actions: [
        #"{"append":{"_0":"a"}}"#, #"{"show":{"_0":"all"}}"#, #"{"append":{"_0":"c","at":1}}"#,
        #"{"append":{"_0":"c","at":1.5}}"#, #"{"show":{"_0":"removed"}}"#,
        #"{"show":{"_0":"done"}}"#, #"{"show":{"_0":"removed"}}"#,
      ]))
    #expect((grade.actionCount, grade.findingCount) == (7, 4))
    #expect(grade.findings.map(\.seq) == [3, 5])
    #expect(grade.findings.map(\.count) == [2, 2])
    #expect(grade.findings.map(\.location.line) == [5, 7])
    #expect(grade.findings.map(\.level) == [.risky, .impossible])
  }

  @Test func casesWithNewNamesAreRenamed() throws {
    let grade = try app().grade(
      log(actions: [
        #"{"add":{"_0":"a"}}"#, #"{"appendText":{"_0":"a"}}"#, #"{"show":{"_0":"everything"}}"#,
      ]))
    #expect(grade.findings.map(\.level) == [.impossible, .impossible, .impossible])
    let lines = grade.advice.swift(after: "1\n0")
    #expect(
      lines == [
        "Migration(", "  before: <#version#>,", "  action: [",
        #"    .renameCase("add", to: <#name#>),"#,
        #"    .renameCase("appendText", to: "append"),"#,
        #"    .renameCase("everything", to: <#name#>, at: "/show/_0"),"#, "  ])",
      ])
  }

  @Test func namesThatAreNotRegisteredAreRenamed() throws {
    let registry: ActionRegistry<any Gesture> = [Tapped.self, Swiped.self]
    let app = Replayer(
      ReplayableApp(name: "App", actions: registry) { (_: any Gesture, _: inout State) in })
    let grade = try app.grade(log(actions: [#"{"Tap":{}}"#, #"{"Press":{}}"#]))
    #expect(
      grade.advice.swift(after: nil) == [
        "Migration(", "  before: <#version#>,", "  action: [",
        #"    .renameCase("Tap", to: "Tapped"),"#, #"    .renameCase("Press", to: <#name#>),"#,
        "  ])",
      ])
  }

  @Test func casesThatCannotBeListedHaveNoNewNames() throws {
    let app = Replayer(ReplayableApp(name: "App") { (_: inout State, _: Unlisted) in })
    let grade = try app.grade(
      log(actions: [#"{"appendText":{"_0":"a"}}"#, #"{"show":{"_0":"everything"}}"#]))
    #expect(
      grade.advice.swift(after: nil) == [
        "Migration(", "  before: <#version#>,", "  action: [",
        #"    .renameCase("appendText", to: <#name#>),"#,
        #"    .renameCase("everything", to: <#name#>, at: "/show/_0"),"#, "  ])",
      ])
  }

  @Test func textsOfALogAreEscapedInSwift() throws {
    let key = #"\"), evil(\"\\(x)#>\u0000é"#
    let grade = try app().grade(
      log(
        state:
          #"{"title":"a","tags":[],"owner":{"name":"b","age":1},"users":{"\#(key)":{"name":"a"}}}"#)
    )
    #expect(
      advice(grade) == [
        #"state: [.default("/users/\"), evil(\"\\(x)#>\u{0}\u{e9}/age", 0)]"#
      ])
  }

  /// A default could replace a member that has another key now, which only `grade` finds.
  @Test func theHintOfAnErrorHasNoDefault() throws {
    let error = try #require(throws: LogError.self) {
      try app().replay(log(state: #"{"users":{}}"#), into: LogBuffer())
    }
    #expect(
      "\(error)" == """
        log:2:1: the state after 0 cannot be decoded by this app: No value for the key "title"; \
        the app's State has changed; `grade` looks for a migration
        """)
  }

  @Test func theFindingsOfAHostileLogTakeBoundedMemory() throws {
    let log = try log(actions: (0..<300).map { #"{"append":{"_0":"a","\#($0 % 150)":1}}"# })
    let grade = try app().grade(log)
    #expect((grade.actionCount, grade.findingCount) == (300, 300))
    #expect(grade.findings.count == LogGrade.findingsMax)
    #expect(grade.findings.allSatisfy { $0.count == 2 })
  }

  @Test func aRedactedValueIsNotTheFaultOfABuild() throws {
    let text = #"{"show":{"_0":"redacted3f9c0001"}}"#
    let covered = try app().grade(log(actions: [text], isRedacted: true))
    #expect(covered.level == .risky && covered.advice.isEmpty)
    guard case .redacted(let path) = covered.findings.first?.problem, path.description == "/show/_0"
    else {
      Issue.record("\(covered.findings)")
      return
    }
    #expect(try app().grade(log(actions: [text])).level == .impossible)
  }
}

/// The lines of the advice, without the version.
private func advice(_ grade: LogGrade) -> [String] {
  grade.advice.swift(after: nil).map {
    $0.replacing("Migration(before: <#version#>, ", with: "").replacing(/\)$/, with: "")
  }
}

private struct State: Codable, Sendable {
  var title: String
  var tags: [Tag]
  var owner: User
  var users: [String: User]
}

private struct Tag: Codable, Sendable {
  var text: String
}

private struct User: Codable, Sendable {
  var name: String
  var age: Double
}

private enum Action: Codable, Sendable {
  case append(String)
  case show(Filter)

  enum CodingKeys: CodingKey, CaseIterable {
    case append, show
  }
}

/// The same cases with Codable's own keys, which cannot be listed.
private enum Unlisted: Codable, Sendable {
  case append(String)
  case show(Filter)
}

private protocol Gesture: Codable, Sendable {}
private struct Tapped: Gesture {}
private struct Swiped: Gesture {}

private enum Filter: String, Codable, Sendable {
  case all, done
}

private func app(migrations: [Migration] = []) -> Replayer {
  Replayer(
    ReplayableApp(name: "App", migrations: migrations) { (_: inout State, _: Action) in })
}

private func log(
  state: String = #"{"title":"a","tags":[],"owner":{"name":"b","age":1},"users":{}}"#,
  actions: [String] = [], isRedacted: Bool = false
) throws -> Log {
  var lines = [
    #"{"kind":"session","rexlog":1,"id":"1","startedAt":"2026-11-20T10:00:00.000Z","#
      + #""app":{"name":"App"}"# + (isRedacted ? #","redacted":{"rules":["keys"]}}"# : "}"),
    #"{"kind":"keyframe","seq":0,"timeMs":0,"state":\#(state.replacing("\n", with: ""))}"#,
  ]
  for (index, action) in actions.enumerated() {
    lines.append(
      #"{"kind":"action","seq":\#(index + 1),"timeMs":1,"type":"a","action":\#(action),"#
        + #""tookMs":1,"patch":[]}"#)
  }
  return try Log(name: "log", bytes: Array((lines.joined(separator: "\n") + "\n").utf8))
}
