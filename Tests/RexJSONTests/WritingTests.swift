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
