import Foundation
import RexQuery
import TestSupport
import Testing

/// Patterns: their grammar (RFC 9485, section 4), what they match, and that it takes linear time.
@Suite struct IRegexpTests {
  @Test(arguments: [
    ("b+", "abbbc", "bbb"), ("a|ab|abc", "xabcd", "abc"), ("", "abc", ""), ("x", "abc", nil),
    ("b*", "abb", ""), ("(a|ab)(c|bcd)", "abcd", "abcd"), ("c$", "ccc", "c"), ("^b", "ab", nil),
    ("[0-9]+", "no 42 or 7", "42"), ("a.c|b", "abd", "b"), ("ab|bcde", "abcde", "ab"),
    ("é+", "caféé!", "éé"),
  ])
  func findsTheLeftmostLongestPart(pattern: String, text: String, found: String?) throws {
    let range = try IRegexp(pattern).firstRange(in: text)
    #expect(range.map { String(text[$0]) } == found)
  }

  @Test(arguments: [
    ("Error", "an ERROR", true), ("σ", "Σ", true), ("ς", "Σ", true), ("ß", "SS", false),
    ("[a-c]+", "ABC", true), ("[^a]", "A", false), ("\\p{Lu}", "a", true), ("É", "é", true),
    ("k", "\u{212A}", true), ("[", "[", nil), ("1", "!", false), ("@", "`", false),
  ])
  func ignoringCaseMatchesEitherCase(pattern: String, text: String, isFound: Bool?) {
    #expect((try? IRegexp(pattern, ignoresCase: true))?.isFound(in: text) == isFound)
  }

  @Test func plainTextIsMatchedLiterally() {
    #expect(IRegexp(matching: "a.b*").isFound(in: "xa.b*"))
    #expect(!IRegexp(matching: "a.b*").isFound(in: "xaab"))
    #expect(IRegexp(matching: "a.B", ignoresCase: true).isFound(in: "A.b"))
  }

  @Test(
    arguments: [
      ("", "", true), ("", "a", false), ("abc", "abc", true), ("abc", "abcd", false),
      ("a|bc|", "bc", true), ("a|bc|", "", true), ("a|bc|", "ab", false), ("(a|b)c", "bc", true),
      ("()*", "", true), ("(a*)*", "aaa", true), ("(a*)+b", "aab", true), ("a?", "", true),
      ("a+", "", false), ("ab*c+", "acc", true), ("a{3}", "aaa", true), ("a{3}", "aa", false),
      ("a{3}", "aaaa", false), ("a{2,}", "a", false), ("a{2,}", "aaaaa", true), ("a{0}", "", true),
      ("a{0,2}", "aa", true), ("a{0,2}", "aaa", false), ("a{1,3}b", "aaab", true),
      ("(ab){2}", "abab", true),
      ("(a{2}){2,3}", "aaaaaa", true), ("(a{2}){2,3}", "aaaaa", false), ("a{0,}", "", true),
      (".", "a", true), (".", "😀", true), (".", "\n", false), (".", "\r", false),
      (".", "\u{2028}", true),
      ("^a$", "a", true), ("^a$", "^a$", false), ("a^b", "a^b", false),
      ("(^|b)+a($|c)", "ba", true),
      ("(^|b)+a($|c)", "bbac", true), ("b(^|c)a", "ba", false), ("(^|ab)+a($|c)", "ac", true),
      ("^*a$*", "a", true),
      ("[\\^][$]", "^$", true), ("^$", "", true),
      ("a-b,c:d", "a-b,c:d", true), ("\\.\\*", ".*", true),
      ("\\n\\r\\t", "\n\r\t", true),
      ("\\(\\)\\+\\-\\?\\[\\\\\\]\\^\\{\\|\\}", "()+-?[\\]^{|}", true),
      ("é", "\u{E9}", true), ("é", "e\u{301}", false), ("..", "e\u{301}", true),
      ("[abc]", "b", true), ("[abc]", "d", false), ("[^abc]", "d", true), ("[^abc]", "\n", true),
      ("[a-c]", "b", true), ("[a-cx-z]", "y", true), ("[-a]", "-", true), ("[a-]", "-", true),
      ("[^-a]", "-", false),
      ("[.*+?(){}|^$]", "^", true), ("[\\]\\-\\\\]", "]", true), ("[\\n]", "\n", true),
      ("[--]", "-", true),
      ("\\p{L}+", "Aé漢", true), ("\\p{Lu}", "A", true), ("\\p{Lu}", "a", false),
      ("\\P{Lu}", "a", true),
      ("\\p{Nd}", "٣", true), ("\\p{Sc}", "€", true), ("\\p{Co}", "\u{E000}", true),
      ("\\p{C}", "\u{0}", true),
      ("[\\p{L}\\p{Nd}_]*", "snake_1", true), ("[^\\p{L}]", "a", false), ("[\\P{L}a]", "a", true),
      ("[\\P{L}a]", "b", false), ("\\p{Zs}", "\u{A0}", true), ("\\p{So}", "😀", true),
    ])
  func matchesWholeTexts(_ pattern: String, _ text: String, _ matches: Bool) throws {
    #expect(try IRegexp(pattern).matchesWhole(text) == matches)
  }

  @Test(
    arguments: [
      ("", "", true), ("", "abc", true), ("b", "abc", true), ("bc", "abc", true),
      ("ab", "abc", true),
      ("ac", "abc", false), ("b+c", "abbbc", true), ("a{2}", "abaab", true), ("^b", "ab", false),
      ("^a", "ab", true), ("a$", "ab", false), ("b$", "ab", true), ("^$", "a", false),
      ("[0-9]{2}", "a1b22", true), ("x*", "abc", true), ("aab", "aaab", true),
    ])
  func isFoundInTexts(_ pattern: String, _ text: String, _ isFound: Bool) throws {
    #expect(try IRegexp(pattern).isFound(in: text) == isFound)
  }

