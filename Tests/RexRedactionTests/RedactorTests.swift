import Foundation
import RexJSON
import RexRedaction
import TestSupport
import Testing

/// What a redactor writes in place of secrets depends on a leaf and its place, and nothing else.
@Suite struct RedactorTests {
  private func shown(_ document: JSON, _ rules: RedactionRules = .standard) -> String {
    Redactor(rules: rules, placeholderKey: 0xAB12).redact(document).description
  }

  @Test func placeholdersKeepTypeAndEquality() {
    let document: JSON = [
      "password": "hunter2", "again": ["passcode": "hunter2"], "other": ["token": "zzz"],
      "pin": 1234, "apiKey": 1.5, "secret": nil, "passphrase": "", "hasToken": true,
      "session_token": "6F9619FF-8B86-D011-B42D-00C04FC964FF", "ssn": [1234, -7, 5e-7],
    ]
    #expect(
      shown(document) == """
        {"password":"redacted84f18ee5c82d2482","again":{"passcode":"redacted84f18ee5c82d2482"},\
        "other":{"token":"redacted6617faa503bc413e"},"pin":2130228981,"apiKey":2130102388.5,\
        "secret":null,"passphrase":"","hasToken":true,\
        "session_token":"7ED0AC7E-C739-4000-8000-3C1AAC8BCA12",\
        "ssn":[2130228981,2130069031,2130637992.5]}
        """)
  }

  @Test func anotherSessionHasOtherPlaceholders() {
    let document: JSON = ["password": "hunter2", "pin": 1234]
    let sessions = (0..<20).map { _ in Redactor(rules: .standard).redact(document).description }
    #expect(Set(sessions).count == 20)
    #expect(shown(document) == shown(document))
  }

  @Test func nothingIsRemembered() {
    let redactor = Redactor(rules: .standard)
    let document: JSON = ["note": "it is hunter22", "hunter22": 1, "password": "hunter22"]
    for _ in 0..<2 {
      #expect(
        redactor.redact(document).description.showingPlaceholders
          == #"{"note":"it is hunter22","hunter22":1,"password":"▮"}"#)
    }
  }

  @Test func pathsRedactBooleans() {
    #expect(shown(["a": ["b": true, "c": [1]]], .only(paths: ["/a"])).contains(#"{"b":false,"#))
  }

  @Test func aConditionSeesALeafAndTheNamesAboveIt() {
    let seen = SeenLeaves()
    let rules = RedactionRules.only { names, leaf in
      seen.append("\(names.joined(separator: ".")): \(leaf)")
      return names.contains("medical") || leaf == true
    }
    #expect(
      shown(["medical": ["x": ["y", 1]], "z": [["y"], true], "n": nil], rules).showingPlaceholders
        == #"{"medical":{"x":["▮",▮]},"z":[["y"],false],"n":null}"#)
    #expect(
      seen.all == [
        #"medical.x: "y""#, "medical.x: 1", #"z: "y""#, "z: true",
      ])
  }

  @Test func secretKeysAreRedacted() {
    let rules = RedactionRules.only(keyedPaths: ["/byEmail"])
    let document: JSON = ["byEmail": ["a": ["id": 1], "b": 2, "": 3, "id": 2], "id": 3]
    let shown = shown(document, rules)
    #expect(
      shown.showingPlaceholders
        == #"{"byEmail":{"▮":{"id":1},"▮":2,"":3,"▮":2},"id":3}"#)
    #expect(!shown.contains("0000000000000000"), "keys stay different")
  }

  @Test func formatsAreRedactedInKeys() {
    #expect(
      shown(["token=abc123": 1, "4111 1111 1111 1111": [2]]).showingPlaceholders
        == #"{"token=▮":1,"▮":[2]}"#)
  }

  @Test func allSingleCharactersHaveOnePlaceholder() {
    let rules = RedactionRules.only(paths: ["/typed"])
    #expect(
      shown(["typed": ["l", "o", "é", "👨‍👩‍👧", 4, 5]], rules) == """
        {"typed":["redacted0000000000000000","redacted0000000000000000",\
        "redacted0000000000000000","redacted0000000000000000",2130000000,2130000000]}
        """)
    #expect(shown(["typed": ["ll", 45]], rules) != shown(["typed": ["lo", 54]], rules))
  }

  @Test func aNumberOfTheAppInTheRangeOfPlaceholdersStays() {
    let shown = Redactor(rules: .standard, placeholderKey: 1)
      .redact(["total": 2_130_000_005, "pin": 2_130_000_005])
    #expect(shown["total"] == 2_130_000_005)
    #expect(shown["pin"] != 2_130_000_005)
  }

  @Test func numbersOfTheAppAreNeverPlaceholders() throws {
    var random = SeededGenerator(seed: 2130)
    for _ in 0..<(tries(400, gate: 2_000, long: 10_000)) {
      let integer = Int.random(in: 2_129_999_990...2_131_000_010, using: &random)
      let fraction = try #require(["", ".5", ".25"].randomElement(using: &random))
      let number = try #require(JSONNumber(text: "\(integer)\(fraction)"))
      let redactor = Redactor(rules: .standard)
      let shown = redactor.redact(["total": .number(number), "pin": .number(number)])
      let isPlaceholder = [shown["total"], shown["pin"]].map {
        Placeholder.isContained(in: $0 ?? .null, numbers: Placeholder.numbers)
      }
      #expect(isPlaceholder == [false, true], "\(number.text)")
      #expect(shown["total"] == .number(number))
      #expect(redactor.redactedCount == 1)
    }
  }

  @Test func aNumberOfTheAppIsWrittenWithAnExponentOnlyIfItLooksLikeAPlaceholder() {
    let texts = ["2130000005", "2130000005.5", "2130000005.25", "-2130000005", "2130000005e0"]
    let document = JSON.array(texts.map { .number(JSONNumber(text: $0)!) })
    #expect(
      shown(document)
        == "[2130000005e0,2130000005.5e0,2130000005.25,-2130000005,2130000005e0]")
    let inText = #"{"pin":1,"total":2130000005}"#
    #expect(
      Redactor(rules: .standard).redact(text: inText).hasSuffix(#","total":2130000005}"#))
  }

  @Test func onlyNumbersOfTheirFormArePlaceholders() throws {
    for text in ["2130000000", "2130999999", "2130999999.5"] {
      let number = try #require(JSONNumber(text: text))
      #expect(Placeholder.isPlaceholder(number, numbers: Placeholder.numbers), "\(text)")
    }
    for text in [
      "2129999999", "2131000000", "-2130000001", "2130000000.25", "770000001", "1e400",
      "2130000000e0", "2.13e9",
    ] {
      let number = try #require(JSONNumber(text: text))
      #expect(!Placeholder.isPlaceholder(number, numbers: Placeholder.numbers), "\(text)")
    }
  }

  @Test(arguments: [
    (#"{"password":"a\"b","n":[1]}"#, #"{"password":"▮","n":[1]}"#),
    (#"{"pin":1234,"a":{"token":"x"}}"#, #"{"pin":▮,"a":{"token":"▮"}}"#),
    (#"["token=abc123", {"pass\u0077ord": "x1"}]"#, #"["token=▮",{"password":"▮"}]"#),
    (#"{"body":"{\"password\":\"x1\"}"}"#, #"{"body":"{\"password\":\"▮\"}"}"#),
    (#"{"note": "spaces stay", "n": 4111111111111111}"#, nil),
    ("{password: x12}", "{password: ▮}"),
  ])
  func aTextWithJSONIsRedactedAsJSON(_ text: String, _ expected: String?) {
    let shown = Redactor(rules: .standard).redact(text: text)
    #expect(shown.showingPlaceholders == expected ?? text)
  }

  @Test func escapesOfURLsAreDecodedOnce() {
    let redactor = Redactor(rules: .standard, placeholderKey: 1)
    func secret(_ text: String) -> String { redactor.redact(text: text) }
    #expect(secret("password%3Dhunter%32%26a").showingPlaceholders == "password%3D▮%26a")
    #expect(secret("?token=hunter%32&b") == secret("?token=hunter2&b"), "the same secret")
    #expect(secret("?token=a%26b%3Dc&d").showingPlaceholders == "?token=▮&d")
    #expect(secret("password%253Dhunter2") == "password%253Dhunter2", "not twice")
  }

  @Test func redactionIsIdempotent() {
    let document: JSON = [
      "password": "hunter2", "text": "token=abc123", "pan": "4111111111111111", "cookie": "c",
      "id": "6F9619FF-8B86-D011-B42D-00C04FC964FF", "body": "{\"pin\":\"1234\"}",
      "token": "6F9619FF-8B86-D011-B42D-00C04FC964FF", "4111 1111 1111 1111": 1,
    ]
    let once = Redactor(rules: .standard).redact(document)
    #expect(Redactor(rules: .standard).redact(once) == once)
  }

  @Test func theCountIsThatOfRedactedValues() {
    let redactor = Redactor(rules: .only(paths: ["/a"]))
    _ = redactor.redact(["a": ["x1", 2, true, nil, "", "x1"], "b": "x1"])
    #expect(redactor.redactedCount == 3)
  }
}

/// What a condition was called with.
private final class SeenLeaves: @unchecked Sendable {
  // The redactor calls the condition on the test's thread.
  private(set) var all: [String] = []

  func append(_ leaf: String) { all.append(leaf) }
}
