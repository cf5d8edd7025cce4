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
    for number in 0..<4000 { object["\(number)"] = .null }
    for number in stride(from: 3999, through: 0, by: -7) { object["\(number)"] = nil }
    #expect(object.map(\.key) == (0..<4000).filter { $0 % 7 != 3999 % 7 }.map(String.init))
  }
}