  @Test(
    arguments: [
      (
        "*",
        "column 1: expected a character, a class, '(' or '|' (operators are written after '\\'), "
          + "found '*'"
      ),
      (
        "a**",
        "column 3: expected a character, a class, '(' or '|' (operators are written after "
          + "'\\'), found '*'"
      ),
      (
        "a]",
        "column 2: expected a character, a class, '(' or '|' (operators are written after '\\'), "
          + "found ']'"
      ),
      ("(a", "column 3: expected '|' or ')', found the end"),
      ("a)", "column 2: expected the end of the pattern (')' is written '\\)'), found ')'"),
      (
        "\\d",
        "column 2: expected one of ( ) * + - . ? [ \\ ] ^ { | } n r t p P after '\\', found 'd'"
      ),
      (
        "\\",
        "column 2: expected one of ( ) * + - . ? [ \\ ] ^ { | } n r t p P after '\\', found the "
          + "end"
      ),
      ("[]", "column 2: expected a character, a range, a category or ']', found ']'"),
      ("[a", "column 3: expected a character, a range, a category or ']', found the end"),
      ("[a-c-e]", "column 5: expected a character, a range, a category or ']', found '-'"),
      ("[z-a]", "column 4: expected a character that is not before the range's first, found 'a'"),
      ("[[a]]", "column 2: expected a character, a range, a category or ']', found '['"),
      (
        "\\p{Cs}",
        "column 3: expected a general category of Unicode in braces, such as {L} or {Lu}, "
          + "found '{'"
      ),
      (
        "\\p{}",
        "column 3: expected a general category of Unicode in braces, such as {L} or {Lu}, "
          + "found '{'"
      ),
      (
        "\\pL",
        "column 3: expected a general category of Unicode in braces, such as {L} or {Lu}, "
          + "found 'L'"
      ),
      ("a{", "column 3: expected a digit, found the end"),
      ("a{,2}", "column 3: expected a digit, found ','"),
      ("a{2", "column 4: expected a digit, ',' or '}', found the end"),
      ("a{3,2}", "column 5: expected a count that is not below the first, found '2'"),
      (
        "(?:a)",
        "column 2: expected a character, a class, '(' or '|' (operators are written after "
          + "'\\'), found '?'"
      ),
      ("a{10001}", "column 9: the pattern has more than 10000 instructions"),
      ("a{99999999999999999999}", "column 24: the pattern has more than 10000 instructions"),
      ("((a{100}){100}){100}", "column 15: the pattern has more than 10000 instructions"),
      ("(a{6000}){0}(a{6000}){0}", "column 21: the pattern has more than 10000 instructions"),
    ])
  func patternsThatAreTooLargeAreRejected(_ pattern: String, _ message: String) {
    let error = #expect(throws: QueryError.self) { try IRegexp(pattern) }
    #expect(error?.description == message)
  }

  /// Patterns for which a backtracking matcher takes 2^n steps.
  @Test func aHostilePatternTakesLinearTime() throws {
    let text = String(repeating: "a", count: 20_000)
    #expect(try !IRegexp("(a|a)*b").matchesWhole(text))
    #expect(try !IRegexp("(a*)*b").isFound(in: text))
    #expect(try IRegexp("(a?){30}a{30}").matchesWhole(String(repeating: "a", count: 30)))
    #expect(try IRegexp("((((){1000}){1000}){1000}){1000}").matchesWhole(""))
  }

  /// Foundation, which backtracks, matches the same texts.
  @Test(arguments: 0..<20 as Range<UInt64>)
  func agreesWithFoundation(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for step in 0..<50 {
      let pattern = random.pattern(depth: 3)
      let regexp = try IRegexp(pattern)
      // The generated patterns have the same meaning in Foundation's syntax.
      let peer = try NSRegularExpression(pattern: "\\A(?:\(pattern))\\z")
      for _ in 0..<10 {
        let count = Int.random(in: 0...6, using: &random)
        let text = String((0..<count).map { _ in "abc".randomElement(using: &random) ?? "a" })
        let range = NSRange(text.startIndex..., in: text)
        let expected = peer.firstMatch(in: text, range: range) != nil
        #expect(
          regexp.matchesWhole(text) == expected, "seed \(seed), step \(step): \(pattern), \(text)")
      }
    }
  }
}

extension SeededGenerator {
  /// A well-formed pattern over the letters a to c.
  mutating func pattern(depth: Int) -> String {
    switch Int.random(in: 0..<(depth > 0 ? 9 : 3), using: &self) {
    case 0: return ["a", "b", "c"].randomElement(using: &self) ?? "a"
    case 1: return ["[ab]", "[^a]", "[a-c]", "\\p{Ll}"].randomElement(using: &self) ?? "."
    case 2: return "."
    case 3, 4: return pattern(depth: depth - 1) + pattern(depth: depth - 1)
    case 5: return "(\(pattern(depth: depth - 1))|\(pattern(depth: depth - 1)))"
    case 6: return "(\(pattern(depth: depth - 1)))*"
    case 7: return "(\(pattern(depth: depth - 1)))?"
    default:
      let low = Int.random(in: 0...2, using: &self)
      return "(\(pattern(depth: depth - 1))){\(low),\(low + Int.random(in: 0...2, using: &self))}"
    }
  }
}
