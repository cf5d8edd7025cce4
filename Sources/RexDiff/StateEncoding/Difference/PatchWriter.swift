import RexJSON

/// Writes the text of a patch, operation by operation, at the current path.
struct PatchWriter {
  private var bytes: [UInt8]
  private var operationCount = 0
  /// What the operations shift.
  private var shifts = ArrayShifts()
  /// The pointer to the current value, as escaped text.
  private var path: [UInt8] = []

  /// A position to return to if a replacement is shorter than the operations after it.
  struct Checkpoint {
    fileprivate var byteCount: Int
    fileprivate var operationCount: Int
    fileprivate var shifts: ArrayShifts
  }

  /// Starts a patch after the existing bytes.
  init(appendingTo bytes: [UInt8]) {
    self.bytes = bytes
    self.bytes.append(UInt8(ascii: "["))
    path.reserveCapacity(PatchWriter.pathByteCountUsual)
  }

  /// A capacity that is enough for most paths, so that they are not reallocated.
  private static let pathByteCountUsual = 64

  /// Returns the bytes with the complete patch, and leaves the writer empty.
  mutating func finish() -> [UInt8] {
    bytes.append(UInt8(ascii: "]"))
    return exchange(&bytes, with: [])
  }

  /// Whether the current path is the whole document.
  var isAtRoot: Bool { path.isEmpty }

  var checkpoint: Checkpoint {
    Checkpoint(byteCount: bytes.count, operationCount: operationCount, shifts: shifts)
  }

  mutating func truncate(to checkpoint: Checkpoint) {
    bytes.removeSubrange(checkpoint.byteCount...)
    (operationCount, shifts) = (checkpoint.operationCount, checkpoint.shifts)
  }

  /// Enters the list at the current path, which has this many elements; returns what `leaveList`
  /// needs.
  mutating func enterList(elementCount: Int) -> Int {
    exchange(&shifts.elementCount, with: elementCount)
  }

  mutating func leaveList(to elementCount: Int) { shifts.elementCount = elementCount }

  /// Whether the patch shifts so many elements that the array is to be replaced.
  var shiftsTooMuch: Bool { shifts.areTooMany }

  /// Returns whether replacing the value here is shorter than all operations since a checkpoint.
  func isLongerThanReplacing(since checkpoint: Checkpoint, valueByteCount: Int) -> Bool {
    bytes.count - checkpoint.byteCount
      > JSONPatch.replaceByteCount + path.count + valueByteCount
  }

  mutating func remove(index: Int) {
    shifts.remove(index)
    begin(#"{"op":"remove","path":""#)
    endPath(index)
    bytes.append(UInt8(ascii: "}"))
  }

  mutating func move(from: Int, to: Int) {
    shifts.remove(from)
    shifts.add(to)
    begin(#"{"op":"move","from":""#)
    endPath(from)
    bytes.append(#","path":""#)
    bytes += path
    endPath(to)
    bytes.append(UInt8(ascii: "}"))
  }

  mutating func add(_ value: TextSlice, index: Int) {
    shifts.add(index)
    begin(#"{"op":"add","path":""#)
    endPath(index)
    write(value, after: #","value":"#)
  }

  mutating func removeHere() {
    begin(#"{"op":"remove","path":""#)
    bytes.append(#""}"#)
  }

  mutating func addHere(_ value: TextSlice) {
    begin(#"{"op":"add","path":""#)
    write(value, after: #"","value":"#)
  }

  mutating func replaceHere(_ value: TextSlice) {
    begin(#"{"op":"replace","path":""#)
    write(value, after: #"","value":"#)
  }

  /// Appends the operations of a patch, relative to the current path.
  mutating func append(_ patch: JSONPatch) {
    for operation in patch.operations {
      separate()
      operation.write(into: &bytes, below: path)
    }
  }
}

extension PatchWriter {
  /// Enters an element; returns what `leave` needs.
  mutating func enter(index: Int) -> Int {
    let count = path.count
    path.append(UInt8(ascii: "/"))
    path.append(decimal: index)
    return count
  }

  /// Enters a member, given its encoded key without quotes.
  mutating func enter(key: ArraySlice<UInt8>) -> Int {
    let count = path.count
    path.append(UInt8(ascii: "/"))
    guard key.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
      path += key
      return count
    }
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

  private mutating func begin(_ operation: StaticString) {
    separate()
    bytes.append(operation)
    bytes += path
  }

  private mutating func endPath(_ index: Int) {
    bytes.append(UInt8(ascii: "/"))
    bytes.append(decimal: index)
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func write(_ value: TextSlice, after key: StaticString) {
    bytes.append(key)
    value.write(into: &bytes)
    bytes.append(UInt8(ascii: "}"))
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ text: StaticString) {
    text.withUTF8Buffer { append(contentsOf: $0) }
  }
}
