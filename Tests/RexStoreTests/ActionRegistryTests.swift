import Foundation
import RexStore
import Testing

/// Actions behind a protocol, encoded by stable names.
@Suite struct ActionRegistryTests {
  @Test func aRegisteredActionIsItsNameAndItsFields() throws {
    let data = try JSONEncoder().encode(Written(deed: Walk(steps: 3)))
    #expect(String(decoding: data, as: UTF8.self) == #"{"walked":{"steps":3}}"#)
    let decoded = try JSONDecoder().decode(Written.self, from: data)
    #expect((decoded.deed as? Walk)?.steps == 3)
  }

  @Test func anUnregisteredActionIsRefused() {
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(Written(deed: Sleep())) }
  }

  @Test func theErrorForAnUnknownNameTellsTheNamesThereAre() {
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Written.self, from: Data(#"{"fly":{}}"#.utf8))
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

private let registry = ActionRegistry<any Deed>([
  .type(Walk.self, name: "walked") { $0 }, .type(Rest.self) { $0 },
])

/// A deed as the registry writes and reads it.
private struct Written: Codable {
  var deed: any Deed

  init(deed: any Deed) { self.deed = deed }
  init(from decoder: any Decoder) throws { deed = try registry.decode(from: decoder) }
  func encode(to encoder: any Encoder) throws { try registry.encode(deed, to: encoder) }
}
