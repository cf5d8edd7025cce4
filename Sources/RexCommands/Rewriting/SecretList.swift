import RexLog
import RexQuestions

/// A file with a secret on each line.
struct SecretList {
  /// The secrets.
  let texts: [String]
  /// The line of each secret.
  let lines: [Int]

  /// Reads a list of secrets, one per line, in UTF-8 with any line endings.
  init(at path: String, for option: String) throws {
    let bytes = try FileLines.bytes(ofFileAt: path, atMost: SecretList.listBytesMax)
    let texts = try SecretList.lines(of: bytes, at: path)
    lines = texts.indices.filter { !texts[$0].isEmpty }.map { $0 + 1 }
    self.texts = texts.filter { !$0.isEmpty }
    guard !lines.isEmpty else {
      throw CommandError.usage(
        "\(path) contains no secret: \(option) takes a file with one on each line")
    }
  }

  /// Enough for 30,000 secrets of a kilobyte; the search takes about 20 times this memory.
  private static let listBytesMax = 1 << 25

  private static func lines(of bytes: [UInt8], at path: String) throws -> [String] {
    var rest = bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    var lines: [String] = []
    while !rest.isEmpty {
      let line = rest.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
      let text = String(decoding: line, as: UTF8.self)
      guard text.utf8.elementsEqual(line), !line.contains(0) else {
        throw CommandError(
          "\(path):\(lines.count + 1):1: error: this line is not text in UTF-8",
          hint: "save the list as UTF-8; other encodings are not supported", .unreadable)
      }
      lines.append(text)
      rest = rest[line.endIndex...]
      rest = rest.dropFirst(rest.starts(with: "\r\n".utf8) ? 2 : 1)
    }
    return lines
  }
}
