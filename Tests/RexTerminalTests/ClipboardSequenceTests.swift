import Foundation
import RexTerminal
import Testing

/// Text on its way to the clipboard.
@Suite struct ClipboardSequenceTests {
  @Test(arguments: ["", "a", "ab", "abc", "漢字\u{1B}\u{7}🎉", String(repeating: "é", count: 37_000)])
  func textIsSentInBase64(_ text: String) {
    let base64 = Data(text.utf8).base64EncodedString()
    #expect(ClipboardSequence.setting(text) == "\u{1B}]52;c;\(base64)\u{7}")
  }

  @Test func moreThanTerminalsReadIsNotSent() {
    #expect(ClipboardSequence.setting(String(repeating: "a", count: 74_001)) == nil)
  }
}
