import CLayouts
import TestSupport
import Testing
import UnreflectedTypes

@testable import RexDiff

/// Types with bytes that their fields do not explain, at any position in a state.
@Suite struct UnexplainedTypesTests {
  @Test func unions() throws {
    try follow(CUnion(number: 1)) { $0.number += 1 }
    try follow(CTagged()) { $0.number += 1 }
  }

  @Test func bitFields() throws {
    try follow(CBits()) { $0.high = ($0.high + 1) & 31 }
    try follow(CTailBits()) { $0.bits = ($0.bits + 1) & 7 }
    try follow(CGapBits()) { $0.bits = ($0.bits + 1) & 7 }
  }

  @Test func membersThatSwiftDoesNotKnow() throws {
    try follow(CUnknown()) { c_set_unknown(&$0, c_unknown($0) + 1) }
  }

  @Test func otherCTypes() throws {
    try follow(CPacked()) { $0.number += 1 << 40 }
    try follow(CPlain()) { $0.letter &+= 1 }
    try follow(CChoiceFirst) { $0 = $0 == CChoiceFirst ? CChoiceSecond : CChoiceFirst }
  }

  @Test func typesWithoutMetadata() throws {
    try follow(UnreflectedStruct()) { $0.number += 1 }
    try follow(UnreflectedStruct()) { $0.text += "a text" }
    try follow(UnreflectedEnum.none) {
      if case .number(let number) = $0 { $0 = .number(number + 1) } else { $0 = .number(1) }
    }
    try follow(UnreflectedGeneric([UnreflectedEnum.text("a")])) { $0.value.append(.none) }
    try follow(UnreflectedBox()) { $0.contents.number += 1 }
  }

  @Test func enumsWithMoreCasesThanAByteCanCount() throws {
    try follow(ManyCases.i1) { $0 = $0.next }
  }

  @Test func typesWithUnexplainedBytesAreNotTrusted() {
    var layouts = TypeLayouts()
    func isTrusted<Value>(_ type: Value.Type) -> Bool { layouts.layout(of: type).isTrusted }
    #expect(!isTrusted(CUnion.self))
    #expect(!isTrusted(CTagged.self))
    #expect(!isTrusted(CBits.self))
    #expect(!isTrusted(CUnknown.self))
    #expect(!isTrusted(CPacked.self))
    #expect(!isTrusted(UnreflectedStruct.self))
    #expect(!isTrusted(UnreflectedEnum.self))
    #expect(!isTrusted(UnreflectedGeneric<Int>.self))
    #expect(!isTrusted([UnreflectedStruct?].self))
    #expect(isTrusted(CPlain.self) == TypeMetadata.isReadable)
    #expect(isTrusted(CChoice.self) == TypeMetadata.isReadable)
  }

  /// Changes a value step by step, as the state itself and inside others.
  private func follow<Value: Encodable>(
    _ initial: Value, change: (inout Value) -> Void
  ) throws {
    var values = [initial]
    var checkers = try Checkers(initial)
    for step in 1...tries(12, gate: 50) {
      change(&values[0])
      try checkers.update(to: values[0], "\(Value.self) step \(step)")
    }
  }

  /// One checker for each way in which a state may contain a value.
  private struct Checkers<Value: Encodable> {
    var root: StateChecker<Value>
    var field: StateChecker<Field<Value>>
    var bigField: StateChecker<Field<[Field<Value>]>>
    var elements: StateChecker<[Value]>
    var entries: StateChecker<[String: Value]>
    var optional: StateChecker<Value?>
    var payload: StateChecker<Choice<Value>>
    var indirect: StateChecker<Indirect<Value>>

    init(_ value: Value) throws {
      root = try StateChecker(value)
      field = try StateChecker(Field(value: value))
      bigField = try StateChecker(Field(value: [Field(value: value)]))
      elements = try StateChecker(Checkers.elements(value))
      entries = try StateChecker(Checkers.entries(value))
      optional = try StateChecker(value)
      payload = try StateChecker(.one(value))
      indirect = try StateChecker(.link(.end(value)))
    }

    mutating func update(to value: Value, _ comment: String) throws {
      try root.update(to: value, comment + ", the state itself")
      try field.update(to: Field(value: value), comment + ", a field")
      try bigField.update(to: Field(value: [Field(value: value)]), comment + ", a field's field")
      try elements.update(to: Checkers.elements(value), comment + ", an element")
      try entries.update(to: Checkers.entries(value), comment + ", an entry")
      try optional.update(to: value, comment + ", an optional")
      try payload.update(to: .one(value), comment + ", a payload")
      try indirect.update(to: .link(.end(value)), comment + ", an indirect payload")
    }

    private static func elements(_ value: Value) -> [Value] { Array(repeating: value, count: 70) }

    private static func entries(_ value: Value) -> [String: Value] {
      Dictionary(uniqueKeysWithValues: (0..<12).map { ("key \($0)", value) })
    }
  }

  private struct Field<Value: Encodable>: Encodable {
    var before = "a text that is longer than fifteen bytes"
    var flag = true
    var value: Value
    var after = ["some", "more", "bytes"]
  }

  private enum Choice<Value: Encodable>: Encodable {
    case none
    case one(Value)
    case two(Value, Int)
  }

  private indirect enum Indirect<Value: Encodable>: Encodable {
    case end(Value)
    case link(Indirect)
  }
}
