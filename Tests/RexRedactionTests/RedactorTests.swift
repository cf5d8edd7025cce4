import Foundation
import RexDiff
import RexJSON
import RexRedaction
import Testing

/// What a redactor writes in place of secrets.
@Suite struct RedactorTests {
  private func redactor(_ rules: RedactionRules = .standard) -> Redactor {
    Redactor(rules: rules, vault: SecretVault(tag: 0xAB12))
  }

  private func shown(_ document: JSON, _ rules: RedactionRules = .standard) -> String {
    var redactor = redactor(rules)
    return redactor.redact(document).description
  }

  @Test func placeholdersKeepTypeAndEquality() {
    let document: JSON = [
      "password": "hunter2", "again": "hunter2", "other": ["token": "zzz", "pin": 1234],
      "apiKey": 1.5, "secret": nil, "passcode": "", "hasToken": true,
      "session_token": "6F9619FF-8B86-D011-B42D-00C04FC964FF",
    ]
    #expect(
      shown(document) == """
        {"password":"redactedab120001","again":"redactedab120001",\
        "other":{"token":"redactedab120002","pin":770000003},"apiKey":770000004.5,"secret":null,\
        "passcode":"","hasToken":true,"session_token":"7ED0AC7E-AB12-4000-8000-000000000005"}
        """)
  }

  @Test func pathsRedactBooleans() {
    #expect(shown(["a": ["b": true, "c": [1]]], .only(paths: ["/a"])).contains(#"{"b":false,"#))
  }

  @Test func conditionRedactsEverythingBelow() {
    let rules = RedactionRules.only { place, _ in place.tokens.last == "medical" }
    #expect(
      shown(["medical": ["x": "y"], "z": "y"], rules)
        == #"{"medical":{"x":"redactedab120001"},"z":"y"}"#)
  }

  @Test func secretKeysAreRedacted() {
    let rules = RedactionRules.only(keyedPaths: ["/byEmail"])
    #expect(
      shown(
        ["byEmail": ["ann@x.org": ["id": 1], "id": 2], "id": 3, "note": "to ann@x.org"], rules)
        == #"{"byEmail":{"redactedab120001":{"id":1},"redactedab120002":2},"id":3,"#
        + #""note":"to redactedab120001"}"#)
  }

  @Test(arguments: [
    "plain hunter2/é here", #"json "hunter2\/\u00e9""#, "url ?q=hunter2%2F%C3%A9&b",
    "twice hunter2%252F%25C3%25A9", "pointer /a/hunter2~1é", "base64 aHVudGVyMi/DqQ==",
    "inside YW5uOmh1bnRlcjIvw6k6eA== x", "hex 68756e746572322fc3a9",
    #"swift \"hunter2/\u{E9}\""#,
  ])
  func aKnownSecretIsFoundInAnyEscaping(_ text: String) {
    var redactor = redactor()
    _ = redactor.redact(["password": "hunter2/é"])
    let shown = redactor.redact(text: text)
    #expect(shown != text)
    #expect(SecretSearch(["hunter2/é"]).findings(in: Array(shown.utf8)).isEmpty)
    #expect(SecretSearch(["hunter2/é"]).findings(in: Array(text.utf8)).count == 1)
  }

  @Test(arguments: ["?q=%C3%BCber%2Fsecret&b", #"json "\u00fcber\/secret""#, "%C3%BCber/secret"])
  func rulesWithoutShapesFindAKnownSecretInAnyEscaping(_ text: String) {
    var redactor = Redactor(rules: .only(paths: ["/secret"]), vault: SecretVault(tag: 1))
    _ = redactor.redact(["secret": "über/secret"])
    #expect(SecretSearch(["über/secret"]).findings(in: Array(text.utf8)).count == 1)
    #expect(redactor.redact(text: text).contains("redacted00010001"))
  }

  @Test func movedSecretsStayRedacted() throws {
    var redactor = redactor()
    var shown = redactor.start(from: ["user": ["pin": "12", "name": "ann"], "list": []])
    let patch = JSONPatch([
      .move(from: .to("/user/pin"), path: .to("/open")),
      .copy(from: .to("/open"), path: .to("/list/0")),
      .copy(from: .to("/user/name"), path: .to("/user/password")),
      .test(.to("/open"), "12"), .add(.to("/user"), ["token": "t-123456"]),
      .add(.to("/list/-"), "t-123456"), .replace(.to("/user/token"), "x"),
    ])
    let redacted = try redactor.redact(patch)
    #expect(
      redacted.description == """
        [{"op":"move","from":"/user/pin","path":"/open"},\
        {"op":"copy","from":"/open","path":"/list/0"},\
        {"op":"add","path":"/user/password","value":"redactedab120005"},\
        {"op":"test","path":"/open","value":"redactedab120001"},\
        {"op":"add","path":"/user","value":{"token":"redactedab120002"}},\
        {"op":"add","path":"/list/-","value":"redactedab120002"},\
        {"op":"replace","path":"/user/token","value":"redactedab120004"}]
        """)
    try shown.apply(redacted)
    #expect(shown == redactor.state)
  }

  @Test func aSecretThatEndsLikeANameIsRemembered() {
    var redactor = redactor()
    _ = redactor.redact(["password": "my old password", "token": "token"])
    #expect(redactor.redact(text: "it was my old password") == "it was redactedab120001")
    #expect(redactor.redact(text: "a token of love") == "a token of love")
  }

  @Test func equalSingleCharactersGetDifferentPlaceholders() {
    let rules = RedactionRules.only(paths: ["/typed", "/draft"])
    #expect(
      shown(["typed": ["l", "l", 4, 4, "é"], "draft": ["ll", "ll"]], rules) == """
        {"typed":["redactedab120001","redactedab120002",770000003,770000004,"redactedab120005"],\
        "draft":["redactedab120006","redactedab120006"]}
        """)
  }

  @Test func nestedEscapesAreDecodedInOnePass() {
    let text = #"\\\\u0070assword%253D%2522hunter2%2522 ~01"#
    #expect(
      redactor().redact(text: text) == #"\\\\u0070assword%253D%2522redactedab120001%2522 ~01"#)
  }

  @Test func redactionIsIdempotent() {
    var first = redactor()
    let once = first.redact(["password": "hunter2", "text": "token=abc123", "cookie": "c"])
    var second = Redactor(rules: .standard)
    #expect(second.redact(once) == once)
  }

  @Test func secretPropertyIsRedactedOnlyInTheLog() throws {
    struct Account: Codable, Equatable {
      @Secret var iban: String
      @Secret var limit: Int
      var name: String
    }
    let account = Account(iban: "DE02", limit: 7, name: "ann")
    let plain = try JSONDocumentEncoder().encode(account)
    #expect(plain == ["iban": "DE02", "limit": 7, "name": "ann"])
    #expect(try JSONDocumentDecoder().decode(Account.self, from: plain) == account)
    let encoding = SecretEncoding(SecretVault(tag: 0xAB12), keyNames: .standard)
    let shown = try encoding.whileEncoding {
      try JSONDocumentEncoder().encode(account)
    }
    #expect(shown == ["iban": "redactedab120001", "limit": 770_000_002, "name": "ann"])
    #expect(!String(describing: account).contains("DE02"))
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
    let encoding = SecretEncoding(SecretVault(tag: 0xAB12), keyNames: .standard)
    let shown = try encoding.whileEncoding {
      try JSONDocumentEncoder().encode([Marked(token: "s3cr3t", expiry: .distantFuture), Marked()])
    }
    #expect(shown == [["token": "redactedab120001", "expiry": 770_000_002], [:]])
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

  @Test func secretPropertiesOfOneCharacterHaveEqualPlaceholders() throws {
    struct Typed: Encodable {
      @Secret var text: [String]
      @Secret var digits: [Int]
    }
    let typed = Typed(text: ["a", "b", "é", "ab", "ab"], digits: [4, 5, 45])
    let encoding = SecretEncoding(SecretVault(tag: 0xAB12), keyNames: .standard)
    for _ in 1...2 {
      #expect(
        try encoding.whileEncoding {
          try JSONDocumentEncoder().encode(typed)
        }.description == """
          {"text":["redactedab120001","redactedab120001","redactedab120001",\
          "redactedab120002","redactedab120002"],"digits":[770000003,770000003,770000004]}
          """)
    }
  }

  @Test func aSecretPropertyThatEqualsAKeyNameIsNotRemembered() throws {
    struct Login: Encodable { @Secret var word: String }
    var redactor = redactor()
    let encoding = SecretEncoding(redactor.vault, keyNames: .standard)
    let login = try encoding.whileEncoding {
      try JSONDocumentEncoder().encode(Login(word: "password"))
    }
    #expect(login == ["word": "redactedab120001"])
    #expect(redactor.redact(["password": "hunter2"]) == ["password": "redactedab120002"])
  }
}

extension JSONPointer {
  fileprivate static func to(_ text: String) -> JSONPointer { JSONPointer(text) ?? JSONPointer() }
}
