import RexJSON
import RexRedaction
import Testing

/// Keys are told apart by all of their bytes, also after others like them were looked up.
@Suite struct KeyBytesTests {
  @Test(arguments: [
    // Canonical equivalents, which `==` does not tell apart.
    ["caf\u{E9}", "cafe\u{301}"],
    ["\u{E9}", "e\u{301}"],
    // The same length, first and last bytes.
    ["abc", "adc"], ["abcd", "abbd"], ["abcdefg", "abcxefg"],
    ["abcdefghijklmnop", "abcdefghijklmn_p"],
    ["a long key, the same but for B.", "a long key, the same but for C."],
    ["12345678 and B 87654321", "12345678 and C 87654321"],
    ["12345678 and B", "12345678 and B "], ["", "a"], ["a", "aa"], ["ab", "ba"],
  ])
  func keysThatAreAlikeAreNotMistakenForEachOther(_ keys: [String]) throws {
    for (secret, other) in [(keys[0], keys[1]), (keys[1], keys[0])] {
      let redactor = Redactor(rules: .only(paths: [try #require(PathPattern("/" + secret))]))
      for key in [secret, other, secret, other, other, secret] {
        let isShown = redactor.redact([key: "told"]).object?[key] == "told"
        #expect(isShown == !key.utf8.elementsEqual(secret.utf8), "\(key) of \(keys)")
      }
    }
  }
}
