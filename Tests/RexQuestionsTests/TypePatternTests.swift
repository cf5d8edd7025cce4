import RexJSON
import RexLog
import RexQuery
import RexQuestions
import Testing

/// Patterns of types, and the conditions that are the same.
@Suite struct TypePatternTests {
  @Test(arguments: [
    ("cart", "cart", true), ("cart", "cart.add", true), ("cart", "cart.line.setCount", true),
    ("cart", "cartoon", false), ("cart", "shop.cart", false), ("cart.", "cart.add", false),
    ("*.loaded", "news.loaded", true), ("*.loaded", "news.loaded.again", true),
    ("end*", "endRide", true), ("end*", "end", true), ("end*", "send", false),
    ("\"cart\"", "cart", true), ("\"cart\"", "cart.add", false), ("\"a*\"", "a*", true),
    ("\"a*\"", "ab", false), ("\"cart", "\"cart", true), (#""a\"b""#, #"a"b"#, true),
    ("load(_:)", "load(_:)", true), ("a+[b]|{c}?", "a+[b]|{c}?.d", true), ("a\\b", "a\\b", true),
    ("*", "line\nbreak", true), ("a^$-b", "a^$-b", true), ("", "", true), ("é*", "ete", false),
    ("ét*", "été", true),
  ])
  func matches(_ pattern: String, _ type: String, _ matches: Bool) throws {
    let pattern = TypePattern(pattern)
    #expect(pattern.matches(type) == matches)
    let moment = Moment(after: .null, entry: ["type": .string(type)])
    #expect(try pattern.condition().holds(in: moment) == matches)
  }
}
