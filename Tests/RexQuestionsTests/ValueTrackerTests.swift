import RexDiff
import RexJSON
import TestSupport
import Testing

@testable import RexQuestions
@testable import RexTimeline

/// A value keeps its identity whatever changes around it.
@Suite struct ValueTrackerTests {
  @Test(arguments: 0..<tries(8, gate: 20))
  func agreesWithABruteForceImplementation(group: Int) throws {
    let count = tries(8, gate: 25, long: 1000)
    for seed in group * count..<(group + 1) * count { try checkAgreement(seed: seed) }
  }

  private func checkAgreement(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var states = [random.state()]
    var patches: [JSONPatch] = []
    let expected = BruteForceState(states[0])
    for _ in 0..<12 {
      let patch = random.patch(of: states[states.count - 1])
      expected.apply(patch)
      patches.append(patch)
      states.append(try states[states.count - 1].applying(patch))
    }
    for place in states[12].places {
      var track = ValueTracker(place)
      for action in stride(from: 11, through: 0, by: -1) {
        try track.stepBack(over: patches[action], from: states[action], to: states[action + 1])
        let found = track.pointer.flatMap { states[action][$0] == nil ? nil : $0 }
        let wanted = expected.pointer(of: place, after: action)
        guard found == wanted else {
          Issue.record(
            """
            seed \(seed): \(place) after \(action): \(found as Any), not \(wanted as Any)
            \(states[action])
            \(patches[action])
            \(states[action + 1])
            """)
          return
        }
      }
    }
  }

