import ComposableLike
import Foundation
import RexActions
import RexCommands
import RexLog
import RexRecorder
import RexReplayer
import Testing

/// The Swift of docs/attach/inputs.md, run: what the reducers take from outside comes out again.
@Suite struct InputsExamples {
  @Test func aReducersInputsAreReplayed() throws {
    @Sendable func reduce(_ state: inout Cart, _ action: CartAction) {
      let inputs = Inputs()
      switch action {
      case .add(let product):
        state.lines.append(Line(id: inputs.uuid(), product: product, added: inputs.now))
      case .shuffle:
        var generator = inputs.generator
        state.lines.shuffle(using: &generator)
      case .checkOut:
        state.usesNewCheckout = inputs.value("newCheckout") { Flags.newCheckout }
      }
    }

    try expectReplay(
      [CartAction.add("tea"), .add("cups"), .shuffle, .checkOut], from: Cart(), by: reduce)
  }

  @Test func aFeaturesDependenciesAreReplayed() throws {
    @Sendable func featureReducer(
      _ state: inout Feature.State, _ action: Feature.Action
    ) -> Effect<Feature.Action> {
      let inputs = Inputs()
      return Feature()
        .dependency(\.date, DateGenerator { inputs.now })
        .dependency(\.uuid, UUIDGenerator { inputs.uuid() })
        .dependency(\.withRandomNumberGenerator, WithRandomNumberGenerator(inputs.generator))
        .transformDependency(\.flags) { flags in
          let newCheckout = flags.newCheckout
          flags.newCheckout = { inputs.value("newCheckout") { newCheckout() } }
        }
        ._reduce(into: &state, action: action)
    }

    try expectReplay(
      [CartAction.add("tea"), .add("cups"), .shuffle, .checkOut], from: Cart(),
      by: { _ = featureReducer(&$0, $1) })
  }

  private func expectReplay<Action: Codable & Sendable, State: Codable & Sendable>(
    _ actions: [Action], from start: State,
    by reducer: @escaping @Sendable (inout State, Action) -> Void
  ) throws {
    let buffer = LogBuffer()
    let recorder = try Recorder<Action, State>(sink: buffer, app: "Cart")
    var state = start
    for action in actions { recorder.record(action, into: &state, reduce: reducer) }
    recorder.close()
    let log = try Log(name: "cart.jsonl", bytes: buffer.bytes)
    let app = ReplayableApp(name: "Cart", reducer: reducer)
    let verification = try Replayer(app).verify(log)
    #expect(verification.verdict == .verified, "\(verification.divergences)")
    #expect(verification.counts.verified == actions.count)
  }

  struct Line: Codable, Sendable {
    var id: UUID
    var product: String
    var added: Date
  }

  struct Cart: Codable, Sendable {
    var lines: [Line] = []
    var usesNewCheckout = false
  }

  enum CartAction: Codable, Sendable {
    case add(String)
    case shuffle
    case checkOut
  }

  enum Flags {
    static var newCheckout: Bool { Bool.random() }
  }

  struct FlagsClient: DependencyKey, Sendable {
    var newCheckout: @Sendable () -> Bool

    static let liveValue = FlagsClient { Flags.newCheckout }
  }

  struct Feature: Reducer {
    @Dependency(\.date) var date
    @Dependency(\.uuid) var uuid
    @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
    @Dependency(\.flags) var flags

    var body: some Reducer<Cart, CartAction> {
      Reduce { state, action in
        switch action {
        case .add(let product):
          state.lines.append(Line(id: uuid(), product: product, added: date.now))
        case .shuffle:
          withRandomNumberGenerator { state.lines.shuffle(using: &$0) }
        case .checkOut:
          state.usesNewCheckout = flags.newCheckout()
        }
        return .none
      }
    }
  }
}

extension DependencyValues {
  fileprivate var flags: InputsExamples.FlagsClient {
    get { self[InputsExamples.FlagsClient.self] }
    set { self[InputsExamples.FlagsClient.self] = newValue }
  }
}
