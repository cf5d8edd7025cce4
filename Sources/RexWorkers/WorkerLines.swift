import RexDecoding
import RexJSON

/// Splits received bytes into lines, each a message.
struct WorkerLines {
  private var bytes: [UInt8] = []
  private var start = 0
  /// The number of bytes in which there is no line feed.
  private var searchedCount = 0
  /// The number of received bytes that are kept.
  var byteCount: Int { bytes.count }
  /// Whether a line is longer than any message.
  private(set) var isBroken = false

  /// More than the largest message: a hundred divergences with a long value each.
  private let lineBytesMax: Int

  init(lineBytesMax: Int = 1 << 29) { self.lineBytesMax = lineBytesMax }

  /// Whether what was received may be the beginning of a message.
  var beginsLikeMessage: Bool { bytes[start...].first ?? UInt8(ascii: "{") == UInt8(ascii: "{") }

  /// Appends bytes, unless a line got too long.
  mutating func append(_ more: UnsafeRawBufferPointer) {
    if start > 1 << 16, start * 2 > bytes.count {
      bytes.removeFirst(start)
      (start, searchedCount) = (0, searchedCount - start)
    }
    guard !isBroken else { return }
    bytes.append(contentsOf: more)
  }

  /// Whether there is a whole line.
  var hasLine: Bool { !isBroken && bytes[max(start, searchedCount)...].contains(lineFeed) }

  /// Returns the next whole line without its line feed; nil if there is none yet.
  mutating func next() -> ArraySlice<UInt8>? {
    guard let end = bytes[max(start, searchedCount)...].firstIndex(of: lineFeed) else {
      searchedCount = bytes.count
      isBroken = isBroken || bytes.count - start > lineBytesMax
      return nil
    }
    defer { (start, searchedCount) = (end + 1, end + 1) }
    return bytes[start..<end]
  }
}

private let lineFeed = UInt8(ascii: "\n")

extension Encodable {
  /// The value as a message: a JSON document on one line.
  var workerLine: [UInt8] {
    // Messages contain only values that can be encoded.
    ((try? JSONDocumentEncoder().encode(self).bytes) ?? []) + [lineFeed]
  }
}

extension Decodable {
  /// Decodes a message; nil if it is not one.
  init?(workerLine line: ArraySlice<UInt8>) {
    guard let json = try? JSON(parsing: Array(line), limits: .largest),
      let value = try? JSONDocumentDecoder().decode(Self.self, from: json)
    else { return nil }
    self = value
  }
}
