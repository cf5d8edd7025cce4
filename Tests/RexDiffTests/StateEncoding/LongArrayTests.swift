import RexDiff
import TestSupport
import Testing

/// Long arrays that change a little at a time, which the encoder compares with its own copies.
@Suite struct LongArrayTests {
  private struct State<Element: Mutable>: Encodable {
    var elements: [Element]
    var others: ContiguousArray<Element>
    var step = 0
  }

  /// Changes one element, or sometimes many.
  private func mutate<Element: Mutable>(
    _ elements:
      inout some RangeReplaceableCollection<Element>
      & MutableCollection<Element> & RandomAccessCollection<Element>,
    _ random: inout SeededGenerator
  ) {
    let place = elements.indices.randomElement(using: &random) ?? elements.startIndex
    switch Int.random(in: 0..<12, using: &random) {
    case 0: elements.insert(.random(&random, depth: 2), at: place)
    case 1 where elements.count > 70: elements.remove(at: place)
    case 2: elements.append(elements[place])
    case 3: elements.swapAt(place, elements.startIndex)
    case 4 where random.chance(20): elements.shuffle(using: &random)
    case 5 where random.chance(20): elements.reverse()
    case 6 where elements.count > 120: elements.removeFirst(30)
    default: elements[place].mutate(&random, depth: 2)
    }
  }

  private func follow<Element: Mutable>(
    _ type: Element.Type, seeds: Range<UInt64> = 0..<tries(1, gate: 4), steps: Int = 60
  ) throws {
    for seed in seeds {
      var random = SeededGenerator(seed: seed)
      var state = State<Element>(elements: [], others: [])
      for _ in 0..<100 { state.elements.append(.random(&random, depth: 2)) }
      state.others = ContiguousArray(state.elements)
      var checker = try StateChecker(state)
      var kept: [State<Element>] = []
      for step in 0..<steps {
        state.step = step
        switch Int.random(in: 0..<10, using: &random) {
        case 0: kept.append(state)
        case 1: state = kept.randomElement(using: &random) ?? state
        case 2: kept.removeAll()
        case 3: mutate(&state.others, &random)
        case 4...8: mutate(&state.elements, &random)
        default: break
        }
        for _ in 0..<(random.chance(5) ? 6 : 1) {
          state.step += 1
          try checker.update(to: state, "\(type) seed \(seed) step \(step)")
        }
      }
    }
  }

  @Test func padded() throws { try follow(Padded.self) }
  @Test func payloads() throws { try follow(Payload.self) }
  /// Fewer seeds and steps, since nodes contain nodes, and each check encodes all of them.
  @Test func nodes() throws { try follow(Node.self, seeds: 0..<1, steps: tries(4, gate: 15)) }
}
