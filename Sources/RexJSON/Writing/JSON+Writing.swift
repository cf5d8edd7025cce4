extension JSON {
  /// Appends the document in its compact form: without white space, keys and numbers unchanged.
  ///
  /// In strings, the quote, the backslash and the control characters U+0000 to U+001F and U+007F to
  /// U+009F are escaped, since a terminal must not receive them. Everything else is written as
  /// UTF-8.
  public func write(into bytes: inout [UInt8]) {
    write(to: &bytes)
  }

  /// The compact form; see `write(into:)`.
  public var bytes: [UInt8] {
    var buffer = ByteBuffer(capacity: 256)
    write(to: &buffer)
    return Array(buffer)
  }

  /// Writes the compact form in pieces of about 64 KiB, longer only for a longer string.
  package func write(_ write: (String) -> Void) {
    withoutActuallyEscaping(write) { write in
      var pieces = TextPieces(write: write)
      self.write(to: &pieces)
      pieces.flush()
    }
  }

  /// Returns the first bytes of the compact form, without creating the rest of a long document.
  package func bytes(atMost limit: Int) -> [UInt8] {
    var beginning = TextBeginning(limit: limit)
    write(to: &beginning)
    return beginning.bytes
  }

  /// Returns the size of the compact form in bytes; nil if it exceeds a limit.
  package func byteCount(atMost limit: Int) -> Int? {
    var length = TextLength(limit: limit)
    write(to: &length)
    return length.count <= limit ? length.count : nil
  }

  func write<Sink: ByteSink & ~Copyable>(to sink: inout Sink) {
    switch self {
    case .null: sink.append("null")
    case .bool(true): sink.append("true")
    case .bool(false): sink.append("false")
    case .number(let number): sink.append(text: number.text)
    case .string(let text): sink.append(quoted: text.beginning(of: sink.room))
    case .array(let elements):
      sink.append(UInt8(ascii: "["))
      var isFirst = true
      for element in elements {
        guard sink.room > 0 else { break }
        if !isFirst { sink.append(UInt8(ascii: ",")) }
        isFirst = false
        element.write(to: &sink)
      }
      sink.append(UInt8(ascii: "]"))
    case .object(let object):
      sink.append(UInt8(ascii: "{"))
      var isFirst = true
      for (key, value) in object {
        guard sink.room > 0 else { break }
        if !isFirst { sink.append(UInt8(ascii: ",")) }
        isFirst = false
        sink.append(quoted: key.beginning(of: sink.room))
        sink.append(UInt8(ascii: ":"))
        value.write(to: &sink)
      }
      sink.append(UInt8(ascii: "}"))
    }
  }
}

/// A sink that passes on its text in pieces, without splitting what is appended at once.
struct TextPieces: ByteSink {
  private let write: (String) -> Void
  private var bytes: [UInt8] = []

  private static let byteCount = 1 << 16

  init(write: @escaping (String) -> Void) { self.write = write }

  mutating func append(_ byte: UInt8) {
    bytes.append(byte)
    if bytes.count >= TextPieces.byteCount { flush() }
  }

  mutating func append(_ added: UnsafePointer<UInt8>, count: Int) {
    append(contentsOf: UnsafeBufferPointer(start: added, count: count))
  }

  mutating func append(contentsOf added: some Collection<UInt8>) {
    bytes.append(contentsOf: added)
    if bytes.count >= TextPieces.byteCount { flush() }
  }

  mutating func flush() {
    guard !bytes.isEmpty else { return }
    write(String(decoding: bytes, as: UTF8.self))
    bytes.removeAll(keepingCapacity: true)
  }
}

/// A sink that keeps only the beginning of its text.
private struct TextBeginning: ByteSink {
  let limit: Int
  private(set) var bytes: [UInt8] = []

  init(limit: Int) { self.limit = limit }

  var room: Int { limit - bytes.count }

  mutating func append(_ byte: UInt8) {
    if bytes.count < limit { bytes.append(byte) }
  }

  mutating func append(_ added: UnsafePointer<UInt8>, count: Int) {
    let count = min(count, room)
    bytes.append(contentsOf: UnsafeBufferPointer(start: added, count: count))
  }
}

/// A sink that only counts its bytes.
private struct TextLength: ByteSink {
  let limit: Int
  private(set) var count = 0

  init(limit: Int) { self.limit = limit }

  var room: Int { max(0, limit - count) }

  mutating func append(_ byte: UInt8) { count += 1 }
  mutating func append(_ bytes: UnsafePointer<UInt8>, count added: Int) { count += added }
}

extension JSON: CustomStringConvertible {
  /// The compact form as text; see `write(into:)`.
  public var description: String { String(decoding: bytes, as: UTF8.self) }
}

extension String {
  /// The beginning, with at least this number of bytes if it has them.
  fileprivate func beginning(of byteCount: Int) -> String {
    utf8.count > byteCount ? String(unicodeScalars.prefix(byteCount)) : self
  }

  /// Appends the string as a JSON string; see `JSON.write(into:)` for the escapes.
  package func writeQuoted(into bytes: inout [UInt8]) {
    bytes.append(quoted: self)
  }
}
