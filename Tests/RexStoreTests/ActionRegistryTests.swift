import Foundation
import RexStore
import Testing

/// Actions behind a protocol, encoded by stable names.
@Suite struct ActionRegistryTests {
  @Test func aRegisteredActionIsItsNameAndItsFields() throws {
    let data = try JSONEncoder().encode(Registered<Deeds>(Walk(steps: 3)))
    #expect(String(decoding: data, as: UTF8.self) == #"{"walked":{"steps":3}}"#)
    let decoded = try JSONDecoder().decode(Registered<Deeds>.self, from: data)
    #expect((decoded.action as? Walk)?.steps == 3)
  }

  @Test func anUnregisteredActionIsRefused() {
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(Registered<Deeds>(Sleep())) }
  }

  @Test func theErrorForAnUnknownNameTellsTheNamesThereAre() {
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Registered<Deeds>.self, from: Data(#"{"fly":{}}"#.utf8))
    }
    guard case .dataCorrupted(let context) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(context.debugDescription == "no action is named fly; there are Rest, walked")
  }
}

private protocol Deed: Sendable {}

private struct Walk: Deed, Codable {
  var steps: Int
}

private struct Rest: Deed, Codable {}

private struct Sleep: Deed {}

private enum Deeds: RegisteredActions {
  static let registry = ActionRegistry<any Deed>([
    .type(Walk.self, name: "walked") { $0 }, .type(Rest.self) { $0 },
  ])
}
