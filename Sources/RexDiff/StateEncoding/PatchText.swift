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

  /// The bytes with the patch behind them; nothing stays behind.
  mutating func finish() -> [UInt8] {
    bytes.append(UInt8(ascii: "]"))
    return exchange(&bytes, with: [])
  }

  /// Whether the comparison stands at the whole document.
  var isAtRoot: Bool { path.isEmpty }

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
    begin(#"{"op":"remove","path":""#)
    endPath(index)
    bytes.append(UInt8(ascii: "}"))
  }

  /// What all moves have in common while the path stays where it is.
  var moveText: MoveText { MoveText(path: path) }

  /// Appends operations that move elements, and empties their list.
  ///
  /// They are put together before they are appended: a shuffled list has one for nearly every
  /// element.
  mutating func move(_ moves: inout [(from: Int, to: Int)], _ common: MoveText) {
    if moves.isEmpty { return }
    let byteCountMax = moves.count * common.byteCountMax
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: byteCountMax) { buffer in
      var text = FixedText(buffer)
      for (from, to) in moves {
        if operationCount > 0 { text.append(UInt8(ascii: ",")) }
        operationCount += 1
        text.append(common.start)
        text.append(digits: from)
        text.append(common.middle)
        text.append(digits: to)
        text.append(common.end)
      }
      bytes.append(contentsOf: text.bytes)
    }
    moves.removeAll(keepingCapacity: true)
  }

  mutating func add(_ value: TextSlice, index: Int) {
    begin(#"{"op":"add","path":""#)
    endPath(index)
    write(value, behind: #","value":"#)
  }

  mutating func removeHere() {
    begin(#"{"op":"remove","path":""#)
    bytes.append(#""}"#)
  }

  mutating func addHere(_ value: TextSlice) {
    begin(#"{"op":"add","path":""#)
    write(value, behind: #"","value":"#)
  }

  mutating func replaceHere(_ value: TextSlice) {
    begin(#"{"op":"replace","path":""#)
    write(value, behind: #"","value":"#)
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
    path += key
    var place = path.count
    while place > count + 1 {
      place -= 1
      switch path[place] {
      case UInt8(ascii: "~"): path.replaceSubrange(place...place, with: "~0".utf8)
      case UInt8(ascii: "/"): path.replaceSubrange(place...place, with: "~1".utf8)
      default: break
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
    bytes.appendDigits(index)
    bytes.append(UInt8(ascii: "\""))
  }

  private mutating func write(_ value: TextSlice, behind key: StaticString) {
    bytes.append(key)
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

/// The text of operations that move elements of one list, but for the indices.
struct MoveText {
  fileprivate let start: [UInt8]
  fileprivate let middle: [UInt8]
  fileprivate let end = Array(#""}"#.utf8)

  fileprivate init(path: [UInt8]) {
    start = Array(#"{"op":"move","from":""#.utf8) + path + [UInt8(ascii: "/")]
    middle = Array(#"","path":""#.utf8) + path + [UInt8(ascii: "/")]
  }

  /// With two numbers of at most twenty digits, and a comma.
  fileprivate var byteCountMax: Int { start.count + middle.count + end.count + 41 }
}

/// Text put together in memory that has room for it.
private struct FixedText {
  private let buffer: UnsafeMutableBufferPointer<UInt8>
  private var count = 0

  init(_ buffer: UnsafeMutableBufferPointer<UInt8>) { self.buffer = buffer }

  var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: buffer[..<count]) }

  mutating func append(_ byte: UInt8) {
    buffer[count] = byte
    count += 1
  }

  mutating func append(_ text: [UInt8]) {
    let target = UnsafeMutableRawBufferPointer(
      rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
    text.withUnsafeBytes { target.copyMemory(from: $0) }
    count += text.count
  }

  mutating func append(digits number: Int) {
    var rest = UInt(bitPattern: number)
    count += 1
    var limit: UInt = 10
    while rest >= limit {
      count += 1
      let isLongest: Bool
      (limit, isLongest) = limit.multipliedReportingOverflow(by: 10)
      if isLongest { break }
    }
    var place = count
    repeat {
      place -= 1
      let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
      buffer[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit)
      rest = quotient
    } while rest > 0
  }
}
