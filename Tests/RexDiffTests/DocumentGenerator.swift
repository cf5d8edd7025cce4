import RexJSON
import TestSupport

/// Random documents and random changes to them, with content that is hard to diff: equal elements,
/// repeated ids, keys with `~` and `/`, canonically equivalent text.
struct DocumentGenerator {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private static let keys = [
    "a", "b", "id", "x/y", "~", "", "0", "e\u{301}", "\u{E9}", "\u{1}\"\\",
  ]

  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

  mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: choices.indices, using: &random)]
  }

  mutating func document(depth: Int = 4) -> JSON {
    guard depth > 0, chance(60) else { return scalar() }
    let count = Int.random(in: 0...6, using: &random)
    if chance(55) { return .array((0..<count).map { _ in document(depth: depth - 1) }) }
    var members = JSONObject()
    for _ in 0..<count { members[pick(Self.keys)] = document(depth: depth - 1) }
    return .object(members)
  }

  mutating func scalar() -> JSON {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: .null
    case 1: .bool(chance(50))
    case 2: .number(JSONNumber(Int.random(in: -3...3, using: &random)))
    case 3: pick([1.5, "1", "e\u{301}", "\u{E9}", "\u{85}\u{7F}\n\"", "", "text \u{1F600}"])
    default: .string(String(repeating: "long ", count: Int.random(in: 0...20, using: &random)))
    }
  }

  /// The document after a few changes somewhere in it.
  mutating func changed(_ document: JSON) -> JSON {
    var document = document
    for _ in 0...Int.random(in: 0...3, using: &random) { document = changedOnce(document) }
    return document
  }

  private mutating func changedOnce(_ document: JSON) -> JSON {
    switch document {
    case .array(var elements):
      if !elements.isEmpty, chance(50) {
        let index = Int.random(in: elements.indices, using: &random)
        elements[index] = changedOnce(elements[index])
        return .array(elements)
      }
      rearrange(&elements)
      return .array(elements)
    case .object(var members):
      if !members.isEmpty, chance(50) {
        let (key, value) = members[Int.random(in: members.indices, using: &random)]
        members[key] = chance(20) ? nil : changedOnce(value)
      } else {
        members[pick(Self.keys)] = self.document(depth: 2)
      }
      return .object(members)
    default:
      return self.document(depth: 1)
    }
  }

  private mutating func rearrange(_ elements: inout [JSON]) {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: elements.shuffle(using: &random)
    case 1 where !elements.isEmpty:
      elements.remove(at: Int.random(in: elements.indices, using: &random))
    case 2 where elements.count > 1:
      elements.swapAt(0, Int.random(in: elements.indices, using: &random))
    case 3: elements = elements + elements.prefix(2)
    case 4 where !elements.isEmpty: elements.append(elements.removeFirst())
    default:
      elements.insert(
        document(depth: 2), at: Int.random(in: 0...elements.count, using: &random))
    }
  }
}
