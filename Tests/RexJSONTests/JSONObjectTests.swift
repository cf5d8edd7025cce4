import RexJSON
import TestSupport
import Testing

/// Objects against a model: an array of members, searched from the front.
@Suite struct JSONObjectTests {
  @Test(arguments: 0..<20 as Range<UInt64>)
  func behavesAsAnArrayOfMembers(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var object = JSONObject()
    var model: [(key: String, value: JSON)] = []
    for step in 0..<400 {
      let key = "k\(Int.random(in: 0..<60, using: &random))"
      let place = model.firstIndex { $0.key == key }
      if Int.random(in: 0..<5, using: &random) < 3 {
        object[key] = JSON.number(JSONNumber(step))
        if let place {
          model[place].value = .number(JSONNumber(step))
        } else {
          model.append((key, .number(JSONNumber(step))))
        }
      } else {
        let copy = object
        object[key] = nil
        if let place { model.remove(at: place) }
        #expect(copy[key] == nil || copy.count == object.count + 1)
      }
      #expect(object.map(\.key) == model.map(\.key), "seed \(seed), step \(step)")
      #expect(object.position(of: key) == model.firstIndex { $0.key == key }, "seed \(seed)")
    }
    #expect(object.map(\.value) == model.map(\.value), "seed \(seed)")
  }

  @Test func keysAreComparedByTheirBytes() {
    let object: JSON = ["\u{E9}": 1, "e\u{301}": 2]
    #expect(object["\u{E9}"] == 1)
    #expect(object["e\u{301}"] == 2)
    #expect(object != ["\u{E9}": 2, "e\u{301}": 1])
  }

  @Test func equalityAndHashIgnoreTheOrderOfKeys() {
    let left: JSON = ["a": 1, "b": [2]]
    let right: JSON = ["b": [2], "a": 1]
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
    #expect(left != ["a": 1, "c": [2]])
  }

  @Test func manyMembersComeAndGo() {
    var object = JSONObject()
    for number in 0..<1024 { object["\(number)"] = .null }
    for number in stride(from: 1023, through: 0, by: -7) { object["\(number)"] = nil }
    #expect(object.map(\.key) == (0..<1024).filter { $0 % 7 != 1023 % 7 }.map(String.init))
  }

  /// In a large object, the last member takes the place of a removed one.
  @Test func aRemovalFromALargeObjectTakesConstantTime() {
    var object = JSONObject()
    for number in 0..<1026 { object["\(number)"] = JSON(integerLiteral: number) }
    object["7"] = nil
    #expect(object.map(\.key)[6...8] == ["6", "1025", "8"])
    object["7"] = 7
    object["7"] = nil
    object["9"] = nil
    object["10"] = nil
    #expect(object.map(\.key)[8...10] == ["8", "1024", "11"])
    #expect(object.position(of: "1023") == 1022)
  }

  @Test(arguments: 0..<2 as Range<UInt64>)
  func aLargeObjectIsADictionary(_ seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var (object, model) = (JSONObject(), [String: JSON]())
    // It grows, is almost emptied, and grows again.
    for (step, isGrowing) in [true, false, true, false].enumerated() {
      for _ in 0..<8_000 {
        let key = "k\(Int.random(in: 0..<2500, using: &random))"
        let isAdded = (Int.random(in: 0..<5, using: &random) > 0) == isGrowing
        let value: JSON? = isAdded ? .number(JSONNumber(step)) : nil
        (object[key], model[key]) = (value, value)
      }
      #expect(object.count == model.count, "seed \(seed)")
      #expect(object.allSatisfy { model[$0.key] == $0.value }, "seed \(seed)")
      #expect(object.indices.allSatisfy { object.position(of: object[$0].key) == $0 })
    }
  }
}
