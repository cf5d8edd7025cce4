import Foundation
import RexJSON
import RexLocking
import RexLog
import RexRecorder
import TestSupport
import Testing

/// Reducers that use anything but their action and state are found, with the likely cause.
@Suite struct PurityTests {
  @Test func aPureReducerIsLeftAlone() throws {
    let (impurities, log) = try record { state, action in state.names.append(action) }
    #expect(impurities.isEmpty)
    #expect(try !log.lines().contains { $0.kind == .mark })
  }

  @Test func theClock() throws {
    let (impurities, log) = try record { state, _ in state.changedAt = Date() }
    #expect(impurities.map(\.differences.first?.path.description) == ["/changedAt", "/changedAt"])
    #expect(impurities.flatMap(\.differences).allSatisfy { $0.cause == .clock })
    #expect(impurities.map(\.seq) == [1, 2])
    #expect(try log.lines().count { $0.kind == .mark } == 2)
  }

  @Test func aRandomNumber() throws {
    let (impurities, _) = try record { state, _ in state.dice = .random(in: 0...UInt64.max) }
    #expect(impurities.first?.differences.map(\.cause) == [.random])
  }

  @Test func aNewUUID() throws {
    let (impurities, _) = try record { state, _ in state.names = [UUID().uuidString] }
    #expect(impurities.first?.differences.map(\.cause) == [.uuid])
    #expect(impurities.first?.differences.first?.path.description == "/names/0")
  }

  @Test func theOrderOfASet() throws {
    // Two equal sets have different orders if one of them has had a larger capacity.
    let rooms = Locked([0, 1000, 0, 1000])
    let (impurities, _) = try record { state, _ in
      var names = Set<String>(minimumCapacity: rooms.withLock { $0.removeLast() })
      for number in 0..<100 { names.insert("name \(number)") }
      state.names = Array(names)
    }
    #expect(impurities.map { $0.differences.map(\.cause) } == [[.order], [.order]])
  }

  @Test func theSameElementsInOtherNumbersAreNoOrder() throws {
    let lists = Locked([["a", "b", "b"], ["a", "a", "b"], ["a", "b", "b"], ["a", "a", "b"]])
    let (impurities, _) = try record { state, _ in
      state.names = lists.withLock { $0.removeLast() }
    }
    #expect(impurities.first?.differences.map(\.cause) == [.random])
    #expect(impurities.first?.differences.first?.path.description == "/names/1")
  }

  private struct State: Codable {
    var names: [String] = []
    var changedAt: Date?
    var dice: UInt64 = 0
  }

  private func record(
    reduce: (inout State, String) -> Void
  ) throws -> (impurities: [Impurity], log: Log) {
    let found = Locked<[Impurity]>([])
    let sink = LogBuffer()
    let recorder = try Recorder<String, State>(
      sink: sink, app: "Purity",
      configuration: .init(onImpurity: { impurity in found.withLock { $0.append(impurity) } }))
    var state = State()
    for action in ["first", "second"] { recorder.record(action, into: &state, reduce: reduce) }
    recorder.close()
    return (found.withLock { $0 }, try Log(checked: "purity", bytes: sink.bytes))
  }
}
