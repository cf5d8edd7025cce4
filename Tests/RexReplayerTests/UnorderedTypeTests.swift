import RexLog
import RexRecorder
import RexReplayer
import TestSupport
import Testing

/// Types of a state or an action whose values have no fixed order are named.
@Suite struct UnorderedTypeTests {
  struct Tags<Value: Codable & Sendable>: Codable, Sendable {
    var count = 0
    var value: Value
  }

  enum Mark: String, Codable, Hashable {
    case a, b
  }

  @Test func setsAndDictionariesThatAreWrittenAsArraysAreNamed() throws {
    #expect(try note(Set([1])) == "Set<Int>")
    #expect(try note([[Mark.a: 1]]) == "Dictionary<Mark, Int>")
    #expect(try note(Optional(["a": Set([1])])) == "Set<Int>")
  }

  @Test func orderedTypesAreNotNamed() throws {
    #expect(try note([1, 2]) == nil)
    #expect(try note(["a": 1]) == nil)
    #expect(try note([1: "a"]) == nil)
  }

  @Test func typesOfActionsAreNamedToo() throws {
    let log = try record(0, actions: [Set(["a"])]) { $0 += $1.count }
    let app = ReplayableApp(name: "Tags") { (action: Set<String>, state: inout Int) in
      state += action.count
    }
    let found = try Replayer(app).verify(log)
    #expect(found.unorderedType == "Set<String>")
    #expect(
      found.lines(marking: nil).last == """
        note: the app uses Set<String>, whose order may vary between runs; try --runs 10
        """)
  }

  private func note<Value: Codable & Sendable>(_ value: Value) throws -> String? {
    let log = try record(Tags(value: value), actions: [1]) { $0.count += $1 }
    let app = ReplayableApp(name: "Tags") { (action: Int, state: inout Tags<Value>) in
      state.count += action
    }
    return try Replayer(app).verify(log).unorderedType
  }

  private func record<State: Codable & Sendable, Action: Codable & Sendable>(
    _ start: State, actions: [Action], reduce: (inout State, Action) -> Void
  ) throws -> Log {
    let sink = LogBuffer()
    let recorder = try Recorder<Action, State>(sink: sink, app: "Tags")
    var state = start
    for action in actions { recorder.record(action, into: &state, reduce: reduce) }
    recorder.close()
    return try Log(name: "tags", bytes: sink.bytes)
  }
}
