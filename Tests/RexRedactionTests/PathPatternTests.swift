import RexJSON
import Testing

@testable import RexRedaction

/// A path pattern redacts the values that it matches, and nothing else.
@Suite struct PathPatternTests {
  static let document: JSON = [
    "user": ["token": "a", "name": "b"], "users": [["token": "c"], ["token": "d", "x/y": "e"]],
    "deep": ["er": ["token": "f"]],
  ]

  @Test(arguments: [
    ("/user/token", ["a"]), ("user/token", ["a"]), ("/user", ["a", "b"]),
    ("/users/*/token", ["c", "d"]), ("/users/0", ["c", "d", "e"]),
    ("**/token", ["a", "c", "d", "f"]),
    ("/deep/**/token", ["f"]), ("/users/*/x~1y", ["e"]), ("*/name", ["b"]), ("/nowhere", []),
    ("*", ["a", "b", "c", "d", "e", "f"]), ("**", ["a", "b", "c", "d", "e", "f"]),
    ("/user/**", ["a", "b"]),
  ])
  func aPatternRedactsTheValuesAtItsPaths(_ pattern: String, _ covered: [String]) throws {
    let rules = RedactionRules.only(paths: [try #require(PathPattern(pattern))])
    let redactor = Redactor(rules: rules)
    let shown = redactor.redact(Self.document).description
    let gone = ["a", "b", "c", "d", "e", "f"].filter { !shown.contains("\"\($0)\"") }
    #expect(gone == covered)
  }

  @Test(arguments: ["/user/", "/user//x", "/user/0", "/user/-"])
  func aValueIsRedactedByItsPathAlone(_ path: String) throws {
    let pattern = try #require(PathPattern(path.replacing("-", with: "0")))
    let rules = RedactionRules.only(paths: [pattern])
    let pointer = try #require(JSONPointer(path))
    #expect(Redactor(rules: rules).redact("secret", at: pointer) != "secret")
  }

  @Test(arguments: ["", "/a~2", String(repeating: "/a", count: 64)])
  func invalidTextIsNotAPattern(_ text: String) { #expect(PathPattern(text) == nil) }
}
