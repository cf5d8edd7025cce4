/// Runs a program over a text, all its threads at once, character by character.
///
/// No place of the program is visited twice for a character, so the time is at most the text's
/// length times the program's size (Thompson, "Regular Expression Search Algorithm", 1968).
struct RegexpMatcher {
  private let program: RegexpProgram
  private var current: PlaceSet
  private var following: PlaceSet
  /// Places still to be visited; kept for its memory.
  private var pending: [Int] = []
  /// Where in the text the places are that are being added.
  private var (isAtStart, isAtEnd) = (false, false)

  init(_ program: RegexpProgram) {
    self.program = program
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
    case .scalar(let expected): return scalar == expected
    case .any: return scalar != "\n" && scalar != "\r"
    case .oneOf(let index): return program.classes[index].contains(scalar)
    case .split, .jump, .start, .end: return false
    }
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
