import RexTerminal
import TestSupport
import Testing

/// What a terminal sends, as keys.
@Suite struct KeyParserTests {
  @Test(arguments: [
    ("a", [Key(.character("a"))]), ("é", [Key(.character("é"))]), ("漢", [Key(.character("漢"))]),
    ("🎉", [Key(.character("🎉"))]), ("\u{FFFD}", [Key(.character("\u{FFFD}"))]),
    ("\r", [Key(.enter)]), ("\n", [Key(.enter)]), ("\t", [Key(.tab)]),
    ("\u{7F}\u{8}", [Key(.backspace), Key(.backspace)]),
    ("\u{1}\u{1A}\u{1C}\u{0}", [.control("a"), .control("z"), .control("\\"), .control(" ")]),
    ("\u{1B}[A\u{1B}OB", [Key(.up), Key(.down)]), ("\u{1B}[1;5D", [Key(.left, .control)]),
    ("\u{1B}[1;4C", [Key(.right, [.shift, .alt])]), ("\u{1B}[Z", [Key(.tab, .shift)]),
    ("\u{1B}[H\u{1B}[4~\u{1B}OF", [Key(.home), Key(.end), Key(.end)]),
    ("\u{1B}[2~\u{1B}[3~", [Key(.insert), Key(.delete)]),
    ("\u{1B}[5~\u{1B}[6;5~", [Key(.pageUp), Key(.pageDown, .control)]),
    ("\u{1B}OP\u{1B}[15~\u{1B}[24~", [Key(.function(1)), Key(.function(5)), Key(.function(12))]),
    ("\u{1B}[[A", [Key(.function(1))]),
    ("\u{1B}b\u{1B}é\u{1B}\u{7F}", [.alt("b"), .alt("é"), Key(.backspace, .alt)]),
    ("\u{1B}\u{1B}[A", [Key(.escape), Key(.up)]),
    ("\u{1B}[<0;3;4M\u{1B}[<0;3;4m", [mouse(.press(0)), mouse(.release(0))]),
    ("\u{1B}[<35;3;4M\u{1B}[<34;3;4M", [mouse(.move(nil)), mouse(.move(2))]),
    ("\u{1B}[<64;3;4M\u{1B}[<65;3;4M", [mouse(.scrollUp), mouse(.scrollDown)]),
    ("\u{1B}[200~a\u{1B}[Ab\r\u{1B}[201~c", [Key(.paste("a\u{1B}[Ab\r")), Key(.character("c"))]),
    // A paste that was cut ends with Ctrl-C.
    ("\u{1B}[200~a\u{3}", [Key(.paste("a")), .control("c")]),
    // Unknown sequences are dropped, and those that another key cuts.
    ("\u{1B}[?1;2cx", [Key(.character("x"))]),
    ("\u{1B}[1\rx", [Key(.enter), Key(.character("x"))]),
    ("\u{1B}[<0;99999999999;4Mx", [Key(.character("x"))]),
  ])
  func bytesAreKeys(_ text: String, _ keys: [Key]) {
    var parser = KeyParser()
    #expect(parser.keys(in: Array(text.utf8)) == keys)
    #expect(!parser.isWaiting)
    // Each byte by itself gives the same.
    #expect(text.utf8.flatMap { parser.keys(in: [$0]) } == keys)
  }

  private static func mouse(_ event: MouseReport.Event) -> Key {
    Key(.mouse(MouseReport(event, column: 2, row: 3)))
  }

  @Test func aLoneEscapeIsAKeyAfterAWhile() {
    var parser = KeyParser()
    #expect(parser.keys(in: [0x1B]).isEmpty)
    #expect(parser.isWaiting)
    #expect(parser.flush() == [Key(.escape)])
    #expect(!parser.isWaiting && parser.flush().isEmpty)
    // A sequence that was cut is none.
    #expect(parser.keys(in: Array("\u{1B}[1;".utf8)).isEmpty)
    #expect(parser.flush().isEmpty && !parser.isWaiting)
  }

  @Test(
    arguments: [
      [0xFF], [0x80], [0xC0, 0x80], [0xC3, 0x41], [0xE2, 0x82, 0x41], [0xED, 0xA0, 0x80],
      [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
    ] as [[UInt8]])
  func bytesThatAreNotUTF8AreDropped(_ bytes: [UInt8]) {
    var parser = KeyParser()
    let keys = parser.keys(in: bytes + Array("x".utf8))
    #expect(keys.last == Key(.character("x")))
    #expect(keys.allSatisfy { $0 == Key(.character("x")) || $0 == Key(.character("A")) })
  }

  /// However bytes are divided, the keys are the same, and nothing stays pending after a `flush`.
  @Test func anyBytesAreRead() {
    let seed = UInt64.random(in: 0 ... .max)
    var generator = SeededGenerator(seed: seed)
    let pieces: [[UInt8]] = ["\u{1B}", "[", "200~", "\u{1B}[201~", "<", "1;", "M", "é", "🎉"]
      .map { Array($0.utf8) }
    for _ in 0..<2_000 {
      var bytes: [UInt8] = []
      for _ in 0..<Int.random(in: 1...20, using: &generator) {
        let piece = pieces.randomElement(using: &generator) ?? []
        let byte = UInt8.random(in: 0 ... .max, using: &generator)
        bytes += Bool.random(using: &generator) ? piece : [byte]
      }
      var (whole, single) = (KeyParser(), KeyParser())
      let keys = whole.keys(in: bytes)
      #expect(bytes.flatMap { single.keys(in: [$0]) } == keys, "seed \(seed): \(bytes)")
      #expect(single.flush() == whole.flush(), "seed \(seed): \(bytes)")
      #expect(!whole.isWaiting, "seed \(seed): \(bytes)")
    }
  }

  @Test func longSequencesAndPastesAreBounded() {
    var parser = KeyParser()
    let digits = "\u{1B}[" + String(repeating: "1", count: 65)
    #expect(parser.keys(in: Array((digits + "x").utf8)) == [Key(.character("x"))])
    _ = parser.keys(in: Array("\u{1B}[200~".utf8))
    let text = [UInt8](repeating: 0x61, count: 1 << 20)
    for _ in 0..<3 { #expect(parser.keys(in: text).isEmpty) }
    let keys = parser.keys(in: Array("\u{1B}[201~".utf8))
    #expect(keys == [Key(.paste(String(repeating: "a", count: 1 << 20)))])
  }
}
