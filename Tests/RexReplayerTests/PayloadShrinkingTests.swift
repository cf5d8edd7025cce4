import RexJSON
import RexMinimizer
import RexReplayer
import TestSupport
import Testing

/// The search for smaller payloads alone, with simple or random properties.
@Suite struct PayloadShrinkingTests {
  @Test func numbersStringsAndArraysShrinkAsFarAsPossible() {
    let payload: JSON = [
      "add": [
        "amount": 4_350, "tags": ["a", "b", "needed", "d"], "note": "a long text", "at": nil,
      ]
    ]
    let found = shrink([7: payload]) { payloads in
      guard let add = payloads[7]?["add"], let amount = add["amount"]?.number?.exactly(Int.self),
        let tags = add["tags"]?.array, let note = add["note"]?.string
      else { return false }
      return amount >= 1_234 && tags.contains("needed") && note.hasPrefix("a l")
    }
    #expect(found == [7: ["add": ["amount": 1_234, "tags": ["needed"], "note": "a l"]]])
  }

  @Test func aValueInSeveralPayloadsChangesInAllOfThem() {
    let found = shrink([1: ["open": ["id": "m-1471"]], 2: ["close": ["id": "m-1471"]]]) {
      guard let open = $0[1]?["open"]?["id"]?.string else { return false }
      return $0[2]?["close"]?["id"]?.string == open && !open.isEmpty
    }
    #expect(found == [1: ["open": ["id": "m"]], 2: ["close": ["id": "m"]]])
  }

  @Test func negativeNumbersAndFractionsGoTowardZero() {
    let found = shrink([1: [-5, 2.75, -0.5, true]]) { payloads in
      guard let values = payloads[1]?.array, values.count == 4 else { return false }
      let numbers = values.prefix(3).compactMap { $0.number?.double }
      return numbers.count == 3 && numbers[0] < -2 && numbers[1] > 1 && values[3].bool != nil
    }
    #expect(found == [1: [-3, 2, 0, false]])
  }

  @Test(arguments: 1...UInt64(tries(60, gate: 200, long: 5_000)))
  func theSearchEndsKeepsThePropertyAndIsMinimal(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let payloads = [1: random.document(depthMax: 2), 2: random.document(depthMax: 2)]
    // About half of all candidates have the property; a hash decides, so each run is the same.
    let salt = UInt64.random(in: 0...UInt64.max, using: &random)
    let holds = { (payloads: [Int: JSON]) -> Bool in
      var hash = salt
      for seq in [1, 2] {
        for byte in payloads[seq]?.bytes ?? [] { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
      }
      return hash >> 40 & 1 == 0
    }
    var search = PayloadShrinking(payloads)
    var testCount = 0
    while let asked = search.next() {
      testCount += 1
      let answer = holds(payloads.merging(asked) { $1 })
      search.record(answer)
      if answer { #expect(payloads.merging(search.changed) { $1 } == search.payloads) }
      try #require(testCount < 1_000_000, "seed \(seed): it does not end")
    }
    #expect(search.isMinimal, "seed \(seed)")
    #expect(search.changed.isEmpty || holds(search.payloads), "seed \(seed)")
  }

  private func shrink(
    _ payloads: [Int: JSON], _ holds: ([Int: JSON]) -> Bool
  ) -> [Int: JSON] {
    var search = PayloadShrinking(payloads)
    while let asked = search.next() { search.record(holds(payloads.merging(asked) { $1 })) }
    return search.payloads
  }
}
