import Foundation
import RexDiff
import RexJSON
import RexQuery
import TestSupport
import Testing

/// Changes that touch no dependency leave a condition's result unchanged.
@Suite struct DependencyLawTests {
  @Test(arguments: 0..<tries(8, gate: 16) as Range<UInt64>)
  func aChangeOutsideTheDependenciesChangesNoResult(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var untouchedCount = 0
    var changedCount = 0
    for step in 0..<(tries(600, gate: 2_500, long: 50_000)) {
      let state = random.smallState(depth: 3)
      let text = random.condition(depth: 2)
      let condition = try Condition(text)
      let (operation, pointer, shifts) = random.edit(of: state)
      guard let next = try? state.applying(JSONPatch([operation])) else { continue }
      let document = [Condition.Document.after, .before, .entry][step % 3]
      let other = Bool.random(using: &random) ? state : random.smallState(depth: 2)
      let before = try condition.outcome(Moment(state, as: document, others: other))
      let after = try condition.outcome(Moment(next, as: document, others: other))
      if !condition.isAffected(byChangeAt: pointer, in: document, shiftsSiblings: shifts) {
        untouchedCount += 1
        let values = [before.values, after.values]
        #expect(
          before.holds == after.holds && values[0] == values[1],
          "seed \(seed), step \(step): \(text), \(state), \(operation)")
      }
      if before.holds != after.holds { changedCount += 1 }
    }
    // Both kinds of change have to occur.
    #expect(untouchedCount > 20 && changedCount > 0, "seed \(seed)")
  }
}

extension Moment {
  /// A moment with a value for one document and another value for the others.
  fileprivate init(_ value: JSON, as document: Condition.Document, others: JSON) {
    self.init(
      after: document == .after ? value : others, before: document == .before ? value : others,
      entry: document == .entry ? value : others)
  }
}

extension Condition {
  /// Whether it holds, and whether each reading has a value.
  fileprivate func outcome(_ moment: Moment) throws -> (holds: Bool, values: [Bool]) {
    let values = try readings(in: moment).map { $0.value != .nothing }
    return (try holds(in: moment), values)
  }
}

extension SeededGenerator {
  private mutating func one<Value>(of values: Value...) -> Value {
    values[Int.random(in: values.indices, using: &self)]
  }

  fileprivate mutating func smallState(depth: Int) -> JSON {
    switch Int.random(in: 0..<(depth > 0 ? 6 : 2), using: &self) {
    case 0: return one(of: 0, 1, 2, -0.0, "a", "b", "", true, nil)
    case 1: return one(of: [], 1, "ab", .object(JSONObject()))
    case 2, 3:
      let count = Int.random(in: 0...4, using: &self)
      return .array((0..<count).map { _ in smallState(depth: depth - 1) })
    default:
      var object = JSONObject()
      for name in ["a", "b", "c", "0"] where Bool.random(using: &self) {
        object[name] = smallState(depth: depth - 1)
      }
      return .object(object)
    }
  }

  /// An operation, where it changes the document, and whether later elements move.
  fileprivate mutating func edit(
    of state: JSON
  ) -> (operation: JSONPatch.Operation, pointer: JSONPointer, shifts: Bool) {
    var value = state
    var pointer = JSONPointer()
    while Int.random(in: 0..<5, using: &self) > 0 {
      switch value {
      case .array(let elements) where !elements.isEmpty:
        let index = Int.random(in: elements.indices, using: &self)
        pointer = pointer.appending(index)
        value = elements[index]
      case .object(let object) where !object.isEmpty:
        let member = object[Int.random(in: 0..<object.count, using: &self)]
        pointer = pointer.appending(member.key)
        value = member.value
      default: break
      }
    }
    let new = smallState(depth: 2)
    switch (Int.random(in: 0..<4, using: &self), value) {
    case (0, _): return (.replace(pointer, new), pointer, false)
    case (1, .array(let elements)):
      let end = pointer.appending(elements.count)
      return (.add(Bool.random(using: &self) ? end : pointer.appending("-"), new), end, true)
    case (1, .object):
      let member = pointer.appending(one(of: "a", "b", "c", "0"))
      return (.add(member, new), member, false)
    case (2, _) where !pointer.tokens.isEmpty: return (.add(pointer, new), pointer, true)
    case (3, _) where !pointer.tokens.isEmpty: return (.remove(pointer), pointer, true)
    default: return (.replace(pointer, new), pointer, false)
    }
  }
}
