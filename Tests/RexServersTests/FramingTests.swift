import RexJSON
import RexServers
import TestSupport
import Testing

/// Messages are found in bytes that arrive in any pieces, and bad ones lose only themselves.
@Suite struct FramingTests {
  @Test(arguments: [1, 2, 3, 7, 1_000])
  func linesAreMessages(_ pieceSize: Int) {
    let text = "{\"id\":1}\r\n\n  \n[2]\nnot JSON\n\"é\"\n{\"unfinished\":"
    #expect(
      messages(LineFraming(), text, pieceSize) == [
        .document(["id": 1]), .document([2]),
        .malformed("1:2: error: expected null, found 'o'"), .document("é"),
      ])
  }

  @Test(arguments: [1, 2, 3, 7, 1_000])
  func headersTellTheLengthsOfMessages(_ pieceSize: Int) {
    let text =
      message("{\"seq\":1}") + "Content-Type: x\r\ncontent-length:3\r\n\r\n[2]"
      + "Content-Length: -3\r\n\r\n" + "Content-Length: 99999999999999999999\r\n\r\n"
      + "X: 1\r\n\r\n" + message("{") + message("[3]") + "Content-Length: 9\r\n\r\n[4"
    #expect(
      messages(HeaderFraming(), text, pieceSize) == [
        .document(["seq": 1]), .document([2]),
        .malformed("the header has no valid Content-Length"),
        .malformed("the header has no valid Content-Length"),
        .malformed("the header has no valid Content-Length"),
        .malformed(
          "1:2: error: expected a key in double quotes or '}', found the end of the text"),
        .document([3]),
      ])
  }

  @Test(arguments: [5_000, 100_000])
  func longMessagesAreSkipped(_ pieceSize: Int) {
    let long = String(repeating: "x", count: ClientMessage.bytesMax + 5_000)
    let problem = ClientMessage.malformed(
      "the message has more than \(ClientMessage.bytesMax) bytes")
    #expect(
      messages(LineFraming(), long + "\n[1]\n", pieceSize) == [problem, .document([1])])
    #expect(
      messages(HeaderFraming(), message(long) + message("[1]"), pieceSize) == [
        problem, .document([1]),
      ])
  }

  @Test(arguments: [4_500, 100_000])
  func aLongHeaderIsSkipped(_ pieceSize: Int) {
    let text = String(repeating: "x", count: 5_000) + "\r\n\r\n" + message("[1]")
    #expect(
      messages(HeaderFraming(), text, pieceSize) == [
        .malformed("the header has more than 4096 bytes"), .document([1]),
      ])
  }

  /// The rest of a message whose length is wrong stands before the next header.
  @Test(arguments: ["x", "1", "2"])
  func aWrongLengthLosesOneMessage(_ length: String) {
    let text = "Content-Length: \(length)\r\n\r\n[1]" + message("[2]") + message("[3]")
    let found = messages(HeaderFraming(), text, 100)
    #expect(found.count == 3)
    #expect(found.dropFirst() == [.document([2]), .document([3])])
  }

  @Test func aDeepMessageIsMalformed() {
    let found = messages(LineFraming(), String(repeating: "[", count: 100) + "\n[1]\n", 1_000)
    #expect(
      found == [
        .malformed("1:65: error: nested deeper than 64"), .document([1]),
      ])
  }

  private func message(_ text: String) -> String {
    "Content-Length: \(text.utf8.count)\r\n\r\n\(text)"
  }

  private func messages(
    _ framing: some MessageFraming, _ text: String, _ pieceSize: Int
  ) -> [ClientMessage] {
    var (framing, rest) = (framing, Array(text.utf8)[...])
    var messages: [ClientMessage] = []
    while !rest.isEmpty {
      framing.append(Array(rest.prefix(pieceSize)))
      rest = rest.dropFirst(pieceSize)
      while let message = framing.next() { messages.append(message) }
    }
    return messages
  }
}
