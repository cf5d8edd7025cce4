import RexJSON
import TestSupport
import Testing

/// The output of the writers, byte for byte.
@Suite struct WritingTests {
  @Test func compactFormKeepsOrderAndNumberText() throws {
    let text = #"{"b":[1.0,-0,1e400,2E+1],"a":{"":null},"c":[true,false,[],{}]}"#
    #expect(try JSON(parsing: text).description == text)
  }

  @Test func stringsEscapeControlCharacters() {
    let text = "\"\\/\u{0}\u{8}\u{9}\u{A}\u{C}\u{D}\u{1B}\u{1F} \u{7F}\u{80}\u{9F}\u{A0}é😀\u{2028}"
    let expected =
      #""\"\\/\u0000\b\t\n\f\r\u001b\u001f \u007f\u0080\u009f"# + "\u{A0}é😀\u{2028}\""
    #expect(JSON.string(text).bytes == Array(expected.utf8))
  }

  @Test(
    arguments: [
      ("\u{0}\n\u{1B} \u{7E}\u{7F}", #"\u0000\n\u001b ~\u007f"#),
      ("\u{80}\u{85}\u{9B}\u{9F}\u{A0}é", "\\u0080\\u0085\\u009b\\u009f\u{A0}é"),
      ("\u{200B}\u{200C}\u{200D}\u{200E}", "\\u200b\u{200C}\u{200D}\\u200e"),
      ("\u{2028}\u{202A}\u{202E}\u{2066}\u{2069}", #"\u2028\u202a\u202e\u2066\u2069"#),
      ("😀\u{E0001}", #"😀\udb40\udc01"#),
    ])
  func whatATerminalInterpretsOrHidesIsEscaped(_ text: String, _ shown: String) {
    #expect(text.escapedForDisplay.utf8.elementsEqual(shown.utf8))
  }

  @Test func prettyFormHasOneValueALine() throws {
    let document = try JSON(parsing: #"{"a":[1,{"b":null}],"c":{},"d":[]}"#)
    #expect(
      document.prettyPrinted() == """
        {
          "a": [
            1,
            {
              "b": null
            }
          ],
          "c": {},
          "d": []
        }
        """)
  }
}
