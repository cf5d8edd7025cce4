import RexJSON

/// One way to make a value smaller.
enum PayloadStep: Sendable {
  case replace(JSON)
  /// Without these elements, or members in their order.
  case remove(Range<Int>)

  /// The ways for a value, the largest steps first.
  ///
  /// - Parameter isWhole: whether it is a whole payload, which is never null.
  static func steps(for value: JSON, isWhole: Bool) -> [PayloadStep] {
    let null = isWhole ? [] : [PayloadStep.replace(.null)]
    switch value {
    case .null: return []
    case .bool(let isTrue): return null + (isTrue ? [.replace(false)] : [])
    case .number(let number): return null + numbers(below: number)
    case .string(let text): return null + prefixes(of: text)
    case .array(let elements): return null + removals(elements.count)
    case .object(let members): return null + removals(members.count)
    }
  }

  /// The value after the step.
  func applied(to value: JSON) -> JSON {
    switch (self, value) {
    case (.replace(let other), _): return other
    case (.remove(let range), .array(var elements)):
      elements.removeSubrange(range)
      return .array(elements)
    case (.remove(let range), .object(let members)):
      var rest = JSONObject()
      for (index, member) in members.enumerated() where !range.contains(index) {
        rest[member.key] = member.value
      }
      return .object(rest)
    case (.remove, _): return value
    }
  }

  /// 0; the same without a sign or a fraction; then from the half up to the next number.
  private static func numbers(below number: JSONNumber) -> [PayloadStep] {
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

  /// Nothing; then from the first half up to all but the last character.
  private static func prefixes(of text: String) -> [PayloadStep] {
    let count = text.count
    guard count > 0 else { return [] }
    var found: [PayloadStep] = [.replace("")]
    var step = count / 2
    while step != 0 {
      if step < count { found.append(.replace(.string(String(text.dropLast(step))))) }
      step /= 2
    }
    return found
  }

  /// Without all; then without halves, quarters and so on down to one, the last ones first.
  private static func removals(_ count: Int) -> [PayloadStep] {
    var found: [PayloadStep] = []
    var size = count
    while size > 0 {
      for end in stride(from: count, to: 0, by: -size) {
        found.append(.remove(max(0, end - size)..<end))
      }
      size /= 2
    }
    return found
  }
}
