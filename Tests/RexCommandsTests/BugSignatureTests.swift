import RexJSON
import RexReplayer
import TestSupport
import Testing

@testable import RexCommands

/// What two findings have in common if they are likely one bug.
@Suite struct BugSignatureTests {
  @Test(arguments: [
    ("", ""), ("/total", "/total"), ("/cart/items/17/price", "/cart/items/*/price"),
    ("/items/-", "/items/*"), ("/items/0", "/items/*"), ("/users/u-08/name", "/users/*/name"),
    ("/users/2E9B7C1A-0000-4000-8000-0000000000AB", "/users/*"), ("/by_id/m17", "/by_id/*"),
    ("/ann@example.com/$ref", "/*/$ref"), ("/Größe/名前", "/Größe/名前"), ("/a~1b/c~0d", "/*/*"),
    ("//x", "/*/x"), ("/" + String(repeating: "x", count: 65), "/*"),
    (String(repeating: "/a", count: 33), String(repeating: "/a", count: 32) + "/…"),
  ])
  func indicesAndIdsOfAPathDoNotCount(_ path: String, _ pattern: String) throws {
    #expect(try #require(JSONPointer(path)).pattern == pattern)
  }

  @Test(arguments: [
    ("noNetwork", "noNetwork"), ("ChatError.notFound(id: 5)", "ChatError.notFound"),
    ("no user 17, retry: 4 times", "no user * retry: * times"),
    ("fetch https://ann:pw@example.com/ failed", "fetch * failed"),
    ("expected \"x\"", "expected"), ("", ""), ("17", "*"), ("a 1 2 3 b", "a * b"),
  ])
  func valuesInAMessageDoNotCount(_ message: String, _ words: String) {
    #expect(message.withoutValues == words)
  }

  @Test func aLongTextIsCut() {
    let combining = "e" + String(repeating: "\u{301}", count: 10_000)
    #expect(combining.beginning.unicodeScalars.count == 201)
    #expect(String(repeating: "x", count: 200).beginning == String(repeating: "x", count: 200))
  }

  /// Of builds, the older one comes first, whatever its text.
  @Test func buildsAreOrdered() {
    func build(_ version: String?, _ build: String?) -> AppBuild {
      AppBuild(.init(name: "Cart", version: version, build: build))
    }
    let builds = [
      build(nil, "1"), build("1.9", nil), build("1.9", "9"), build("1.9", "10"),
      build("1.10-beta", "3"), build("1.10", "2"), build("1.10.0", "2"), build("2", nil),
    ]
    #expect(builds.shuffled().sorted() == builds)
  }
}
