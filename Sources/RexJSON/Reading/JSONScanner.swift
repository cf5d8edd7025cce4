/// Parses the grammar of RFC 8259 in one pass over the bytes, and passes the values to a handler.
///
/// It does not recurse; the open containers are in a stack.
struct JSONScanner<Handler: JSONHandler & ~Copyable>: ~Copyable {
  let text: UnsafeRawBufferPointer
  let bytes: UnsafePointer<UInt8>
  let count: Int
  let limits: JSONLimits
  var position = 0
  var handler: Handler
  /// The memory that the handler's values may take.
  private let treeBytesMax: Int64

  private var containers = MemoryStack<OpenContainer>()
  /// The keys of the open objects.
  var keys = MemoryStack<JSONKeyText>()
  /// Whether the innermost open container is an object.
  private var isInObject = false

  private struct OpenContainer {
    var isObject: Bool
    /// The number of keys before this object's.
    var firstKey: Int
  }

  /// Texts up to this size are short enough for any number of values.
  private static var limitedTextBytesMin: Int { 1 << 20 }

  private init(
    _ text: UnsafeRawBufferPointer, limits: JSONLimits, treeBytesMax: Int?,
    handler: consuming Handler
  ) {
    self.text = text
    self.limits = limits
    self.handler = handler
    count = text.count
    bytes = text.utf8Start
    let isLimited = text.count > Self.limitedTextBytesMin
    self.treeBytesMax = Int64(
      treeBytesMax ?? (isLimited ? limits.treeBytesMax(ofText: text.count) : .max))
  }

  /// Scans a text, and returns the handler that has taken its values.
  ///
  /// - Parameter treeBytesMax: The limit on their memory; nil for that of the limits.
  static func scan(
    _ text: UnsafeRawBufferPointer, limits: JSONLimits, treeBytesMax: Int? = nil,
    by handler: consuming Handler
  ) throws(JSONError) -> Handler {
    var scanner = JSONScanner(text, limits: limits, treeBytesMax: treeBytesMax, handler: handler)
    try scanner.scanText()
    return scanner.handler
  }

  private mutating func scanText() throws(JSONError) {
    let bytesMax = min(limits.textBytesMax, JSONLimits.textBytesCeiling)
    guard count <= bytesMax else { throw error(.textTooLong(max: bytesMax), at: bytesMax) }
    var expected = JSONError.Expectation.value
    while true {
      if try scanValueOrOpen(expected) {
        // Only the first value of an array may be missing.
        expected = isInObject ? .value : .valueOrArrayEnd
        continue
      }
      guard try anotherValueFollows() else { break }
      expected = .value
    }
    skipWhitespace()
    guard position == count else { throw unexpected(.end) }
    try checkTree()
  }

  /// Throws if the values so far need more memory than allowed.
  @inline(__always)
  private func checkTree() throws(JSONError) {
    guard handler.treeBytes <= treeBytesMax else {
      throw error(.treeTooLarge(max: Int(treeBytesMax)), at: position)
    }
  }
}

extension JSONScanner where Handler: ~Copyable {
  /// Scans a scalar or an empty container; returns true if it opened a container that needs a
  /// value.
  @inline(__always)
  private mutating func scanValueOrOpen(
    _ expected: JSONError.Expectation
  ) throws(JSONError) -> Bool {
    skipWhitespace()
    guard position < count else { throw unexpected(.value) }
    switch text[position] {
    case UInt8(ascii: "\""):
      let (range, isVerbatim) = try scanString()
      handler.scalar(.string, range, isVerbatim: isVerbatim)
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
      throw unexpected(expected)
    }
    return false
  }

  /// Scans the bytes between values, and closes containers; returns false if the root is complete.
  @inline(__always)
  private mutating func anotherValueFollows() throws(JSONError) -> Bool {
    while containers.count > 0 {
      skipWhitespace()
      guard position < count else {
        throw unexpected(isInObject ? .commaOrObjectEnd : .commaOrArrayEnd)
      }
      let byte = text[position]
      if byte == UInt8(ascii: ",") {
        position &+= 1
        try checkTree()
        if isInObject { try scanKey(.key) }
        return true
      }
      guard byte == (isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
        throw unexpected(isInObject ? .commaOrObjectEnd : .commaOrArrayEnd)
      }
      position &+= 1
      try close()
    }
    return false
  }

  @inline(__always)
  private mutating func openObject() throws(JSONError) -> Bool {
    try open(.object)
    skipWhitespace()
    if position < count, text[position] == UInt8(ascii: "}") {
      position &+= 1
      try close()
      return false
    }
    try scanKey(.keyOrObjectEnd)
    return true
  }

  @inline(__always)
  private mutating func openArray() throws(JSONError) -> Bool {
    try open(.array)
    skipWhitespace()
    if position < count, text[position] == UInt8(ascii: "]") {
      position &+= 1
      try close()
      return false
    }
    return true
  }

  @inline(__always)
  private mutating func open(_ kind: JSONIndex.Kind) throws(JSONError) {
    let depthMax = min(limits.depthMax, JSONLimits.depthCeiling)
    guard containers.count < depthMax else {
      throw error(.depthExceeded(max: depthMax), at: position)
    }
    isInObject = kind == .object
    containers.append(OpenContainer(isObject: isInObject, firstKey: keys.count))
    handler.open(kind, at: position)
    position &+= 1
  }

  @inline(__always)
  private mutating func close() throws(JSONError) {
    let container = containers.removeLast()
    if container.isObject {
      handler.close(.object, try distinctKeys(from: container.firstKey))
      keys.removeLast(downTo: container.firstKey)
    } else {
      handler.close(.array, .none)
    }
    handler.closed(at: position)
    isInObject = containers.count > 0 && containers.elements[containers.count - 1].isObject
  }

  @inline(__always)
  private mutating func scanKey(_ expected: JSONError.Expectation) throws(JSONError) {
    skipWhitespace()
    guard position < count, text[position] == UInt8(ascii: "\"") else {
      throw unexpected(expected)
    }
    let (range, isVerbatim) = try scanString()
    let key = JSONKeyText(range, isVerbatim: isVerbatim)
    keys.append(key)
    handler.key(key)
    skipWhitespace()
    guard position < count, text[position] == UInt8(ascii: ":") else { throw unexpected(.colon) }
    position &+= 1
  }

  @inline(__always)
  private mutating func scanLiteral(
    _ literal: StaticString, _ kind: JSONIndex.Kind, _ expected: JSONError.Expectation
  ) throws(JSONError) {
    let start = position
    for offset in 0..<literal.utf8CodeUnitCount {
      guard position < count, text[position] == literal.utf8Start[offset] else {
        throw unexpected(expected)
      }
      position &+= 1
    }
    handler.scalar(kind, start..<position, isVerbatim: true)
  }

  @inline(__always)
  mutating func skipWhitespace() {
    while position < count, text[position] <= UInt8(ascii: " ") {
      switch text[position] {
      case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"), UInt8(ascii: "\t"):
        position &+= 1
      default: return
      }
    }
  }
}

extension JSONScanner where Handler: ~Copyable {
  // Errors are created out of line, to keep the loop over the text small.
  @inline(never)
  func error(_ kind: JSONError.Kind, at offset: Int) -> JSONError {
    JSONError(kind: kind, location: JSONLocation(offset: offset, in: text))
  }

  /// Returns the error for an unexpected byte at the current position.
  @inline(never)
  func unexpected(_ expected: JSONError.Expectation) -> JSONError {
    position < count
      ? error(.unexpectedByte(text[position], expected: expected), at: position)
      : error(.unexpectedEnd(expected: expected), at: count)
  }
}
