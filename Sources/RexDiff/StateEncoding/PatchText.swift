import RexJSON

/// The text of a patch as it grows, operation by operation, at a path that moves along.
struct PatchText {
  private var bytes: [UInt8]
  private var operationCount = 0
  /// The pointer to where the comparison stands, escaped as it will be written.
  private var path: [UInt8] = []

  /// A place to come back to, were a replacement shorter than what follows.
  struct Mark {
    fileprivate var byteCount: Int
    fileprivate var operationCount: Int
  }

  /// Starts a patch behind what the bytes hold already.
  init(appendingTo bytes: [UInt8]) {
    self.bytes = bytes
    self.bytes.append(UInt8(ascii: "["))
  }

  /// The bytes with the patch behind them.
  consuming func finished() -> [UInt8] {
    bytes.append(UInt8(ascii: "]"))
    return bytes
  }

  var mark: Mark { Mark(byteCount: bytes.count, operationCount: operationCount) }

  mutating func truncate(to mark: Mark) {
    bytes.removeSubrange(mark.byteCount...)
    operationCount = mark.operationCount
  }

  /// Whether replacing the value here by one of this many bytes is shorter than all since a mark.
  func isLongerThanReplacing(since mark: Mark, valueByteCount: Int) -> Bool {
    bytes.count - mark.byteCount > 36 + path.count + valueByteCount
  }

  mutating func remove(index: Int) {
    begin("remove")
    endPath(index)
    bytes.append(UInt8(ascii: "}"))
  }

  mutating func move(from: Int, to: Int) {
    begin("move", pointer: "from")
    endPath(from)
    bytes.append(#","path":""#)
    bytes += path
    endPath(to)
    bytes.append(UInt8(ascii: "}"))
  }

  mutating func add(_ value: TextSlice, index: Int) {
    begin("add")
    endPath(index)
    write(value)
  }

  mutating func removeHere() {
    begin("remove")
    bytes.append(#""}"#)
  }

  mutating func addHere(_ value: TextSlice) {
    begin("add")
    bytes.append(UInt8(ascii: "\""))
    write(value)
  }

  mutating func replaceHere(_ value: TextSlice) {
    begin("replace")
    bytes.append(UInt8(ascii: "\""))
    write(value)
  }

  /// Appends the operations of a patch whose paths start here.
  mutating func append(_ patch: JSONPatch) {
    for operation in patch.operations {
      separate()
      operation.write(into: &bytes, below: path)
    }
  }
}

extension PatchText {
  /// Goes down to an element; returns what `leave` needs to come back.
  mutating func enter(index: Int) -> Int {
    let count = path.count
    path.append(UInt8(ascii: "/"))
    path.appendDigits(index)
    return count
  }

  /// Goes down to a member, its key as it is written between its quotes.
  mutating func enter(key: ArraySlice<UInt8>) -> Int {
    let count = path.count
    path.append(UInt8(ascii: "/"))
    for byte in key {
      switch byte {
      case UInt8(ascii: "~"): path += "~0".utf8
      case UInt8(ascii: "/"): path += "~1".utf8
      default: path.append(byte)
      }
    }
    return count
  }

  mutating func leave(to count: Int) { path.removeSubrange(count...) }

  private mutating func separate() {
    if operationCount > 0 { bytes.append(UInt8(ascii: ",")) }
    operationCount += 1
  }

  private mutating func begin(_ operation: StaticString, pointer: StaticString = "path") {
    separate()
    bytes.append(#"{"op":""#)
    bytes.append(operation)
    bytes.append(#"",""#)
    bytes.append(pointer)
    bytes.append(#"":""#)
    bytes += path
  }

  private mutating func endPath(_ index: Int) {
    bytes.append(UInt8(ascii: "/"))
    bytes.appendDigits(index)
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func write(_ value: TextSlice) {
    bytes.append(#","value":"#)
    value.write(into: &bytes)
    bytes.append(UInt8(ascii: "}"))
  }
}

extension [UInt8] {
  /// Appends a count or an index in decimal.
  fileprivate mutating func appendDigits(_ number: Int) {
    if number >= 10 { appendDigits(number / 10) }
    append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
  }

  fileprivate mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }
}
