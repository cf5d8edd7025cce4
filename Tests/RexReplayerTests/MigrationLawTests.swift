import RexDiff
import RexJSON
import RexLog
import RexReplayer
import TestSupport
import Testing

/// A migrated patch leads from one migrated state to the next.
@Suite struct MigrationLawTests {
  /// A keyframe follows each action, so a check of the migrated log compares every migrated patch
  /// with the migrated state.
  @Test(arguments: 0..<tries(6, gate: 16) as Range<UInt64>)
  func aMigratedPatchLeadsToTheMigratedState(_ seed: UInt64) throws {
    var random = RandomMigration(seed: seed)
    for round in 0..<(tries(30, gate: 120, long: 2000)) {
      let operations = random.operations()
      var states = [random.document()]
      var patches: [JSONPatch] = []
      for _ in 0..<6 {
        patches.append(random.patch(of: states[patches.count]))
        states.append(try states[patches.count - 1].applying(patches[patches.count - 1]))
      }
      let log = try log(of: states, patches)
      let migrated = try app(state: operations).migrated(log)
      #expect(throws: Never.self, "seed \(seed), round \(round): \(operations)\n\(patches)") {
        try migrated.check()
      }
      let entries = try migrated.entries()
      #expect(entries.count == states.count * 2, "seed \(seed), round \(round)")
    }
  }

  /// Whether a member is edited may depend on another member, which keeps it from being renamed.
  @Test func aMemberThatKeepsItsKeyMayGetOtherEdits() throws {
    let operations: [Migration.Operation] = [
      .rename("/a", to: "/b"), .default("/b/x", 1), .rename("/b", to: "/a"),
    ]
    let states: [JSON] = [["a": [:]], ["a": [:], "b": 5], ["a": [:]]]
    let patches = (1..<states.count).map { JSONPatch(from: states[$0 - 1], to: states[$0]) }
    let migrated = try app(state: operations).migrated(log(of: states, patches))
    #expect(try self.states(of: migrated) == [["a": ["x": 1]], states[1], ["a": ["x": 1]]])
    #expect(throws: Never.self) { try migrated.check() }
  }

  /// Adding a closure migrates whole documents, instead of patches.
  @Test(arguments: 0..<8 as Range<UInt64>)
  func aClosureAndOperationsGiveTheSameStates(_ seed: UInt64) throws {
    var random = RandomMigration(seed: seed)
    for round in 0..<40 {
      let operations = random.operations()
      let start = random.document()
      let patch = random.patch(of: start)
      let log = try log(of: [start, start.applying(patch)], [patch])
      let byPath = try states(of: app(state: operations).migrated(log))
      let whole = try states(of: app(state: operations + [.document { $0 }]).migrated(log))
      #expect(byPath == whole, "seed \(seed), round \(round): \(operations)")
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func repeatingAnOperationChangesNothing(_ seed: UInt64) throws {
    var random = RandomMigration(seed: seed)
    for round in 0..<100 {
      // Only one operation, since a default may add what another operation changes.
      let operations = Array(random.operations().prefix(1))
      let log = try log(of: [random.document()], [])
      let once = try states(of: app(state: operations).migrated(log))
      let twice = try states(of: app(state: operations + operations).migrated(log))
      #expect(once == twice, "seed \(seed), round \(round): \(operations)")
    }
  }

  /// An untrusted patch is an error or leads to a state; it never traps.
  @Test(arguments: 0..<8 as Range<UInt64>)
  func patchesThatDoNotFitAreErrors(_ seed: UInt64) throws {
    var random = RandomMigration(seed: seed)
    for round in 0..<200 {
      let operations = random.operations()
      let (start, other) = (random.document(), random.document())
      let patch = JSONPatch((0..<3).map { _ in random.operation(on: other) })
      let log = try log(of: [start], [patch])
      let fits = (try? start.applying(patch)) != nil
      let migrated = try? app(state: operations).migrated(log)
      #expect((migrated != nil) == fits, "seed \(seed), round \(round): \(operations)\n\(patch)")
    }
  }

  private func app(state: [Migration.Operation]) -> ReplayableApp {
    ReplayableApp(name: "App", migrations: [Migration(before: "2", state: state)]) {
      (_: inout JSON, _: JSON) in
    }
  }

  private func states(of log: Log) throws -> [JSON] {
    try log.entries().compactMap { entry in
      if case .keyframe(let keyframe) = entry { keyframe.state } else { nil }
    }
  }

  /// A session with a keyframe after each action.
  private func log(of states: [JSON], _ patches: [JSONPatch]) throws -> Log {
    var bytes: [UInt8] = []
    LogEntry.session(
      LogSession(id: "1", startedAt: "2026-11-20T10:00:00.000Z", app: .init(name: "App"))
    ).write(into: &bytes)
    for (seq, state) in states.enumerated() {
      LogEntry.keyframe(LogKeyframe(seq: seq, timeMs: 0, state: state)).write(into: &bytes)
      guard seq < patches.count else { continue }
      LogEntry.action(
        LogAction(
          seq: seq + 1, timeMs: 0, type: "a", payload: .action(nil),
          result: .init(tookMs: 0, patch: patches[seq]))
      ).write(into: &bytes)
    }
    return try Log(name: "log", bytes: bytes)
  }
}
