import RexJSON

/// One way to make a value smaller.
enum PayloadStep: Sendable {
  case replace(JSON)
  /// Removes the last characters of a string.
  case dropLast(Int)
  /// Removes elements of an array, or members of an object by their positions.
  case remove(Range<Int>)

  /// Returns the value after the step.
  func applied(to value: JSON) -> JSON {
    switch (self, value) {
    case (.replace(let other), _): return other
    case (.dropLast(let count), .string(let text)): return .string(String(text.dropLast(count)))
    case (.remove(let range), .array(var elements)):
      elements.removeSubrange(range)
      return .array(elements)
    case (.remove(let range), .object(let members)):
      var rest = JSONObject()
      for (index, member) in members.enumerated() where !range.contains(index) {
        rest[member.key] = member.value
      }
      return .object(rest)
    case (.dropLast, _), (.remove, _): return value
    }
  }

  /// Returns smaller numbers to try: 0, without sign, without fraction, then from half upward.
  fileprivate static func numbers(below number: JSONNumber) -> [PayloadStep] {
    guard let double = number.double, double != 0 else { return [] }
    var found: [JSONNumber] = [JSONNumber(0)]
    if number.text.hasPrefix("-"), let positive = JSONNumber(text: String(number.text.dropFirst()))
    {
      found.append(positive)
    }
    if let integer = number.exactly(Int.self) {
      var step = integer / 2
      while step != 0 {
        found.append(JSONNumber(integer - step))
        step /= 2
      }
    } else if let whole = Int(exactly: double.rounded(.towardZero)) {
      found.append(JSONNumber(whole))
    }
    return found.filter { $0 != number }.map { .replace(.number($0)) }
  }

  /// Returns prefixes to try: the empty one, the first half, up to all but the last character.
  fileprivate static func prefixes(of text: String) -> [PayloadStep] {
    var found: [PayloadStep] = []
    var dropCount = text.count
    while dropCount > 0 {
      found.append(.dropLast(dropCount))
      dropCount /= 2
    }
    return found
  }
}

/// The steps for a value, largest first; generated lazily, since an array has many.
struct PayloadSteps: IteratorProtocol, Sendable {
  private var first: ArraySlice<PayloadStep>
  /// The state of the removals: of all elements, then halves, quarters … one, from the end.
  private let count: Int
  private var (size, end): (Int, Int)

  /// Creates the steps for a value.
  ///
  /// - Parameters:
  ///   - value: The value to shrink.
  ///   - isWhole: Whether the value is a whole payload, which must not become null.
  init(for value: JSON, isWhole: Bool) {
    let null = isWhole ? [] : [PayloadStep.replace(.null)]
    var count = 0
    switch value {
    case .null: first = []
    case .bool(let isTrue): first = (null + (isTrue ? [.replace(false)] : []))[...]
    case .number(let number): first = (null + PayloadStep.numbers(below: number))[...]
    case .string(let text): first = (null + PayloadStep.prefixes(of: text))[...]
    case .array(let elements): (first, count) = (null[...], elements.count)
    case .object(let members): (first, count) = (null[...], members.count)
    }
    self.count = count
    (size, end) = (count, count)
  }

  mutating func next() -> PayloadStep? {
    if let step = first.popFirst() { return step }
    guard size > 0 else { return nil }
    let step = PayloadStep.remove(max(0, end - size)..<end)
    end -= size
    if end <= 0 { (size, end) = (size / 2, count) }
    return step
  }
}
