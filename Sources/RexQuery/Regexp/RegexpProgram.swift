/// A pattern compiled to a program for a Thompson virtual machine.
///
/// Jumps are relative, so that a part can be repeated by copying it. See Cox, "Regular Expression
/// Matching: the Virtual Machine Approach", 2009.
///
///     a(b|c)*   0 scalar a
///               1 split +1 +6      into the loop, or past it
///               2 split +1 +3      into b, or into c
///               3 scalar b
///               4 jump +2
///               5 scalar c
///               6 jump -5          to the next repetition; reaching 7 is a match
struct RegexpProgram: Sendable, Hashable {
  var instructions: [Instruction] = []
  /// The character classes, each stored once however often it is repeated.
  var classes: [CharacterClass] = []

  enum Instruction: Sendable, Hashable {
    case scalar(Unicode.Scalar)
    case any
    case oneOf(Int)
    /// Matches only at the start of the text.
    case start
    /// Matches only at the end of the text.
    case end
    case split(Int, Int)
    case jump(Int)
  }
}

/// Combines parts of a program.
extension [RegexpProgram.Instruction] {
  /// One of several parts.
  init(oneOf parts: [Self]) {
    let size = parts.reduce(-2) { $0 + $1.count + 2 }
    self = []
    for part in parts.dropLast() {
      append(.split(1, part.count + 2))
      append(contentsOf: part)
      append(.jump(size - count))
    }
    append(contentsOf: parts.last ?? [])
  }

  /// The part repeated; nil if the result exceeds `sizeMax` instructions.
  func repeated(from minimum: Int, to maximum: Int?, sizeMax: Int) -> Self? {
    // An empty part matches only the empty text, however often it is repeated.
    guard !isEmpty else { return self }
    guard Swift.max(minimum, maximum ?? 0) <= sizeMax else { return nil }
    let optionalCount = maximum.map { $0 - minimum } ?? 1
    guard minimum * count + optionalCount * (count + 1) + 1 <= sizeMax else { return nil }
    var result: Self = []
    for _ in 0..<minimum { result += self }
    guard maximum == nil else {
      for optional in stride(from: optionalCount, to: 0, by: -1) {
        result.append(.split(1, optional * (count + 1)))
        result += self
      }
      return result
    }
    if minimum > 0 { return result + [.split(-count, 1)] }
    return [.split(1, count + 2)] + self + [.jump(-count - 1)]
  }
}
