import RexLog
import RexRecorder
import RexReplayer
import TestSupport
import Testing

/// Every shape of reducer is recorded by `recording` and replayed by `ReplayableApp`.
@Suite struct ShapeTests {
  @Test func actionAndStateInPlace() throws {
    let reduce: @Sendable (Add, inout Tally) -> Void = { $1.total += $0.count }
    try check(ReplayableApp(name: "Tally", reducer: reduce)) { recorder in
      let recorded: @Sendable (Add, inout Tally) -> Void = recorder.recording(reduce)
      return { recorded($1, &$0) }
    }
  }

  @Test func stateInPlaceAndAction() throws {
    let reduce: @Sendable (inout Tally, Add) -> Void = { $0.total += $1.count }
    try check(ReplayableApp(name: "Tally", reducer: reduce)) { recorder in
      let recorded: @Sendable (inout Tally, Add) -> Void = recorder.recording(reduce)
      return recorded
    }
  }

  @Test func stateInPlaceActionAndEffect() throws {
    let reduce: @Sendable (inout Tally, Add) -> [String] = { tally, add in
      tally.total += add.count
      return ["save"]
    }
    try check(ReplayableApp(name: "Tally", reducer: reduce)) { recorder in
      let recorded: @Sendable (inout Tally, Add) -> [String] = recorder.recording(reduce)
      return { #expect(recorded(&$0, $1) == ["save"]) }
    }
  }

  @Test func stateAndActionToState() throws {
    let reduce: @Sendable (Tally, Add) -> Tally = { Tally(total: $0.total + $1.count) }
    try check(ReplayableApp(name: "Tally", reducer: reduce)) { recorder in
      let recorded: @Sendable (Tally, Add) -> Tally = recorder.recording(reduce)
      return { $0 = recorded($0, $1) }
    }
  }

  @Test func actionAndStateToState() throws {
    let reduce: @Sendable (Add, Tally) -> Tally = { Tally(total: $1.total + $0.count) }
    try check(ReplayableApp(name: "Tally", reducer: reduce)) { recorder in
      let recorded: @Sendable (Add, Tally) -> Tally = recorder.recording(reduce)
      return { $0 = recorded($1, $0) }
    }
  }

  @Test func actionAndOptionalStateToState() throws {
    let reduce: @Sendable (Add, Tally?) -> Tally = { add, tally in
      tally.map { Tally(total: $0.total + add.count) } ?? Tally()
    }
    try check(ReplayableApp(name: "Tally", reducer: reduce)) { recorder in
      let recorded: @Sendable (Add, Tally?) -> Tally = recorder.recording(reduce)
      #expect(recorded(Add(count: 7), nil) == Tally())
      return { $0 = recorded($1, $0) }
    }
  }

  @Test func modelAndEventToNext() throws {
    struct Next: Sendable {
      var model: Tally?
      var effects: [String] = []
    }
    let update: @Sendable (Tally, Add) -> Next = { tally, add in
      add.count == 0 ? Next(effects: ["load"]) : Next(model: Tally(total: tally.total + add.count))
    }
    try check(ReplayableApp(name: "Tally", update: update, model: { $0.model })) { recorder in
      let recorded: @Sendable (Tally, Add) -> Next = recorder.recording(update) { $0.model }
      return { $0 = recorded($0, $1).model ?? $0 }
    }
  }

  @Test func aReducerThatCapturesANonSendableValue() throws {
    final class Log {
      var count = 0
    }
    let log = Log()
    let sink = LogBuffer()
    let recorder = try Recorder<Add, Tally>(sink: sink, app: "Tally")
    let recorded = recorder.recording { (tally: inout Tally, add: Add) in
      log.count += 1
      tally.total += add.count
    }
    var tally = Tally()
    recorded(&tally, Add(count: 3))
    #expect(tally.total == 3 && log.count == 1)
  }

  /// Records the actions with the reducer, and replays the log with the app.
  private func check(
    _ app: ReplayableApp, recording: (Recorder<Add, Tally>) -> (inout Tally, Add) -> Void
  ) throws {
    let sink = LogBuffer()
    let recorder = try Recorder<Add, Tally>(sink: sink, app: "Tally")
    let reduce = recording(recorder)
    var tally = Tally()
    for count in [1, 0, 20, -300] { reduce(&tally, Add(count: count)) }
    recorder.close()
    #expect(tally.total == -279)
    let verification = try Replayer(app).verify(Log(checked: "log", bytes: sink.bytes))
    #expect(verification.verdict == .verified, "\(verification.divergences)")
    #expect(verification.counts.verified == 4)
  }
}

/// The same shapes, with a protocol as the action type.
@Suite struct RegisteredShapeTests {
  private static let actions: ActionRegistry<any Deed> = [Add.self]

