import RexDiff
import RexJSON
import RexLog
import RexRecorder
import RexRedaction
import RexReplayer
import RexTimeline
import TestSupport
import Testing

/// The name of an enum's case announces a secret: `passwordChanged("x")`.
///
/// The words are in `SecretWords`. Each action is recorded, and redacted in a log without rules.
@Suite struct AnnouncedSecretsTests {
  @Test(arguments: announcing)
  func aTextDirectlyInThePayloadIsRedacted(_ name: String) throws {
    for action: JSON in [
      [name: ["_0": "Hunter2!xyz"]], [name: ["_0": ["Hunter2!xyz"]]],
      [name: ["_0": "old", "_1": "Hunter2!xyz"]], [name: ["to": "Hunter2!xyz"]],
      [name: ["_0": ["typed": ["_0": "Hunter2!xyz"]]]], [name: "Hunter2!xyz"],
      ["login": ["_0": [name: ["_0": "Hunter2!xyz"]]]],
    ] {
      for shown in try shown(action) {
        #expect(!shown.description.contains("Hunter2"), "\(action)")
        #expect(Placeholder.isContained(in: shown, numbers: Placeholder.numbers), "\(action)")
      }
    }
    for text in [
      "\(name)(\"Hunter2!xyz\")", "App.Login.\(name)(App.Field.typed(\"Hunter2!xyz\"))",
      "\(name)(Swift.Result<Swift.String, Swift.Error>.success(\"Hunter2!xyz\"))",
      "\(name)(App.(unknown context at $10b2c).Entry.typed(\"Hunter2!xyz\"))",
      "\(name)(3, \"Hunter2!xyz\")", "\(name)(true, \"Hunter2!xyz\")",
    ] {
      #expect(!Redactor(rules: .standard).redact(text: text).contains("Hunter2"), "\(text)")
    }
  }

