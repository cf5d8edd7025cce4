import RexJSON

/// Builds the short parts of a line on the stack, and appends them at once.
struct LineText: ~Copyable {
  private let start: UnsafeMutablePointer<UInt8>
  private var count = 0

  /// Enough for the names of all members of a line and four numbers of at most 32 bytes.
  private static let capacity = 256

  /// Appends what `body` builds.
  @inline(__always)
  static func append(to bytes: inout [UInt8], _ body: (inout LineText) -> Void) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { room in
      guard let start = room.baseAddress else { return }
      var text = LineText(start: start)
      body(&text)
      bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: text.count))
    }
  }

  private init(start: UnsafeMutablePointer<UInt8>) { self.start = start }

  mutating func append(_ text: StaticString) {
    precondition(count + text.utf8CodeUnitCount <= LineText.capacity)
    (start + count).update(from: text.utf8Start, count: text.utf8CodeUnitCount)
    count += text.utf8CodeUnitCount
  }

  mutating func append(_ value: Int) {
    if value < 0 { append("-") }
    appendDigits(of: value.magnitude, atLeast: 1)
  }

  /// Appends milliseconds; a non-finite number is written as 0.
  mutating func append(milliseconds: Double) {
    let microseconds = (milliseconds * 1000).rounded()
    guard abs(microseconds) < 0x1p53, microseconds / 1000 == milliseconds else {
      return append(digits: (JSONNumber(milliseconds) ?? JSONNumber(0)).text)
    }
    if microseconds < 0 { append("-") }
    let (whole, fraction) = Int(microseconds).magnitude.quotientAndRemainder(dividingBy: 1000)
    appendDigits(of: whole, atLeast: 1)
    guard fraction > 0 else { return }
    append(".")
    appendDigits(of: fraction, atLeast: 3)
    while start[count - 1] == UInt8(ascii: "0") { count -= 1 }
  }

  private mutating func append(digits: String) {
    precondition(count + digits.utf8.count <= LineText.capacity)
    for byte in digits.utf8 {
      start[count] = byte
      count += 1
    }
  }

  private mutating func appendDigits(of value: UInt, atLeast least: Int) {
    var length = 1
    var rest = value / 10
    while rest > 0 || length < least {
      length += 1
      rest /= 10
    }
    precondition(count + length <= LineText.capacity)
    rest = value
    for index in stride(from: count + length - 1, through: count, by: -1) {
      start[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    count += length
  }
}