  @Test(
    arguments: [
      (#"[{"op":"add","path":"/list/0","value":{}}]"#, "/list/1/body", "/list/0/body", nil),
      (#"[{"op":"add","path":"/list/2","value":{}}]"#, "/list/1/body", "/list/1/body", nil),
      (#"[{"op":"add","path":"/list/1","value":{"body":1}}]"#, "/list/1/body", nil, .around),
      (#"[{"op":"add","path":"/list/-","value":{"body":1}}]"#, "/list/2", nil, .itself),
      (#"[{"op":"remove","path":"/list/0"}]"#, "/list/0/body", "/list/1/body", nil),
      (#"[{"op":"move","from":"/list/0","path":"/list/1"}]"#, "/list/0/body", "/list/1/body", nil),
      (#"[{"op":"move","from":"/list/0","path":"/list/1"}]"#, "/list/1/body", "/list/0/body", nil),
      (
        #"[{"op":"replace","path":"/list/0/body","value":"x"}]"#, "/list/0/body", "/list/0/body",
        .itself
      ),
      (
        #"[{"op":"replace","path":"/list/0","value":{"body":"x"}}]"#, "/list/0/body",
        "/list/0/body",
        .around
      ),
      (#"[{"op":"replace","path":"/list/0/body","value":"x"}]"#, "/list/0", "/list/0", .within),
      (
        #"[{"op":"replace","path":"/list","value":[{"id":"b","body":"B"},{"id":"a"}]}]"#,
        "/list/0/body", "/list/1/body", .around
      ),
      (
        #"[{"op":"replace","path":"/list","value":[{"id":"new","body":1}]}]"#, "/list/0/body", nil,
        .around
      ),
      (
        #"[{"op":"replace","path":"","value":{"list":[{"id":"b"}]}}]"#, "/list/0", "/list/1",
        .around
      ),
      (#"[{"op":"remove","path":"/draft"}]"#, "/draft/text", "/draft/text", .around),
      (#"[{"op":"copy","from":"/list/0","path":"/list/1"}]"#, "/list/1", nil, .itself),
      (#"[{"op":"copy","from":"/list/0","path":"/list/1"}]"#, "/list/2", "/list/1", nil),
      (
        #"[{"op":"move","from":"/list/1/body","path":"/draft/text"}]"#, "/draft/text",
        "/list/1/body", nil
      ),
      (
        #"[{"op":"move","from":"/list/1/body","path":"/draft/text"}]"#, "/list/1/body",
        "/list/1/body", .itself
      ),
    ] as [(String, String, String?, ChangeReach?)])
  func aValueIsTrackedBackOverAPatch(
    patch: String, from place: String, to origin: String?, reach: ChangeReach?
  ) throws {
    let old: JSON = [
      "list": [["id": "a", "body": "A"], ["id": "b", "body": "B"]], "draft": ["text": "hi"],
    ]
    let patch = try JSONPatch(parsing: JSON(parsing: patch))
    var track = ValueTracker(try #require(JSONPointer(place)))
    try track.stepBack(over: patch, from: old, to: old.applying(patch))
    #expect(track.pointer?.description == origin)
    #expect(track.takeWrite()?.reach == reach)
  }
}

extension ValueTracker {
  /// Goes back over a patch, operation by operation.
  mutating func stepBack(
    over patch: JSONPatch, from old: JSON, to new: JSON
  ) throws(JSONPatchError) {
    var state = old
    var inverses: [JSONPatch] = []
    for operation in patch.operations {
      inverses.append(try state.applyReturningInverse(JSONPatch([operation])))
    }
    for (operation, inverse) in zip(patch.operations, inverses).reversed() {
      try stepBack(over: operation, undoneBy: inverse, in: &state)
    }
  }
}

extension SeededGenerator {
  /// A state with arrays of elements with and without ids, and members that may be missing.
  mutating func state() -> JSON { value(depth: 3) == .null ? [:] : .object(members(depth: 3)) }

  private mutating func members(depth: Int) -> JSONObject {
    var object = JSONObject()
    for key in ["a", "b", "c", "id"] where Int.random(in: 0..<3, using: &self) > 0 {
      object[key] =
        key == "id" ? .string(String(Int.random(in: 0..<6, using: &self))) : value(depth: depth - 1)
    }
    return object
  }

  mutating func value(depth: Int) -> JSON {
    switch Int.random(in: 0..<(depth > 0 ? 6 : 2), using: &self) {
    case 0: return .null
    case 1: return .number(JSONNumber(Int.random(in: 0..<9, using: &self)))
    case 2, 3: return .object(members(depth: depth))
    default:
      return .array((0..<Int.random(in: 0..<4, using: &self)).map { _ in value(depth: depth - 1) })
    }
  }

  /// A patch that fits a state: the difference to another state, or a few random operations.
  mutating func patch(of state: JSON) -> JSONPatch {
    if Int.random(in: 0..<4, using: &self) == 0 {
      var next = state
      for _ in 0..<3 { next = (try? next.applying(JSONPatch([operation(on: next)]))) ?? next }
      return JSONPatch(from: state, to: next)
    }
    var (patch, next) = (JSONPatch(), state)
    for _ in 0..<Int.random(in: 0..<4, using: &self) {
      let operation = operation(on: next)
      guard let applied = try? next.applying(JSONPatch([operation])) else { continue }
      patch.operations.append(operation)
      next = applied
    }
    return patch
  }

  private mutating func operation(on state: JSON) -> JSONPatch.Operation {
    let places = state.places
    let place = places.randomElement(using: &self) ?? JSONPointer()
    let other = places.randomElement(using: &self) ?? JSONPointer()
    switch Int.random(in: 0..<8, using: &self) {
    case 0: return .remove(place)
    case 1, 2: return .replace(place, value(depth: 2))
    case 3: return .move(from: other, path: spot(near: place, in: state))
    case 4: return .copy(from: other, path: spot(near: place, in: state))
    case 5:
      // Replace a whole array by its elements in another order.
      guard let elements = state[place]?.array else { return .test(place, state[place] ?? .null) }
      return .replace(place, .array(elements.shuffled(using: &self)))
    default: return .add(spot(near: place, in: state), value(depth: 2))
    }
  }

  /// A path at which a value can be added: in the container at `place`, if there is one.
  private mutating func spot(near place: JSONPointer, in state: JSON) -> JSONPointer {
    switch state[place] {
    case .array(let elements)?:
      if Int.random(in: 0..<4, using: &self) == 0 { return place.appending("-") }
      return place.appending(Int.random(in: 0...elements.count, using: &self))
    case .object?: return place.appending(["a", "b", "c", "d"].randomElement(using: &self) ?? "a")
    default: return place
    }
  }
}

extension JSON {
  /// The paths of all values.
  var places: [JSONPointer] {
    var places: [JSONPointer] = []
    var pending = [(JSONPointer(), self)]
    while let (place, value) = pending.popLast() {
      places.append(place)
      switch value {
      case .array(let elements):
        for (index, element) in elements.enumerated() {
          pending.append((place.appending(index), element))
        }
      case .object(let members):
        for (key, value) in members { pending.append((place.appending(key), value)) }
      default: break
      }
    }
    return places
  }
}
