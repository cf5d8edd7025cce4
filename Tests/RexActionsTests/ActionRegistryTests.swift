import Foundation
import RexActions
import Testing

/// Existential actions, encoded by stable names.
@Suite struct ActionRegistryTests {
  @Test func aRegisteredActionIsEncodedAsItsNameAndFields() throws {
    let data = try JSONEncoder().encode(Written(deed: Walk(steps: 3)))
    #expect(String(decoding: data, as: UTF8.self) == #"{"walked":{"steps":3}}"#)
    let decoded = try JSONDecoder().decode(Written.self, from: data)
    #expect((decoded.deed as? Walk)?.steps == 3)
  }

  @Test func anUnregisteredActionIsRejected() {
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(Written(deed: Sleep())) }
  }

  @Test func theErrorForAnUnknownNameListsTheKnownNames() {
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Written.self, from: Data(#"{"fly":{}}"#.utf8))
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.debugDescription == "no action is named fly; there are Rest, walked")
  }

  @Test func typesWithTheSameNameAlsoHaveTheirParentsNames() throws {
    let registry: ActionRegistry<any Deed> = [Morning.Run.self, Walk.self, Evening.Run.self]
    #expect(registry.names == ["Evening.Run", "Morning.Run", "Walk"])
    #expect(registry.name(of: Evening.Run()) == "Evening.Run")
    #expect(registry.formerName(of: Evening.Run()) == "RexActionsTests.Evening.Run")
    #expect(registry.formerName(of: Walk(steps: 1)) == nil)
  }

  /// A log can be from a registry of more types, an earlier version, or another module.
  @Test func namesAreReadWithAndWithoutParentsAndModules() throws {
    let both: ActionRegistry<any Deed> = [Morning.Run.self, Walk.self, Evening.Run.self]
    let one: ActionRegistry<any Deed> = [Walk.self, Evening.Run.self]
    for name in ["Evening.Run", "RexActionsTests.Evening.Run", "App.Evening.Run"] {
      #expect(try decoded(name, by: both) is Evening.Run)
      #expect(try decoded(name, by: one) is Evening.Run)
    }
    #expect(try decoded("Run", by: one) is Evening.Run)
    #expect(try decoded("RexActionsTests.Walk", by: one) is Walk)
    // Two types called Walk were registered; one of them is not in this registry.
    for name in ["App.Walk", "Noon.Run", "App.Noon.Run"] {
      #expect(throws: DecodingError.self) { try decoded(name, by: both) }
    }
    #expect(throws: DecodingError.self) { try decoded("Run", by: both) }
  }

  private func decoded(_ name: String, by registry: ActionRegistry<any Deed>) throws -> any Deed {
    try JSONDecoder().decode(
      Raw.self, from: Data("{\"\(name)\":{\"steps\":1}}".utf8), configuration: registry
    ).deed
  }

  @Test func aTypeWhoseNameWasGivenToAnotherUsesItsFullName() {
    let registry = ActionRegistry<any Deed>([Walk.self], names: ["Walk": Rest.self])
    #expect(registry.names == ["RexActionsTests.Walk", "Walk"])
    #expect(registry.name(of: Rest()) == "Walk")
  }

  @Test func typesWithoutAUniqueNameAreNumbered() {
    func local() -> ActionRegistry<any Deed>.Registrable {
      struct Run: Deed, Codable {}
      return Run.self
    }
    func another() -> ActionRegistry<any Deed>.Registrable {
      struct Run: Deed, Codable {}
      return Run.self
    }
    let registry = ActionRegistry<any Deed>([local(), another(), local()])
    #expect(
      registry.names == [
        "RexActionsTests.ActionRegistryTests.Run", "RexActionsTests.ActionRegistryTests.Run#2",
      ])
  }

  @Test func additionalNamesOfATypeAreReadButNotWritten() throws {
    #expect(renamed.names == ["Pause", "Rest"])
    #expect(renamed.name(of: Rest()) == "Rest")
    for name in renamed.names {
      let data = Data("{\"\(name)\":{}}".utf8)
      #expect(try JSONDecoder().decode(Renamed.self, from: data).deed is Rest)
    }
  }

  @Test func theFirstOfSeveralChosenNamesIsWritten() {
    let registry = ActionRegistry<any Deed>(names: ["Break": Rest.self, "Pause": Rest.self])
    #expect(registry.names == ["Break", "Pause"])
    #expect(registry.name(of: Rest()) == "Break")
  }

  @Test func aTypeThatLacksTheProtocolIsNotDecoded() {
    struct Odd: Codable {}
    let odd: ActionRegistry<any Deed> = [Odd.self]
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(
        Raw.self, from: Data(#"{"Odd":{}}"#.utf8), configuration: odd)
    }
    guard case .typeMismatch(_, let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.debugDescription == "Odd is registered, but is not a Deed")
  }

  @Test func choosingANameTwiceIsAProgrammingError() async {
    await #expect(processExitsWith: .failure) {
      _ = ActionRegistry<any Deed>(names: ["a": Walk.self, "a": Rest.self])
    }
  }
}

private enum Morning {
  struct Run: Deed, Codable {}
}

private enum Evening {
  struct Run: Deed, Codable {}
}

private protocol Deed: Sendable {}

private struct Walk: Deed, Codable {
  var steps: Int
}

private struct Rest: Deed, Codable {}

private struct Sleep: Deed {}

private let registry = ActionRegistry<any Deed>([Rest.self], names: ["walked": Walk.self])

/// Decodes a value with a registry.
private struct Raw: DecodableWithConfiguration {
  let deed: any Deed

  init(from decoder: any Decoder, configuration: ActionRegistry<any Deed>) throws {
    deed = try configuration.decode(from: decoder)
  }
}

/// A deed as the registry writes and reads it.
private struct Written: Codable {
  var deed: any Deed

  init(deed: any Deed) { self.deed = deed }
  init(from decoder: any Decoder) throws { deed = try registry.decode(from: decoder) }
  func encode(to encoder: any Encoder) throws { try registry.encode(deed, to: encoder) }
}

private let renamed = ActionRegistry<any Deed>([Rest.self], names: ["Pause": Rest.self])

/// A deed that was written before or after its type was renamed.
private struct Renamed: Decodable {
  var deed: any Deed

  init(from decoder: any Decoder) throws { deed = try renamed.decode(from: decoder) }
}
