#if os(macOS) || os(Linux)
  import TestSupport
  import Testing

  @testable import RexWorkers

  /// The messages between a command and its worker, in whatever pieces they arrive.
  @Suite struct WorkerLinesTests {
    @Test(arguments: 0..<20 as Range<UInt64>)
    func messagesRoundTrip(seed: UInt64) {
      var generator = SeededGenerator(seed: seed)
      let messages = (0..<20).map { _ in
        String(repeating: "é\n", count: Int.random(in: 0...1_500, using: &generator))
      }
      var bytes = messages.flatMap(\.workerLine)[...]
      var lines = WorkerLines()
      var found: [String?] = []
      while !bytes.isEmpty {
        let piece = bytes.prefix(Int.random(in: 1...2_000, using: &generator))
        bytes = bytes.dropFirst(piece.count)
        piece.withUnsafeBytes { lines.append($0) }
        while let line = lines.next() { found.append(String(workerLine: line)) }
      }
      #expect(found == messages, "seed \(seed)")
      #expect(!lines.isBroken && !lines.hasLine)
    }

    @Test func aLineThatIsTooLongIsRefusedAsItGrows() {
      var lines = WorkerLines(lineBytesMax: 1_000)
      let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 300)
      for count in 1...10 {
        piece.withUnsafeBytes { lines.append($0) }
        #expect(lines.next() == nil)
        #expect(lines.isBroken == (count > 3))
      }
    }

    @Test(arguments: ["HTTP/1.1 200 OK", "\u{1}\u{2}", "no message"])
    func whatIsNoMessageIsDetectedAtItsFirstByte(_ text: String) {
      var lines = WorkerLines()
      #expect(lines.beginsLikeMessage)
      Array(text.utf8).withUnsafeBytes { lines.append($0) }
      #expect(!lines.beginsLikeMessage)
    }
  }
#endif
