package import RexJSON

/// Finds the messages in a client's bytes, which are untrusted.
package protocol MessageFraming: Sendable {
  /// Adds the next bytes.
  mutating func append(_ bytes: [UInt8])
  /// Removes and returns the next message; nil until there are more bytes.
  mutating func next() -> ClientMessage?
}

/// A message as a client sent it.
package enum ClientMessage: Sendable, Equatable {
  case document(JSON)
  /// Bytes that are not a message, and why.
  case malformed(String)

  /// The most bytes of a message; a longer one is skipped.
  package static let bytesMax = 1 << 20

  /// Limits the memory of a message's values.
  private static let limits = JSONLimits(
    depthMax: 64, textBytesMax: bytesMax, stringBytesMax: bytesMax, numberBytesMax: 64,
    treeBytesMax: 8 << 20)

  /// The message in some bytes.
  init(parsing bytes: some Sequence<UInt8>) {
    do throws(JSONError) {
      self = .document(try JSON(parsing: Array(bytes), limits: Self.limits))
    } catch {
      self = .malformed(error.description)
    }
  }

  static let tooLong = ClientMessage.malformed("the message has more than \(bytesMax) bytes")
}

/// One message on each line, as the Model Context Protocol has them.
package struct LineFraming: MessageFraming {
  private var bytes: [UInt8] = []
  /// Where the search for the next line break continues.
  private var searched = 0
  private var isSkipping = false

  package init() {}

  package mutating func append(_ bytes: [UInt8]) { self.bytes += bytes }

  package mutating func next() -> ClientMessage? {
    while let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = bytes[..<end]
      defer {
        bytes.removeSubrange(...end)
        (searched, isSkipping) = (0, false)
      }
      if isSkipping || line.allSatisfy({ $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: " ") }) {
        continue
      }
      return line.count > ClientMessage.bytesMax ? .tooLong : ClientMessage(parsing: line)
    }
    searched = bytes.count
    guard bytes.count > ClientMessage.bytesMax else { return nil }
    (bytes, searched) = ([], 0)
    defer { isSkipping = true }
    return isSkipping ? nil : .tooLong
  }
}

/// A header with the message's length, then the message, as the Debug Adapter Protocol has them.
///
///     Content-Length: 119\r\n
///     \r\n
///     {"seq":1,"type":"request",…
package struct HeaderFraming: MessageFraming {
  private var bytes: [UInt8] = []
  private var mode = Mode.header(searched: 0)

  /// What the next bytes belong to.
  private enum Mode {
    /// A header; its end is not in the bytes that were searched.
    case header(searched: Int)
    /// A header that is too long, and is skipped.
    case longHeader
    case message(length: Int)
    /// The rest of a message that is too long, and is skipped.
    case longMessage(length: Int)
  }

  /// The most bytes of a header.
  private static let headerBytesMax = 4096
  private static let separator: [UInt8] = Array("\r\n\r\n".utf8)

  package init() {}

  package mutating func append(_ bytes: [UInt8]) { self.bytes += bytes }

  package mutating func next() -> ClientMessage? {
    while true {
      switch mode {
      case .header(let searched):
        let end = headerEnd(from: searched)
        mode = .header(searched: bytes.count)
        if end ?? bytes.count > Self.headerBytesMax {
          mode = .longHeader
          return .malformed("the header has more than \(Self.headerBytesMax) bytes")
        }
        guard let end else { return nil }
        let length = Self.length(in: bytes[..<end])
        bytes.removeSubrange(..<end)
        mode = length.map { .message(length: $0) } ?? .header(searched: 0)
        if length == nil { return .malformed("the header has no valid Content-Length") }
      case .longHeader:
        guard let end = headerEnd(from: 0) else {
          // The separator may begin in the last bytes.
          bytes.removeFirst(max(bytes.count - Self.separator.count + 1, 0))
          return nil
        }
        bytes.removeSubrange(..<end)
        mode = .header(searched: 0)
      case .message(let length) where length > ClientMessage.bytesMax:
        mode = .longMessage(length: length)
        return .tooLong
      case .message(let length):
        guard bytes.count >= length else { return nil }
        defer { bytes.removeSubrange(..<length) }
        mode = .header(searched: 0)
        return ClientMessage(parsing: bytes[..<length])
      case .longMessage(let length):
        let skipped = min(length, bytes.count)
        bytes.removeFirst(skipped)
        mode = skipped < length ? .longMessage(length: length - skipped) : .header(searched: 0)
        if skipped < length { return nil }
      }
    }
  }

  /// Where the header ends, with the separator after it.
  private func headerEnd(from searched: Int) -> Int? {
    // The separator may begin in bytes that were searched.
    let starts = max(searched - 3, 0)..<max(bytes.count - 3, 0)
    return starts.first { bytes[$0...].starts(with: Self.separator) }.map { $0 + 4 }
  }

  private static func length(in header: ArraySlice<UInt8>) -> Int? {
    for line in String(decoding: header, as: UTF8.self).lowercased().split(separator: "\r\n") {
      // After a wrong length, the rest of a message may stand before the name.
      guard let name = line.ranges(of: "content-length:").last else { continue }
      let digits = line[name.upperBound...].drop { $0 == " " }
      guard digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
        return nil
      }
      return Int(digits)
    }
    return nil
  }
}
