import Foundation
import RexDecoding
import RexJSON
import RexRedaction
import Testing

/// Properties that are marked as secret.
@Suite struct SecretTests {
  /// Encodes a value as a recorder does, and shows each placeholder as `▮`.
  private func shown(_ value: some Encodable) throws -> String {
    let redactor = Redactor(rules: .standard)
    let bytes = try redactor.whileEncoding {
      try JSONDocumentEncoder().encodeBytes(value, redactor: redactor.leafRedactor)
    }
    return String(decoding: bytes, as: UTF8.self).showingPlaceholders
  }

  @Test func secretPropertyIsRedactedOnlyInTheLog() throws {
    struct Account: Codable, Equatable {
      @Secret var iban: String
      @Secret var limit: Int
      @Secret var isIll: Bool
      @Secret var places: [String: [Double]]
      var name: String
    }
    let account = Account(iban: "DE02", limit: 17, isIll: true, places: ["a": [1.25]], name: "ann")
    let plain = try JSONDocumentEncoder().encode(account)
    #expect(
      plain == ["iban": "DE02", "limit": 17, "isIll": true, "places": ["a": [1.25]], "name": "ann"])
    #expect(try JSONDocumentDecoder().decode(Account.self, from: plain) == account)
    #expect(
      try shown(account)
        == #"{"iban":"▮","limit":▮,"isIll":false,"places":{"a":[▮]},"name":"ann"}"#)
    #expect(!String(describing: account).contains("DE02"))
  }

  /// An encoder of the app's own knows nothing of redaction.
  @Test func aSecretInJSONThatTheAppEncodesItselfIsRedacted() throws {
    struct Account: Codable {
      @Secret var iban: String
      @Secret var limit: Int
    }
    struct Stored: Encodable {
      var account: Account

      func encode(to encoder: any Encoder) throws {
        let data = try JSONEncoder().encode(account)
        try String(decoding: data, as: UTF8.self).encode(to: encoder)
      }
    }
    let text = try shown([Stored(account: Account(iban: "no known format", limit: 17))])
    #expect(!text.contains("format") && !text.contains("17"), "\(text)")
    #expect(text.contains("▮"))
    let plain = try JSONDocumentEncoder().encode(Stored(account: Account(iban: "x", limit: 1)))
    #expect(plain.description.contains("x"))
  }

  /// An app's own files do not change when a property is marked: an optional may be missing.
  @Test(arguments: ["{}", #"{"token":null,"expiry":null}"#])
  func aMissingOptionalSecretIsNil(_ text: String) throws {
    let bytes = Array(text.utf8)
    #expect(try JSONDecoder().decode(Marked.self, from: Data(bytes)) == Marked())
    #expect(try JSONDocumentDecoder().decode(Marked.self, from: bytes) == Marked())
  }

  @Test(arguments: [nil, "", "s3cr3t"], [nil, Date.distantFuture])
  func anOptionalSecretIsEncodedLikeAnyOptional(_ token: String?, _ expiry: Date?) throws {
    let plain = Plain(token: token, expiry: expiry)
    let marked = Marked(token: token, expiry: expiry)
    let document = try JSONDocumentEncoder().encode(plain)
    #expect(try JSONDocumentEncoder().encode(marked) == document)
    #expect(try JSONDocumentDecoder().decode(Marked.self, from: document) == marked)

    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    encoder.dateEncodingStrategy = .iso8601
    #expect(try encoder.encode(marked) == encoder.encode(plain))

    let list = try PropertyListEncoder().encode(plain)
    #expect(try PropertyListDecoder().decode(Marked.self, from: list) == marked)
    #expect(try members(ofList: PropertyListEncoder().encode(marked)) == members(ofList: list))
  }

  @Test func anOptionalSecretIsRedacted() throws {
    #expect(
      try shown([Marked(token: "s3cr3t", expiry: .distantFuture), Marked()])
        == #"[{"token":"▮","expiry":▮},{}]"#)
  }

  private struct Plain: Encodable {
    var token: String?
    var expiry: Date?
  }

  private struct Marked: Codable, Equatable {
    @Secret var token: String?
    @Secret var expiry: Date?
  }

  private func members(ofList data: Data) throws -> [String: AnyHashable]? {
    try PropertyListSerialization.propertyList(from: data, format: nil) as? [String: AnyHashable]
  }
}