  @Test(arguments: announcingNothing)
  func anythingElseIsRecorded(_ name: String) throws {
    for action: JSON in [
      [name: ["_0": "plain text"]], [name: ["_0": ["plain text"]]], [name: ["to": "plain text"]],
      ["list": ["_0": [name: ["_0": "plain text"]]]],
    ] {
      for shown in try shown(action) { #expect(shown == action) }
    }
    let text = "\(name)(\"plain text\")"
    #expect(Redactor(rules: .standard).redact(text: text) == text)
  }

  /// Names made up without knowing the rules: 40 that announce a secret, and 40 that do not.
  @Test func namesOfOthers() throws {
    let lines = try Fixture.bytes("announced-names.jsonl").split(separator: UInt8(ascii: "\n"))
    #expect(lines.count == 80)
    for line in lines {
      let row = try JSON(parsing: Array(line))
      let action = try #require(row["action"])
      for shown in try shown(action) {
        if let secret = row["secret"]?.string {
          #expect(!shown.description.contains(secret), "\(action)")
        } else {
          #expect(shown == action)
        }
      }
    }
  }

  /// What a name announces is a text, not a Boolean, a number that is no digits, or an item's id.
  @Test(
    arguments: [
      [
        "passwordVisibilityToggled": ["_0": true], "passwordShown": ["_0": true],
        "tokenCountChanged": ["_0": 3], "tokenReceived": ["_0": 5],
      ],
      ["tokenDeleted": ["_0": "6E2F7D4C-5B1A-4C3D-9E8F-0123456789AB"]],
      ["passwordChanged": ["_0": ["user": "ann", "at": 5.5, "kind": ["strong": [:]]]]],
      ["passwordChange": ["_0": ["emailChanged": ["_0": "plain text"]]]],
      ["passwordChange": ["_0": ["screenOpened": ["_0": "plain text"]]]],
      ["passwordChanged": ["_0": ["user": ["note": "plain text", "name": "plain text"]]]],
      ["forgotPasswordTapped": [:], "otpScreenOpened": [:]],
      ["tokenizer": ["passwordCount": "plain text"], "passwordCount": "plain text"],
    ] as [JSON])
  func booleansCountsIDsAndMembersAreRecorded(_ action: JSON) throws {
    for shown in try shown(action) { #expect(shown == action) }
  }

  /// What was entered in a place is not about the place; an id can be a secret, too.
  @Test func whatIsEnteredInAPlaceIsRedacted() throws {
    for name in ["passwordPromptSubmitted", "pinScreenEntered", "passwordDialogConfirmed"] {
      for shown in try shown([name: ["_0": "Hunter2!xyz"]]) {
        #expect(!shown.description.contains("Hunter2"), "\(name)")
      }
    }
    for name in ["passwordSheetOpened", "passwordDialogDismissed", "pinScreenShown"] {
      for shown in try shown([name: ["_0": "plain text"]]) {
        #expect(shown == [name: ["_0": "plain text"]], "\(name)")
      }
    }
    let id: JSON = "550e8400-e29b-41d4-a716-446655440000"
    for name in ["sessionIDReceived", "apiKeyChanged"] {
      for shown in try shown([name: ["_0": id]]) { #expect(shown != [name: ["_0": id]]) }
    }
    let credentials: JSON = ["credentials": ["pinEntered": ["_0": id]]]
    #expect(Redactor(rules: .standard).redact(action: credentials) != credentials)
  }

  /// At the top of a mark or of a struct, keys are members.
  @Test func membersAtTheTopAreNoCases() {
    let data: JSON = ["passwordUpdatedAt": "2026-01-02", "apiKeyOwner": "ann"]
    #expect(Redactor(rules: .standard).redact(payload: data) == data)
    #expect(Redactor(rules: .standard).redact(action: data) == data)
  }

  @Test(arguments: ["Reply to Ken: lunch at noon", "pins: loaded", "say it in a p in: here"])
  func proseIsRecorded(_ text: String) {
    #expect(Redactor(rules: .standard).redact(text: text) == text)
  }

  @Test func digitsOfASecretAreRedacted() throws {
    for name in ["pinEntered", "otpChanged", "pinDigitTapped", "cvvChanged", "passwordDigitTapped"]
    {
      for shown in try shown([name: ["_0": 1234]]) {
        #expect(shown != [name: ["_0": 1234]], "\(name)")
      }
      #expect(!Redactor(rules: .standard).redact(text: "\(name)(1234)").contains("1234"))
    }
    #expect(Redactor(rules: .standard).redact(text: "tokenUpdated(1234)") == "tokenUpdated(1234)")
  }

  /// The names that an app adds announce its secrets, too; without names, none does.
  @Test func theRulesDecideWhichNamesAnnounce() {
    let action: JSON = ["nicknameChanged": ["_0": "Bibi"]]
    #expect(Redactor(rules: .standard).redact(action: action) == action)
    let rules = RedactionRules(keyNames: .standard.adding(["nickname"]))
    #expect(Redactor(rules: rules).redact(action: action) != action)
    let secret: JSON = ["passwordChanged": ["_0": "x"]]
    #expect(Redactor(rules: RedactionRules(keyNames: .none)).redact(action: secret) == secret)
  }

  @Test func stateMarksAndInputsAreRedactedAlike() throws {
    let value: JSON = ["phase": ["passwordEntered": ["_0": "Hunter2!xyz"]]]
    #expect(!Redactor(rules: .standard).redact(value).description.contains("Hunter2"))
    var state: JSON = ["phase": ["loggedOut": [:]]]
    let patch = try Redactor(rules: .standard).redact(
      JSONPatch([.replace(JSONPointer(tokens: ["phase"]), ["pinEntered": ["_0": "Hunter2!xyz"]])]),
      of: &state)
    #expect(!patch.description.contains("Hunter2"))
    let sink = LogBuffer()
    let recorder = try Recorder<Login.Action, Login>(sink: sink, app: "Login")
    recorder.start(from: Login())
    recorder.mark("signed in", data: value)
    recorder.close()
    #expect(!String(decoding: sink.bytes, as: UTF8.self).contains("Hunter2"))
  }

  @Test func whatIsRedactedStillVerifies() throws {
    let sink = LogBuffer()
    let recorder = try Recorder<Login.Action, Login>(sink: sink, app: "Login")
    var login = Login()
    recorder.start(from: login)
    for action: Login.Action in [
      .passwordChanged("Hunter2!xyz"), .pinDigitTapped(7), .secret(.tokenReceived("Hunter2!xyz")),
      .nameChanged("Ann"), .headersReceived([Header(name: "Authorization", value: "Hunter2!xyz")]),
    ] {
      recorder.record(action, into: &login, reduce: Login.reduce)
    }
    recorder.close()
    #expect(!String(decoding: sink.bytes, as: UTF8.self).contains("Hunter2"))
    let log = try Log(checked: "log", bytes: sink.bytes)
    let app = ReplayableApp(name: "Login") { (action: Login.Action, login: inout Login) in
      Login.reduce(&login, action)
    }
    let result = try Replayer(app).verify(log)
    #expect((result.counts.verified, result.counts.diverged) == (5, 0))
  }

  /// The action as a recorder writes it, and as `redact` does.
  private func shown(_ action: JSON) throws -> [JSON] {
    let sink = LogBuffer()
    let recorder = try Recorder<AnyAction, Int>(sink: sink, app: "Any")
    let open = LogBuffer()
    var configuration = RecorderConfiguration()
    configuration.redaction = .none
    let openRecorder = try Recorder<AnyAction, Int>(
      sink: open, app: "Any", configuration: configuration)
    for recorder in [recorder, openRecorder] {
      var state = 0
      recorder.start(from: state)
      recorder.record(AnyAction(json: action), into: &state) { state, _ in state += 1 }
      recorder.close()
    }
    var redaction = LogRedaction(try Log(checked: "open", bytes: open.bytes), rules: .standard)
    let redacted = LogBuffer()
    try redaction.write(to: redacted)
    return try [sink.bytes, redacted.bytes].map { bytes in
      let log = try Log(checked: "log", bytes: bytes)
      var timeline = Timeline(log)
      guard case .action(let json) = try timeline.frame(at: 1).action?.payload else { return .null }
      return json
    }
  }
}

/// An action with any encoding.
private struct AnyAction: Encodable {
  var json: JSON

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(json)
  }
}

private struct Header: Codable { var name, value: String }

private struct Login: Codable {
  var password = ""
  var token = ""
  var name = ""
  var authorization = ""
  var pin: [Int] = []

  enum Action: Codable {
    case passwordChanged(String)
    case pinDigitTapped(Int)
    case secret(Secret)
    case nameChanged(String)
    case headersReceived([Header])
  }

  enum Secret: Codable { case tokenReceived(String) }

  static func reduce(_ login: inout Login, _ action: Action) {
    switch action {
    case .passwordChanged(let text): login.password = text
    case .pinDigitTapped(let digit): login.pin.append(digit)
    case .secret(.tokenReceived(let text)): login.token = text
    case .nameChanged(let name): login.name = name
    case .headersReceived(let headers): login.authorization = headers[0].value
    }
  }
}

private let announcing = [
  "passwordChanged", "passwordDidChange", "didPasswordChange", "onPasswordChange",
  "passwordEntered", "passwordTextFieldChanged", "pinEntered", "pinDigitTapped", "otpChanged",
  "tokenReceived", "accessTokenUpdated", "apiKeyChanged", "cvvChanged", "ssnChanged",
  "passcodeEntered", "seedPhraseEntered", "loginWithPassword", "password_changed",
  "PASSWORD_CHANGED", "masterPasswordChanged", "PINEntered", "APIKeysLoaded", "otp-code-entered",
  "newPassword2Changed", "confirmPasswordTyped", "passphraseUpdated", "mnemonicImported",
  "walletMnemonicPasted", "privateKeyScanned", "clientSecretRotated", "secretEntered",
  "verificationCodeSubmitted", "oneTimeCodeFilled", "twoFactorCodeChanged", "backupCodesGenerated",
  "securityAnswerTyped", "ibanChanged", "accountNumberEntered", "cardNumberChanged", "cvcTyped",
  "securityCodeChanged", "authHeaderSet", "cookieReceived", "sessionIdStored", "jwtRefreshed",
  "bearerReceived", "credentialsEntered", "idTokenReceived", "passwordsImported", "enterPin",
  "setUnlockPin", "userPassTyped", "PIN_CODE_CHANGED", "api-key-rotated", "csrfTokenFetched",
  "pinPadTapped", "newPinChosen", "recoveryPhraseTyped", "passkeyCreated", "invalidPinEntered",
]

private let announcingNothing = [
  "emailChanged", "queryChanged", "tokenizeText", "pinMessage", "unpinned", "pinnedChanged",
  "keyPressed", "keyboardChanged", "cardTapped", "secretaryAdded", "codeReviewed",
  "addressBookOpened", "passwordHintChanged", "passwordStrengthChanged", "tokenNameChanged",
  "tokenBalanceUpdated", "pinToTop", "pinChat", "pinColorPicked", "mapPinDropped", "pinAdded",
  "pinTapped", "secretSantaAssigned", "secretLevelUnlocked", "compassMoved", "passengerSelected",
  "passTurn", "seasonPassActivated", "boardingPassAdded", "bypassEnabled", "monkeyTapped",
  "keyPathChanged", "cookieConsentGiven", "cookieRecipeSelected", "authorSelected",
  "authStateChanged", "authenticationMethodChosen", "locationAuthorizationUpdated",
  "authorizationStatusChanged", "signatureStyleChanged", "keySignatureChanged", "otpMethodSelected",
  "passwordManagerSelected", "credentialProviderSelected", "spinChanged", "opinionChanged",
  "tokenizerChanged", "designTokensLoaded", "countryCodeChanged", "promoCodeEntered",
  "phoneNumberChanged", "hashtagChanged", "sessionTitleChanged", "accountNameChanged",
  "passwordErrorShown", "tokenRefreshFailed", "privateKeyPathChanged", "passwordlessLoginChosen",
]
