import RexJSON
import RexRedaction
import Testing

/// A secret whose name is beside it, in the plural, or has spaces in it.
@Suite struct NamedValueTests {
  private let redactor = Redactor(rules: .standard)

  @Test(
    arguments: [
      ["name": "Authorization", "value": "Hunter2!xyz"], ["value": "Hunter2!xyz", "name": "token"],
      ["X-Api-Key", "Hunter2!xyz"], [["X-Api-Key", "Hunter2!xyz"], ["Accept", "all"]],
      ["id": "password", "text": "Hunter2!xyz"],
      ["field": ["password": [:]], "text": "Hunter2!xyz"],
      ["fieldChanged": ["_0": ["password": [:]], "_1": "Hunter2!xyz"]],
      ["fieldChanged": ["_0": "password", "_1": "Hunter2!xyz"]],
      [["email": [:]], "plain", ["password": [:]], "Hunter2!xyz"],
      ["type": "PASSWORD_CHANGED", "payload": "Hunter2!xyz"],
      ["name": "pin", "value": 987_654],
      ["body": "[{\"name\":\"token\",\"value\":\"Hunter2!xyz\"}]"],
      ["type": "password", "payload": ["text": ["Hunter2!xyz"]]],
    ] as [JSON])
  func theValueBesideANameIsRedactedInPayloads(_ payload: JSON) {
    let shown = redactor.redact(payload: payload).description
    #expect(!shown.contains("Hunter2") && !shown.contains("987654"), "\(payload)")
    #expect(!shown.contains("plain") || payload.description.contains("plain"))
    #expect(Redactor(rules: .standard).redact(payload: ["a": payload]) != ["a": payload])
  }

  /// A patch of a state may carry one without the other.
  @Test func inStatesItIsRecorded() {
    let state: JSON = ["headers": [["name": "Authorization", "value": "Hunter2!xyz"]]]
    #expect(redactor.redact(state) == state)
  }

  @Test(
    arguments: [
      ["name": "Accept", "value": "text"], ["name": "tokenCount", "value": 5], ["a", "b"],
      ["the", "token", "is", "here"], ["password", "token"], ["id": "pin-17", "text": "plain"],
      ["name": "Ann", "text": "password"], ["pinned", "plain"],
      ["key": "pinMessage", "value": "x"],
    ] as [JSON])
  func otherNamesAndValuesAreRecorded(_ payload: JSON) {
    #expect(redactor.redact(payload: payload) == payload)
  }

  @Test(arguments: [
    "URLQueryItem(name: \"token\", value: \"Hunter2!xyz\")",
    "[App.Header(name: \"Authorization\", value: \"Hunter2!xyz\")]",
    "{\"name\":\"X-Api-Key\",\"value\":\"Hunter2!xyz\"}", "[\"X-Api-Key\", \"Hunter2!xyz\"]",
    "(\"Authorization\", \"Hunter2!xyz\")", "[(\"token\", \"Hunter2!xyz\")]",
    "API key: Hunter2!xyz", "your recovery code = Hunter2!xyz", "Card number: 9876 5432",
    "the seed phrase: \"Hunter2!xyz is it\"", "one time code: 987654",
    "accessTokens: [\"Hunter2!xyz\"]", "Session ID: Hunter2!xyz",
  ])
  func textsAreRedactedAlike(_ text: String) {
    let shown = redactor.redact(text: text)
    // The digits of a placeholder may be any.
    let rest = shown.replacing(/redacted[0-9a-f]{16}/, with: "")
    #expect(!rest.contains("Hunter2") && !rest.contains("9876"), "\(shown)")
  }

  @Test(arguments: [
    "name: \"Ann\", value: \"plain\"", "the key: plain", "(\"a\", \"plain\")", "pin code",
    "name: \"tokenCount\", value: \"plain\"", "a message about tokens (plain)",
    "key ideas: plain", "area code: 0301234", "[\"words\", \"plain\"]",
  ])
  func otherTextsAreRecorded(_ text: String) { #expect(redactor.redact(text: text) == text) }

  @Test(arguments: [
    "accessTokens", "refreshTokens", "authTokens", "deviceTokens", "apiKeys", "privateKeys",
    "secretKeys", "sshKeys", "accessKeys", "cardNumbers", "accountNumbers", "creditCardNumbers",
    "passwords", "userPasswords", "passcodes", "passphrases", "seedPhrases", "mnemonics", "pins",
    "otps", "cvvs", "ssns", "ibans", "clientSecrets", "sessionIds", "recoveryCodes", "smsCodes",
    "verificationCodes", "securityAnswers", "credentials", "jwts", "ACCESS_TOKENS", "api-keys",
  ])
  func pluralsAreNames(_ name: String) {
    #expect(redactor.redact([name: ["Hunter2!xyz"]]) != [name: ["Hunter2!xyz"]])
    if name != "pins" {
      #expect(redactor.redact([name: ["a": "Hunter2!xyz"]]) != [name: ["a": "Hunter2!xyz"]])
    }
  }

  @Test(
    arguments: [
      ["inputTokens": 12], ["maxTokens": 4096], ["pins": [["title": "Cafe", "id": 5]]],
      ["address": "plain"], ["classes": ["plain"]], ["bypass": "plain"], ["keys": ["plain"]],
      ["passes": ["plain"]], ["codes": ["plain"]],
    ] as [JSON])
  func countsAndOtherPluralsAreRecorded(_ state: JSON) { #expect(redactor.redact(state) == state) }

  @Test func digitsInPluralsAreRedacted() {
    #expect(redactor.redact(["pins": [1234]]) != ["pins": [1234]])
    #expect(redactor.redact(["cardNumbers": [1234]]) != ["cardNumbers": [1234]])
  }
}