  @Test func everyShapeReplaysTheLogOfARegistry() throws {
    let log = try log()
    let apps = [
      ReplayableApp(name: "Tally", actions: Self.actions) { (deed: any Deed, tally: inout Tally) in
        tally.total += deed.count
      },
      ReplayableApp(name: "Tally", actions: Self.actions) { (tally: inout Tally, deed: any Deed) in
        tally.total += deed.count
      },
      ReplayableApp(name: "Tally", actions: Self.actions) { (tally: Tally, deed: any Deed) in
        Tally(total: tally.total + deed.count)
      },
      ReplayableApp(name: "Tally", actions: Self.actions) { (deed: any Deed, tally: Tally) in
        Tally(total: tally.total + deed.count)
      },
      ReplayableApp(name: "Tally", actions: Self.actions) { (deed: any Deed, tally: Tally?) in
        Tally(total: (tally?.total ?? 0) + deed.count)
      },
      ReplayableApp(
        name: "Tally", actions: Self.actions,
        update: { (tally: Tally, deed: any Deed) in
          deed.count == 0 ? nil : Tally(total: tally.total + deed.count)
        },
        model: { $0 }),
    ]
    for app in apps {
      let verification = try Replayer(app).verify(log)
      #expect(
        verification.verdict == .verified && verification.counts.verified == 3,
        "\(verification.divergences)")
    }
  }

  @Test func everyShapeReplaysAStateOfAProtocolType() throws {
    let sink = LogBuffer()
    let recorder = try Recorder<any Deed, Registered<Totals>>(
      sink: sink, app: "Tally", actions: Self.actions)
    var state = Registered<Totals>(wrappedValue: Tally())
    for count in [1, 0, 20] {
      recorder.record(Add(count: count), into: &state) { state, deed in
        state.wrappedValue = Tally(total: state.wrappedValue.total + deed.count)
      }
    }
    recorder.close()
    let log = try Log(checked: "log", bytes: sink.bytes)
    let apps = [
      ReplayableApp(name: "Tally", actions: Self.actions, states: Totals.self) {
        (deed: any Deed, total: inout any Total) in
        total = Tally(total: total.total + deed.count)
      },
      ReplayableApp(name: "Tally", actions: Self.actions, states: Totals.self) {
        (total: any Total, deed: any Deed) in
        Tally(total: total.total + deed.count)
      },
      ReplayableApp(name: "Tally", actions: Self.actions, states: Totals.self) {
        (deed: any Deed, total: any Total) in
        Tally(total: total.total + deed.count)
      },
    ]
    for app in apps {
      let verification = try Replayer(app).verify(log)
      #expect(verification.counts.verified == 3, "\(verification.divergences)")
    }
  }

  private func log() throws -> Log {
    let sink = LogBuffer()
    let recorder = try Recorder<any Deed, Tally>(
      sink: sink, app: "Tally", actions: Self.actions)
    var tally = Tally()
    for count in [1, 0, 20] {
      recorder.record(Add(count: count), into: &tally) { $0.total += $1.count }
    }
    recorder.close()
    return try Log(checked: "log", bytes: sink.bytes)
  }
}

private protocol Total: Sendable {
  var total: Int { get }
}

private enum Totals: TypeRegistry {
  static let types: ActionRegistry<any Total> = [Tally.self]
}

private struct Tally: Total, Codable, Equatable {
  var total = 0
}

private protocol Deed: Sendable {
  var count: Int { get }
}

private struct Add: Deed, Codable {
  var count: Int
}
