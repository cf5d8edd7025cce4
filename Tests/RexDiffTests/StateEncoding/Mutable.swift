import Foundation
import TestSupport

/// A type whose values can be created and slightly changed at random.
protocol Mutable: Encodable {
  static func random(_ random: inout SeededGenerator, depth: Int) -> Self
  mutating func mutate(_ random: inout SeededGenerator, depth: Int)
}

extension Mutable {
  mutating func mutate(_ random: inout SeededGenerator, depth: Int) {
    self = .random(&random, depth: depth)
  }
}

extension SeededGenerator {
  mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &self) < percent }

  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
}

extension Bool: Mutable {
  static func random(_ random: inout SeededGenerator, depth: Int) -> Bool { random.chance(50) }
}

extension Int: Mutable {
  static func random(_ random: inout SeededGenerator, depth: Int) -> Int {
    random.chance(80) ? random.below(12) : .random(in: .min ... .max, using: &random)
  }
}

extension Int8: Mutable {
  static func random(_ random: inout SeededGenerator, depth: Int) -> Int8 {
    .random(in: .min ... .max, using: &random)
  }
}

extension Double: Mutable {
  static func random(_ random: inout SeededGenerator, depth: Int) -> Double {
    [0, -0.0, .nan, -.nan, .infinity, -.infinity, 1, 0.1, 1e300, .leastNonzeroMagnitude][
      random.below(10)]
  }
}

extension String: Mutable {
  static func random(_ random: inout SeededGenerator, depth: Int) -> String {
    switch random.below(5) {
    case 0: "e\u{301}"
    case 1: "\u{E9}"
    case 2: ["", "a/b~c", "\"\\\n\u{85}", "\u{1F600}", "id"][random.below(5)]
    case 3: String(repeating: "long text ", count: random.below(30))
    default: "text \(random.below(20))"
    }
  }

  mutating func mutate(_ random: inout SeededGenerator, depth: Int) {
    // In place, so that the storage stays where it is.
    if random.chance(50) { append("x") } else { self = .random(&random, depth: depth) }
  }
}

extension Date: Mutable {
  static func random(_ random: inout SeededGenerator, depth: Int) -> Date {
    Date(timeIntervalSinceReferenceDate: Double(random.below(1000)) / 7)
  }
}

extension UUID: Mutable {
  static func random(_ random: inout SeededGenerator, depth: Int) -> UUID {
    let byte = UInt8(random.below(40))
    return UUID(uuid: (byte, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, byte))
  }
}

extension Optional: Mutable where Wrapped: Mutable {
  static func random(_ random: inout SeededGenerator, depth: Int) -> Wrapped? {
    random.chance(30) ? nil : .some(.random(&random, depth: depth))
  }

  mutating func mutate(_ random: inout SeededGenerator, depth: Int) {
    if random.chance(30) || self == nil {
      self = .random(&random, depth: depth)
      return
    }
    self?.mutate(&random, depth: depth)
  }
}

/// Random values and changes for all kinds of arrays.
extension RangeReplaceableCollection
where Self: MutableCollection & RandomAccessCollection, Element: Mutable, Index == Int {
  static func randomElements(_ random: inout SeededGenerator, depth: Int) -> Self {
    guard depth > 0 else { return Self() }
    let count = random.chance(10) ? random.below(90) : random.below(7)
    return Self((0..<count).map { _ in .random(&random, depth: depth - 1) })
  }

  mutating func mutateElements(_ random: inout SeededGenerator, depth: Int) {
    let new = Element.random(&random, depth: depth - 1)
    guard !isEmpty else { return append(new) }
    let (index, other) = (random.below(count), random.below(count))
    switch random.below(14) {
    case 0: append(new)
    case 1: insert(new, at: 0)
    case 2: insert(new, at: index)
    case 3: remove(at: index)
    case 4: removeLast()
    case 5: shuffle(using: &random)
    case 6: swapAt(index, other)
    case 7: append(self[index])
    case 8: self = Self(self.map { $0 })
    case 9: reverse()
    case 10 where random.chance(20): removeAll()
    case 10 where count < 300: self += Self(self)
    case 11: insert(remove(at: index), at: other)
    default:
      self[index].mutate(&random, depth: depth - 1)
      if random.chance(30) { self[other].mutate(&random, depth: depth - 1) }
    }
  }
}

extension Array: Mutable where Element: Mutable {
  static func random(_ random: inout SeededGenerator, depth: Int) -> [Element] {
    randomElements(&random, depth: depth)
  }

  mutating func mutate(_ random: inout SeededGenerator, depth: Int) {
    mutateElements(&random, depth: depth)
  }
}

extension ContiguousArray: Mutable where Element: Mutable {
  static func random(_ random: inout SeededGenerator, depth: Int) -> ContiguousArray {
    randomElements(&random, depth: depth)
  }

  mutating func mutate(_ random: inout SeededGenerator, depth: Int) {
    mutateElements(&random, depth: depth)
  }
}

extension Set: Mutable where Element: Mutable {
  static func random(_ random: inout SeededGenerator, depth: Int) -> Set<Element> {
    Set([Element].random(&random, depth: depth))
  }

  mutating func mutate(_ random: inout SeededGenerator, depth: Int) {
    switch random.below(4) {
    case 0: if let element = randomElement(using: &random) { remove(element) }
    // A new set has another order.
    case 1: self = Set(shuffled(using: &random))
    default: insert(.random(&random, depth: depth - 1))
    }
  }
}

extension Dictionary: Mutable where Key: Mutable, Value: Mutable {
  static func random(_ random: inout SeededGenerator, depth: Int) -> [Key: Value] {
    var dictionary: [Key: Value] = [:]
    for value in [Value].random(&random, depth: depth) {
      dictionary[.random(&random, depth: depth - 1)] = value
    }
    return dictionary
  }

  mutating func mutate(_ random: inout SeededGenerator, depth: Int) {
    let key = randomElement(using: &random)?.key
    switch (random.below(6), key) {
    case (0, let key?): self[key] = nil
    case (1...3, let key?): self[key]?.mutate(&random, depth: depth - 1)
    case (4, _):
      // A new dictionary has another order.
      self = Dictionary(shuffled(using: &random).map { ($0, $1) }) { first, _ in first }
    default: self[.random(&random, depth: depth - 1)] = .random(&random, depth: depth - 1)
    }
  }
}
