/// Parses the grammar of RFC 8259 in one pass over the bytes, and creates an index.
///
/// It does not recurse: until a container ends, its entry's `next` is the entry of its parent.
struct JSONScanner: ~Copyable {
  let text: UnsafeRawBufferPointer
  let bytes: UnsafePointer<UInt8>
  let count: Int
  let limits: JSONLimits
  var position = 0
  var index: JSONIndex
  /// Values that become documents during the scan, so that a long text is not indexed as a whole.
  let longContainers: LongContainers?

  /// The entry of the innermost open container.
  private(set) var container: Int?
  private(set) var depth = 0

  init(_ text: UnsafeRawBufferPointer, limits: JSONLimits, longContainers: LongContainers? = nil) {
    self.text = text
    self.longContainers = longContainers
    count = text.count
    self.limits = limits
    bytes =
      text.baseAddress?.assumingMemoryBound(to: UInt8.self)
      ?? emptyText
    index = JSONIndex(textBytes: min(count, limits.textBytesMax))
  }

  consuming func takeIndex() -> JSONIndex { index }

  mutating func scanText() throws(JSONError) {
    let bytesMax = min(limits.textBytesMax, JSONLimits.textBytesCeiling)
    guard count <= bytesMax else { throw error(.textTooLong(max: bytesMax), at: bytesMax) }
    while true {
      if try scanValueOrOpen() { continue }
      guard try anotherValueFollows() else { break }
    }
    skipWhitespace()
    guard position == count else { throw unexpected(.end) }
    try checkRest()
  }
}

extension JSONScanner {
  /// Scans a scalar or an empty container; returns true if it opened a container that needs a
  /// value.
  @inline(__always)
  private mutating func scanValueOrOpen() throws(JSONError) -> Bool {
    skipWhitespace()
    guard position < count else { throw unexpected(.value) }
    switch bytes[position] {
    case UInt8(ascii: "\""):
      try scanString()
    case UInt8(ascii: "{"):
      return try openObject()
    case UInt8(ascii: "["):
      return try openArray()
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      try scanNumber()
    case UInt8(ascii: "t"):
      try scanLiteral("true", .true, .literalTrue)
    case UInt8(ascii: "f"):
      try scanLiteral("false", .false, .literalFalse)
    case UInt8(ascii: "n"):
      try scanLiteral("null", .null, .literalNull)
    default:
      throw unexpected(valueExpectation)
    }
    return false
  }

