/// Runs a program over a text, with all threads in lockstep.
///
/// Each instruction is visited at most once per character, so the time is at most the text's length
/// times the program's size (Thompson, "Regular Expression Search Algorithm", 1968).
struct RegexpMatcher {
  private let program: RegexpProgram
  private let ignoresCase: Bool
  private var current: SparseSet
  private var following: SparseSet
  /// Instructions still to be visited; a property to reuse its memory.
  private var pending: [Int] = []
  /// Whether the current position is at the text's start or end.
  private var (isAtStart, isAtEnd) = (false, false)

  init(_ program: RegexpProgram, ignoresCase: Bool = false) {
    (self.program, self.ignoresCase) = (program, ignoresCase)
    current = SparseSet(count: program.instructions.count + 1)
    following = current
  }

  /// Whether the program matches the text or a part of it; nil if `steps` is used up.
  mutating func matches(_ text: String, isWhole: Bool, steps: inout Int) -> Bool? {
    let end = program.instructions.count
    // Initializing the sets counts as a step for every eight instructions.
    steps -= end / 8
    var scalars = text.unicodeScalars.makeIterator()
    var next = scalars.next()
    (isAtStart, isAtEnd) = (true, next == nil)
    follow(0)
    swap(&current, &following)
    while let scalar = next {
      next = scalars.next()
      (isAtStart, isAtEnd) = (false, next == nil)
      if !isWhole, current.contains(end) { return true }
      if isWhole, current.count == 0 { return false }
      steps -= 1 + current.count
      if steps < 0 { return nil }
      following.removeAll()
      for index in 0..<current.count where test(current[index], scalar) {
        follow(current[index] + 1)
      }
      if !isWhole { follow(0) }
      swap(&current, &following)
    }
    return current.contains(end)
  }

  /// The leftmost match; if several start there, the longest.
  ///
  /// Each thread remembers where it started. Threads are kept in order of their start, so the
  /// earliest thread that reaches an instruction takes it.
  mutating func firstRange(in text: String) -> Range<String.Index>? {
    let end = program.instructions.count
    let scalars = text.unicodeScalars
    var starts = Array(repeating: text.startIndex, count: end + 1)
    var startsFollowing = starts
    var best: Range<String.Index>?
    var index = text.startIndex
    current.removeAll()
    while true {
      (isAtStart, isAtEnd) = (index == text.startIndex, index == text.endIndex)
      if best == nil {
        // A match may start here; earlier threads come first.
        swap(&current, &following)
        let known = following.count
        follow(0)
        for position in known..<following.count { starts[following[position]] = index }
        swap(&current, &following)
      }
      if current.contains(end), best.map({ starts[end] <= $0.lowerBound }) ?? true {
        best = starts[end]..<index
      }
      guard index < text.endIndex, current.count > 0 else { return best }
      let scalar = scalars[index]
      index = scalars.index(after: index)
      (isAtStart, isAtEnd) = (false, index == text.endIndex)
      following.removeAll()
      for position in 0..<current.count where test(current[position], scalar) {
        let start = starts[current[position]]
        if let best, start > best.lowerBound { continue }
        let known = following.count
        follow(current[position] + 1)
        for added in known..<following.count { startsFollowing[following[added]] = start }
      }
      swap(&current, &following)
      swap(&starts, &startsFollowing)
    }
  }

  /// Adds an instruction and all that are reachable without consuming a character.
  private mutating func follow(_ position: Int) {
    pending.append(position)
    while let position = pending.popLast() {
      guard following.insert(position), position < program.instructions.count else { continue }
      switch program.instructions[position] {
      case .jump(let distance): pending.append(position + distance)
      case .split(let first, let second):
        pending.append(position + second)
        pending.append(position + first)
      case .start: if isAtStart { pending.append(position + 1) }
      case .end: if isAtEnd { pending.append(position + 1) }
      case .scalar, .any, .oneOf: break
      }
    }
  }

  private func test(_ position: Int, _ scalar: Unicode.Scalar) -> Bool {
    guard position < program.instructions.count else { return false }
    switch program.instructions[position] {
    case .scalar(let expected):
      return scalar == expected || ignoresCase && scalar.folded == expected.folded
    case .any: return scalar != "\n" && scalar != "\r"
    case .oneOf(let index):
      let characters = program.classes[index]
      guard ignoresCase else { return characters.contains(scalar) }
      // A class matches if it contains any case of the character; a negated one if it contains
      // none.
      let isMember = { (scalar: Unicode.Scalar) in
        characters.contains(scalar) != characters.isNegated
      }
      return (isMember(scalar) || scalar.otherCases.contains(where: isMember))
        != characters.isNegated
    case .split, .jump, .start, .end: return false
    }
  }
}

extension Unicode.Scalar {
  /// The character in lower and upper case, if each is a single character.
  fileprivate var otherCases: [Unicode.Scalar] {
    if isASCII {
      guard 0x41...0x5A ~= value & ~0x20 else { return [] }
      return [Unicode.Scalar(UInt8(value) ^ 0x20)]
    }
    return [properties.lowercaseMapping, properties.uppercaseMapping].compactMap {
      $0.unicodeScalars.count == 1 ? $0.unicodeScalars.first : nil
    }
  }

  /// The lower case of the upper case, which is the same for `ς` and `σ`.
  fileprivate var folded: Unicode.Scalar {
    if isASCII {
      return 0x41...0x5A ~= value ? Unicode.Scalar(UInt8(value) | 0x20) : self
    }
    let upper = properties.uppercaseMapping.unicodeScalars
    let lower = (upper.first ?? self).properties.lowercaseMapping.unicodeScalars
    return upper.count == 1 && lower.count == 1 ? lower.first ?? self : self
  }
}

/// A sparse set of small integers that is cleared in constant time (Briggs and Torczon, 1993).
private struct SparseSet {
  private var members: [Int] = []
  /// The index in `members` of each number; invalid unless the number is a member.
  private var positions: [Int]
  private(set) var count = 0

  init(count: Int) {
    members = Array(repeating: 0, count: count)
    positions = members
  }

  subscript(index: Int) -> Int { members[index] }

  func contains(_ number: Int) -> Bool {
    positions[number] < count && members[positions[number]] == number
  }

  /// Inserts a number; false if it is already a member.
  mutating func insert(_ number: Int) -> Bool {
    guard !contains(number) else { return false }
    members[count] = number
    positions[number] = count
    count += 1
    return true
  }

  mutating func removeAll() { count = 0 }
}
