/// Runs a program over a text, all its threads at once, character by character.
///
/// No place of the program is visited twice for a character, so the time is at most the text's
/// length times the program's size (Thompson, "Regular Expression Search Algorithm", 1968).
struct RegexpMatcher {
  private let program: RegexpProgram
  private let ignoresCase: Bool
  private var current: PlaceSet
  private var following: PlaceSet
  /// Places still to be visited; kept for its memory.
  private var pending: [Int] = []
  /// Where in the text the places are that are being added.
  private var (isAtStart, isAtEnd) = (false, false)

  init(_ program: RegexpProgram, ignoresCase: Bool = false) {
    (self.program, self.ignoresCase) = (program, ignoresCase)
    current = PlaceSet(count: program.instructions.count + 1)
    following = current
  }

  /// Whether the program matches the text or a part of it; nil when the steps do not suffice.
  mutating func matches(_ text: String, isWhole: Bool, steps: inout Int) -> Bool? {
    let end = program.instructions.count
    // The sets are made for each text; that is memory to be written, eight places or so a step.
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

  /// The leftmost part that matches, the longest of those that begin there.
  ///
  /// Each place remembers where its thread began. Threads are kept in the order in which they
  /// began, so a place is taken by the earliest one that comes to it.
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
        // A match may begin here; those that began before go first.
        swap(&current, &following)
        let known = following.count
        follow(0)
        for place in known..<following.count { starts[following[place]] = index }
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
      for place in 0..<current.count where test(current[place], scalar) {
        let start = starts[current[place]]
        if let best, start > best.lowerBound { continue }
        let known = following.count
        follow(current[place] + 1)
        for added in known..<following.count { startsFollowing[following[added]] = start }
      }
      swap(&current, &following)
      swap(&starts, &startsFollowing)
    }
  }

  /// Adds a place to the following ones, with all that is reached from it without a character.
  private mutating func follow(_ place: Int) {
    pending.append(place)
    while let place = pending.popLast() {
      guard following.insert(place), place < program.instructions.count else { continue }
      switch program.instructions[place] {
      case .jump(let distance): pending.append(place + distance)
      case .split(let first, let second):
        pending.append(place + second)
        pending.append(place + first)
      case .start: if isAtStart { pending.append(place + 1) }
      case .end: if isAtEnd { pending.append(place + 1) }
      case .scalar, .any, .oneOf: break
      }
    }
  }

  private func test(_ place: Int, _ scalar: Unicode.Scalar) -> Bool {
    guard place < program.instructions.count else { return false }
    switch program.instructions[place] {
    case .scalar(let expected):
      return scalar == expected || ignoresCase && scalar.folded == expected.folded
    case .any: return scalar != "\n" && scalar != "\r"
    case .oneOf(let index):
      let characters = program.classes[index]
      guard ignoresCase else { return characters.contains(scalar) }
      // Any of the cases being in the class counts, and for a negated one none may be in it.
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
  /// The character in upper, lower and title case, where each is one character.
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

/// A set of small numbers that is emptied in no time (Briggs and Torczon, 1993).
private struct PlaceSet {
  private var members: [Int] = []
  /// Where in `members` a number would be; means nothing unless it is there.
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

  /// False when it was there.
  mutating func insert(_ number: Int) -> Bool {
    guard !contains(number) else { return false }
    members[count] = number
    positions[number] = count
    count += 1
    return true
  }

  mutating func removeAll() { count = 0 }
}