  /// Scans the bytes between values, and closes containers; returns false if the root is complete.
  @inline(__always)
  private mutating func anotherValueFollows() throws(JSONError) -> Bool {
    while let container {
      skipWhitespace()
      let isObject = index.entries[container].kind == .object
      guard position < count else {
        throw unexpected(isObject ? .commaOrObjectEnd : .commaOrArrayEnd)
      }
      let byte = bytes[position]
      if byte == UInt8(ascii: ",") {
        position &+= 1
        index.entries[container].length &+= 1
        if let longContainers, (index.count &- container) &* depth > LongContainers.entriesMax {
          try removeValues(of: container, longContainers)
        }
        if isObject { try scanKey(.key) }
        return true
      }
      guard byte == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
        throw unexpected(isObject ? .commaOrObjectEnd : .commaOrArrayEnd)
      }
      position &+= 1
      if let longContainers, longContainers.hasRemovedValues(of: container) {
        try removeValues(of: container, longContainers)
      } else if isObject {
        try rejectDuplicateKeys(ofObject: container)
      }
      close(container)
    }
    return false
  }

  @inline(__always)
  private mutating func openObject() throws(JSONError) -> Bool {
    let object = try open(.object)
    skipWhitespace()
    if position < count, bytes[position] == UInt8(ascii: "}") {
      position &+= 1
      close(object)
      return false
    }
    index.entries[object].length = 1
    try scanKey(.keyOrObjectEnd)
    return true
  }

  @inline(__always)
  private mutating func openArray() throws(JSONError) -> Bool {
    let array = try open(.array)
    skipWhitespace()
    if position < count, bytes[position] == UInt8(ascii: "]") {
      position &+= 1
      close(array)
      return false
    }
    index.entries[array].length = 1
    return true
  }

  @inline(__always)
  private mutating func open(_ kind: JSONIndex.Kind) throws(JSONError) -> Int {
    let depthMax = min(limits.depthMax, JSONLimits.depthCeiling)
    guard depth < depthMax else { throw error(.depthExceeded(max: depthMax), at: position) }
    depth &+= 1
    let entry = index.count
    index.append(
      .init(
        start: UInt32(truncatingIfNeeded: position), length: 0,
        next: UInt32(truncatingIfNeeded: container ?? -1), kind: kind, isPlain: true))
    container = entry
    position &+= 1
    return entry
  }

  @inline(__always)
  private mutating func close(_ entry: Int) {
    container = parent(of: entry)
    index.entries[entry].next = UInt32(truncatingIfNeeded: index.count)
    depth &-= 1
  }

  /// Returns the container around an open one.
  @inline(__always)
  func parent(of open: Int) -> Int? {
    let parent = index.entries[open].next
    return parent == .max ? nil : Int(parent)
  }

  @inline(__always)
  private mutating func scanKey(_ expected: JSONError.Expectation) throws(JSONError) {
    skipWhitespace()
    guard position < count, bytes[position] == UInt8(ascii: "\"") else {
      throw unexpected(expected)
    }
    try scanString()
    skipWhitespace()
    guard position < count, bytes[position] == UInt8(ascii: ":") else { throw unexpected(.colon) }
    position &+= 1
  }

  @inline(__always)
  private mutating func scanLiteral(
    _ literal: StaticString, _ kind: JSONIndex.Kind, _ expected: JSONError.Expectation
  ) throws(JSONError) {
    let start = position
    for offset in 0..<literal.utf8CodeUnitCount {
      guard position < count, bytes[position] == literal.utf8Start[offset] else {
        throw unexpected(expected)
      }
      position &+= 1
    }
    append(kind, start: start, end: position)
  }

  @inline(__always)
  mutating func skipWhitespace() {
    while position < count, bytes[position] <= UInt8(ascii: " ") {
      switch bytes[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
        position &+= 1
      default: return
      }
    }
  }

  /// Appends the entry of a scalar.
  @inline(__always)
  mutating func append(_ kind: JSONIndex.Kind, start: Int, end: Int, isPlain: Bool = true) {
    index.append(
      .init(
        start: UInt32(truncatingIfNeeded: start), length: UInt32(truncatingIfNeeded: end - start),
        next: UInt32(truncatingIfNeeded: index.count + 1), kind: kind, isPlain: isPlain))
  }
}

extension JSONScanner {
  /// What is expected in place of a value: an array that was just opened may also end.
  private var valueExpectation: JSONError.Expectation {
    guard let container, container == index.count - 1, index.entries[container].kind == .array,
      index.entries[container].length == 1
    else {
      return .value
    }
    return .valueOrArrayEnd
  }

  // Errors are created out of line, to keep the loop over the text small.
  @inline(never)
  func error(_ kind: JSONError.Kind, at offset: Int) -> JSONError {
    JSONError(kind: kind, location: JSONLocation(offset: offset, in: text))
  }

  /// Returns the error for an unexpected byte at the current position.
  @inline(never)
  func unexpected(_ expected: JSONError.Expectation) -> JSONError {
    position < count
      ? error(.unexpectedByte(bytes[position], expected: expected), at: position)
      : error(.unexpectedEnd(expected: expected), at: count)
  }
}

/// The address of texts without bytes; nothing is read there.
nonisolated(unsafe) let emptyText = UnsafePointer(UnsafeMutablePointer<UInt8>.allocate(capacity: 1))
