import RexActions
import RexJSON
import RexLog
import TestSupport
import Testing

@testable import RexReplayer

/// A suggested migration loses no value of the log.
@Suite struct LossyMigrationTests {
  /// An older build wrote `null`, and in later states there is a value.
  @Test func aNullIsNotRemoved() throws {
    let grade = try graded(mouse(), state: #"{"n":0,"error":null}"#)
    #expect(grade.level == .risky && grade.advice == MigrationAdvice())
  }

  @Test func anOptionalOfAnOptionalIsNotRemoved() throws {
    let grade = try graded(
      ReplayableApp(name: "A") { (_: inout Form, _: Twice) in },
      actions: [#"{"oo":{"_0":null}}"#, #"{"oo":{"_0":5}}"#, #"{"oo":{}}"#])
    #expect(grade.level == .risky && grade.advice == MigrationAdvice())
  }

  @Test(arguments: [
    #"{"mouseMoved":{"_0":3,"_1":4}}"#, #"{"mouseMoved":{"_1":4,"_0":3}}"#,
  ])
  func valuesThatGotLabelsAreRenamedInOrder(action: String) throws {
    let grade = try graded(mouse(), actions: [action])
    #expect(
      grade.advice.swift(after: nil).joined() == #"Migration(  before: <#version#>,  action: ["#
        + #"    .rename("/mouseMoved/_0", to: "/mouseMoved/x"),"#
        + #"    .rename("/mouseMoved/_1", to: "/mouseMoved/y"),  ])"#)
    let migrated = mouse([
      Migration(
        before: "1",
        action: [
          .rename("/mouseMoved/_0", to: "/mouseMoved/x"),
          .rename("/mouseMoved/_1", to: "/mouseMoved/y"),
        ])
    ])
    #expect(try graded(migrated, actions: [action]).level == .fine)
  }

  @Test func valuesThatLostTheirLabelsAreRenamedInOrder() throws {
    let grade = try graded(
      ReplayableApp(name: "A") { (_: inout Form, _: Unlabeled) in },
      actions: [#"{"mouseMoved":{"x":3,"y":4}}"#])
    let advice = grade.advice.swift(after: nil).joined()
    #expect(advice.contains(#".rename("/mouseMoved/x", to: "/mouseMoved/_0")"#), "\(advice)")
    #expect(advice.contains(#".rename("/mouseMoved/y", to: "/mouseMoved/_1")"#))
  }

  /// Which of the two was renamed to which cannot be told.
  @Test func ambiguousMembersAreNotGuessed() throws {
    let grade = try graded(mouse(), actions: [#"{"mouseMoved":{"left":3,"top":4}}"#])
    #expect(grade.level == .impossible && grade.advice.isEmpty)
    #expect(grade.advice.lost.map(\.description) == ["/mouseMoved/left", "/mouseMoved/top"])
  }

  /// Both fail in the same way, but with a default, only the second loses a value.
  @Test func theMigrationIsTestedOnAllActions() throws {
    let actions = [#"{"mouseMoved":{"x":1}}"#, #"{"mouseMoved":{"x":1,"z":5}}"#]
    let first = try graded(mouse(), actions: Array(actions.prefix(1)))
    #expect(
      first.advice.swift(after: nil)
        == [#"Migration(before: <#version#>, action: [.default("/mouseMoved/y", 0)])"#])
    let both = try graded(mouse(), actions: actions)
    #expect(both.advice.isEmpty && both.advice.lost.map(\.description) == ["/mouseMoved/z"])
  }

  /// What such an action loses cannot be compared.
  @Test func actionsThatCannotBeEncodedHaveNoMigration() throws {
    let app = ReplayableApp(name: "A") { (_: inout Form, _: DecodableMouse) in }
    let grade = try graded(app, actions: [#"{"mouseMoved":{"x":1}}"#])
    #expect(grade.level == .impossible && grade.advice == MigrationAdvice())
  }

  /// Members are renamed, left out, added and changed at random.
  @Test func everyValueSurvivesASuggestedMigration() throws {
    let app = ReplayableApp(name: "A") { (_: inout Shelf, _: Mouse) in }
    var suggestedCount = 0
    for seed in 1...UInt64(isLongRun ? 5_000 : 300) {
      var random = SplitMix64(seed: seed)
      let document = Shelf.document.changed(&random)
      let advice = try graded(app, state: "\(document)").advice.state
      guard !advice.isEmpty, !advice.contains(where: { $0.operation == nil }) else { continue }
      suggestedCount += 1
      let encoded = try app.coding.roundTrip(state: advice.migrated(document))
      var rest = encoded.leaves
      for leaf in document.leaves {
        let index = rest.firstIndex(of: leaf)
        #expect(index != nil, "seed \(seed): \(document) loses \(leaf) by \(advice)")
        if let index { rest.remove(at: index) }
      }
    }
    #expect(suggestedCount > 20)
  }
}

private struct Form: Codable, Sendable {
  var n = 0
  var error: String?
}

private enum Mouse: Codable, Sendable { case mouseMoved(x: Int, y: Int) }
private enum Unlabeled: Codable, Sendable { case mouseMoved(Int, Int) }
private enum DecodableMouse: Decodable, Sendable { case mouseMoved(x: Int, y: Int) }
private enum Twice: Codable, Sendable { case oo(Int??) }

private struct Shelf: Codable, Sendable {
  var title: String
  var count: Int
  var isOpen: Bool
  var note: String?
  var box: Box

  struct Box: Codable, Sendable {
    var width: Int
    var label: String
  }

  static let document: JSON = [
    "title": "a", "count": 7, "isOpen": true, "note": "b", "box": ["width": 8, "label": "c"],
  ]
}

extension JSON {
  fileprivate func changed(_ random: inout SplitMix64) -> JSON {
    guard let object else { return self }
    var changed = JSONObject()
    for (key, value) in object {
      let value = value.changed(&random)
      switch Int.random(in: 0..<12, using: &random) {
      case 0: changed[key + "Old"] = value
      case 1: break
      case 2: (changed[key], changed["extra"]) = (value, "d")
      case 3: changed[key] = .null
      default: changed[key] = value
      }
    }
    return .object(changed)
  }

  /// The values that are no containers, and not null.
  fileprivate var leaves: [JSON] {
    if let object { return object.flatMap { $0.value.leaves } }
    if let array { return array.flatMap(\.leaves) }
    return self == .null ? [] : [self]
  }
}

private func mouse(_ migrations: [Migration] = []) -> ReplayableApp {
  ReplayableApp(name: "A", migrations: migrations) { (_: inout Form, _: Mouse) in }
}

private func graded(
  _ app: ReplayableApp, state: String = #"{"n":0}"#, actions: [String] = []
) throws -> LogGrade {
  var lines = [
    #"{"kind":"session","rexlog":1,"id":"1","startedAt":"2026-11-20T10:00:00.000Z","#
      + #""app":{"name":"A"}}"#,
    #"{"kind":"keyframe","seq":0,"timeMs":0,"state":\#(state)}"#,
  ]
  for (index, action) in actions.enumerated() {
    lines.append(
      #"{"kind":"action","seq":\#(index + 1),"timeMs":1,"type":"a","action":\#(action),"#
        + #""tookMs":1,"patch":[]}"#)
  }
  let log = try Log(name: "log", bytes: Array((lines.joined(separator: "\n") + "\n").utf8))
  return try Replayer(app).grade(log)
}
