import RexJSON

/// Parts of texts and their lower case, which conditions add to the RFC.
extension Evaluator {
  /// The characters of a text from an index on; a negative one counts from the end.
  func substring(
    _ text: EvaluatedValue, from start: EvaluatedValue, length: EvaluatedValue?
  ) -> EvaluatedValue {
    parts(of: text, [start, length].compactMap(\.self)) { text, numbers in
      let scalars = text.unicodeScalars
      let count = scalars.count
      let first = numbers[0] < 0 ? count + numbers[0] : numbers[0]
      let length = numbers.count > 1 ? numbers[1] : count
      guard (0...count).contains(first), length >= 0 else { return nil }
      let start = scalars.index(scalars.startIndex, offsetBy: first)
      return String(scalars[start...].prefix(length))
    }
  }

  /// A text in lower case, by Unicode's rules for no language in particular.
  func lower(_ text: EvaluatedValue) -> EvaluatedValue {
    parts(of: text, [], bytesPerStep: Self.caseBytesPerStep) { text, _ in text.lowercased() }
  }

  /// One of the parts of a text between separators; a negative index counts from the end.
  func split(
    _ text: EvaluatedValue, by separator: EvaluatedValue, part: EvaluatedValue
  ) -> EvaluatedValue {
    guard case .value(.string(let separatorText)) = separator else {
      if case .unknown = separator { return .unknown }
      return .nothing
    }
    if isUnknown(.string(separatorText)) { return .unknown }
    return parts(of: text, [part]) { text, numbers in
      // At worst, the separator begins at each byte of the text.
      let lengths = [text, separatorText].map { $0.utf8.count / Self.bytesPerStep }
      guard !separatorText.isEmpty, spend(lengths[0] * lengths[1]) else { return nil }
      let parts = text.utf8.parts(between: Array(separatorText.utf8))
      return position(numbers[0], in: parts.count).map {
        String(decoding: parts[$0], as: UTF8.self)
      }
    }
  }

  /// A part of a text by whole numbers; nothing if the values are none.
  private func parts(
    of text: EvaluatedValue, _ numbers: [EvaluatedValue], bytesPerStep: Int = bytesPerStep,
    _ part: (String, [Int]) -> String?
  ) -> EvaluatedValue {
    var isUnknown = false
    let whole = numbers.compactMap { value -> Int? in
      switch number(value) {
      case .value(.number(let number)):
        return Int(number.text) ?? number.double.flatMap(Int.init(exactly:))
      case .unknown:
        isUnknown = true
        return nil
      default: return nil
      }
    }
    guard case .value(.string(let content)) = text else {
      if case .unknown = text { return .unknown }
      return .nothing
    }
    if isUnknown || self.isUnknown(.string(content)) { return .unknown }
    guard whole.count == numbers.count, spend(content.utf8.count / bytesPerStep) else {
      return .nothing
    }
    return EvaluatedValue(part(content, whole).map(JSON.string))
  }

  /// The minimum number of bytes whose case is changed in the time of one step.
  private static let caseBytesPerStep = 4

  /// The position of an index, which can be negative, among this many; nil if it is beyond them.
  private func position(_ index: Int, in count: Int) -> Int? {
    let position = index < 0 ? count + index : index
    return (0..<count).contains(position) ? position : nil
  }
}

extension NormalizedPath.Step {
  /// The index or the name as a value.
  var json: JSON {
    switch self {
    case .name(let name): .string(name)
    case .index(let index): .number(JSONNumber(index))
    }
  }
}

extension Query {
  /// The query; of a singular one, that of its children.
  var ofChildren: Query {
    guard isSingular else { return self }
    return Query(root: root, segments: segments + [.children([.wildcard])])
  }
}

extension String.UTF8View {
  /// The parts between the occurrences of a separator, from the first on.
  fileprivate func parts(between separator: [UInt8]) -> [ArraySlice<UInt8>] {
    let bytes = Array(self)
    var (parts, start, offset) = ([ArraySlice<UInt8>](), 0, 0)
    while offset + separator.count <= bytes.count {
      guard bytes[offset...].starts(with: separator) else {
        offset += 1
        continue
      }
      parts.append(bytes[start..<offset])
      offset += separator.count
      start = offset
    }
    return parts + [bytes[start...]]
  }
}
