import RexJSON
import TestSupport
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

  /// RFC 8785, appendix B.
  @Test(
    arguments: [
      (0x0000_0000_0000_0000, "0"), (0x8000_0000_0000_0000, "0"),
      (0x0000_0000_0000_0001, "5e-324"), (0x8000_0000_0000_0001, "-5e-324"),
      (0x7FEF_FFFF_FFFF_FFFF, "1.7976931348623157e+308"),
      (0xFFEF_FFFF_FFFF_FFFF, "-1.7976931348623157e+308"),
      (0x4340_0000_0000_0000, "9007199254740992"), (0xC340_0000_0000_0000, "-9007199254740992"),
      (0x4430_0000_0000_0000, "295147905179352830000"),
      (0x44B5_2D02_C7E1_4AF5, "9.999999999999997e+22"), (0x44B5_2D02_C7E1_4AF6, "1e+23"),
      (0x44B5_2D02_C7E1_4AF7, "1.0000000000000001e+23"),
      (0x444B_1AE4_D6E2_EF4E, "999999999999999700000"),
      (0x444B_1AE4_D6E2_EF4F, "999999999999999900000"), (0x444B_1AE4_D6E2_EF50, "1e+21"),
      (0x3EB0_C6F7_A0B5_ED8C, "9.999999999999997e-7"), (0x3EB0_C6F7_A0B5_ED8D, "0.000001"),
      (0x41B3_DE43_5555_5553, "333333333.3333332"), (0x41B3_DE43_5555_5554, "333333333.33333325"),
      (0x41B3_DE43_5555_5555, "333333333.3333333"), (0x41B3_DE43_5555_5556, "333333333.3333334"),
      (0x41B3_DE43_5555_5557, "333333333.33333343"),
      (0xBECB_F647_612F_3696, "-0.0000033333333333333333"),
      (0x4314_3FF3_C1CB_0959, "1424953923781206.2"),
    ] as [(UInt64, String)])
  func canonicalNumbers(_ bits: UInt64, _ text: String) throws {
    let number = try #require(JSONNumber(Double(bitPattern: bits)))
    #expect(JSON.number(number).canonicalBytes == Array(text.utf8))
  }

  @Test func canonicalNumbersReadBack() throws {
    var random = SeededGenerator(seed: 8785)
    for _ in 0..<2000 {
      let value = Double(bitPattern: random.next())
      guard let number = JSONNumber(value) else { continue }
      let text = String(decoding: JSON.number(number).canonicalBytes, as: UTF8.self)
      #expect(Double(text) == value)
    }
  }
}
