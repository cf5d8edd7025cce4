import RexJSON
import Testing

/// What the writers write, byte for byte.
@Suite struct WritingTests {
  @Test func compactFormKeepsOrderAndNumberText() throws {
    let text = #"{"b":[1.0,-0,1e400,2E+1],"a":{"":null},"c":[true,false,[],{}]}"#
    #expect(try JSON(parsing: text).description == text)
  }

  @Test func stringsEscapeWhatATerminalMustNotGetRaw() {
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

  /// The example of RFC 8785, section 3.2.2 and 3.2.3.
  @Test func canonicalFormOfTheRFC() throws {
    let document = try JSON(
      parsing: #"""
        {"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],
         "string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}
        """#)
    let expected =
      #"{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"#
      + #""string":"€$\u000f\nA'B\"\\\\\"/"}"#
    #expect(document.canonicalBytes == Array(expected.utf8))
  }

  @Test func canonicalKeysAreInOrderOfUTF16() throws {
    let document = try JSON(
      parsing: #"{"\u20ac":1,"\r":2,"\ufb33":3,"1":4,"\ud83d\ude00":5,"\u0080":6,"\u00f6":7}"#)
    let keys = try JSON(parsing: document.canonicalBytes).object?.map(\.key)
    #expect(keys == ["\r", "1", "\u{80}", "\u{F6}", "\u{20AC}", "\u{1F600}", "\u{FB33}"])
  }
}
