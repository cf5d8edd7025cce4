import Foundation
import RexActions
import Testing

/// Existential values as parts of a Codable state.
@Suite struct RegisteredTests {
  @Test func aStateWithExistentialPartsIsCodableByItself() throws {
    var state = Screen()
    state.main = Form(phone: "+41")
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(state), as: UTF8.self)
    #expect(text == #"{"main":{"Form":{"phone":"+41"}},"side":{"quiet":{}},"taps":0}"#)
    let decoded = try JSONDecoder().decode(Screen.self, from: Data(text.utf8))
    #expect((decoded.main as? Form)?.phone == "+41")
    #expect(decoded.side is Empty)
  }

  @Test func aPartOfAnUnregisteredTypeIsRejected() {
    #expect(throws: EncodingError.self) { try JSONEncoder().encode(Screen(main: Stray())) }
  }

  @Test func anOptionalPartIsEncodedLikeAnyOtherOrAsNull() throws {
    for (part, text) in [
      (Form(phone: "+41"), #"{"part":{"Form":{"phone":"+41"}}}"#), (nil, #"{"part":null}"#),
    ] as [((any Part)?, String)] {
      let encoded = try JSONEncoder().encode(Slot(part: part))
      #expect(String(decoding: encoded, as: UTF8.self) == text)
      let decoded = try JSONDecoder().decode(Slot.self, from: encoded)
      #expect((decoded.part as? Form)?.phone == (part as? Form)?.phone)
    }
    let error = #expect(throws: EncodingError.self) {
      try JSONEncoder().encode(Slot(part: Stray()))
    }
    #expect("\(error as Any)".contains("Stray is not registered; add Stray.self"))
  }

  @Test func aPartIsChangedInPlace() {
    var state = Screen(main: Form(phone: ""))
    state.main.tap()
    #expect((state.main as? Form)?.phone == "!")
  }
}

private protocol Part: Codable, Sendable {
  mutating func tap()
}

extension Part {
  mutating func tap() {}
}

private struct Empty: Part {}

private struct Stray: Part {}

private struct Form: Part {
  var phone: String

  mutating func tap() { phone += "!" }
}

private enum Parts: TypeRegistry {
  static let types = ActionRegistry<any Part>([Form.self], names: ["quiet": Empty.self])
}

private enum OptionalParts: TypeRegistry {
  static let types: ActionRegistry<(any Part)?> = [Form.self]
}

private struct Slot: Codable, Sendable {
  @Registered<OptionalParts> var part: (any Part)?
}

private struct Screen: Codable, Sendable {
  @Registered<Parts> var main: any Part = Empty()
  @Registered<Parts> var side: any Part = Empty()
  var taps = 0
}
