extension RandomNumberGenerator {
  /// Returns true with a probability of one in `count`.
  mutating func isOne(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

  /// Returns a random element; `default` if there are none.
  mutating func pick<Element>(_ elements: [Element], default element: Element) -> Element {
    elements.randomElement(using: &self) ?? element
  }
}
