import Foundation
import RexJSON
import RexLog
import RexRecorder
import RexRedaction
import RexReplayer
import TestSupport
import Testing

/// In sessions with secrets planted everywhere, no secret that a rule describes gets into the log.
@Suite struct PlantedSecretsTests {
  @Test(arguments: 0..<(tries(60, gate: 250, long: 1000)))
  func noSecretThatARuleDescribesIsInTheLog(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let secrets = (0..<6).map { random.secret(number: $0) }
    let bytes = try recorded(secrets, &random, seed: seed, copiesSecrets: false)
    #expect(found(secrets, in: bytes) == [], "seed \(seed), secrets \(secrets)")
    // Verifying every log would take longer and test nothing more.
    let log = try Log(checked: "planted", bytes: bytes)
    #expect(log.isComplete)
    if seed.isMultiple(of: 4) { try expectNoDivergence(log, seed: seed) }
  }

  /// What a recorder cannot find is replaced afterward, given the secrets.
  @Test(arguments: 0..<(tries(30, gate: 125, long: 500)))
  func givenSecretsAreReplacedWhereverTheyWereCopied(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let secrets = (0..<6).map { random.secret(number: $0) }
    let bytes = try recorded(secrets, &random, seed: seed, copiesSecrets: true)
    var redaction = LogRedaction(
      try Log(checked: "copied", bytes: bytes), rules: PlantedSecretsTests.rules, secrets: secrets)
    let sink = LogBuffer()
    try redaction.write(to: sink)
    #expect(found(secrets, in: sink.bytes) == [], "seed \(seed), secrets \(secrets)")
    let log = try Log(checked: "redacted", bytes: sink.bytes)
    #expect(log.isComplete)
    if seed.isMultiple(of: 4) { try expectNoDivergence(log, seed: seed) }
  }

  /// docs/reference/redaction.md names these cases.
  @Test(arguments: [
    "a copy": "it is s3cr3t-1",
    "a copy in quotes": "say \"s3cr3t-1\"",
    "after another separator": "password s3cr3t-1",
    "in base64": "czNjcjN0LTEgaXMgaXQ=",
    "an assignment in base64": "cGFzc3dvcmQ6IHMzY3IzdC0x",
    "in hexadecimal": "7333637233742d31",
    "in two levels of escapes": "password%253Ds3cr3t-1",
    "in form data": "Bearer+s3cr3t-1",
    "a part": "s3cr3t",
  ])
  func aCopyUnderAHarmlessNameIsOnlyFoundIfTheSecretIsGiven(_ name: String, _ text: String) throws {
    let live = Redactor(rules: .standard)
    #expect(live.redact(["password": "s3cr3t-1", "note": .string(text)])["note"] == .string(text))
    let offline = Redactor(
      rules: .standard, placeholderKey: nil, loggedNumbers: nil, secrets: ["s3cr3t-1"])
    #expect((offline.redact(text: text) == text) == (name == "a part"), "\(name)")
  }

  private func recorded(
    _ secrets: [String], _ random: inout SeededGenerator, seed: UInt64, copiesSecrets: Bool
  ) throws -> [UInt8] {
    let sink = LogBuffer()
    let recorder = try Recorder<VaultAction, VaultState>(
      sink: sink, app: "Vault",
      configuration: PlantedSecretsTests.configuration(seed: seed))
    var state = VaultState(password: secrets[0], pin: secrets[1])
    recorder.start(from: state)
    for _ in 0..<8 {
      let action = random.action(with: secrets, copiesSecrets: copiesSecrets)
      _ = try? recorder.record(action, into: &state) { state, action in
        try state.reduce(action)
      }
      if Int.random(in: 0..<4, using: &random) == 0 {
        let text =
          copiesSecrets ? random.written(secrets[0]) : "{\"token\":\(JSON.string(secrets[2]))}"
        recorder.mark(
          "password: \(secrets[0].debugDescription)", data: ["token": secrets[1], "note": text])
      }
    }
    recorder.close()
    return sink.bytes
  }

  private func found(_ secrets: [String], in bytes: [UInt8]) -> [String] {
    SecretSearch(secrets).findings(in: bytes).map {
      String(decoding: bytes[$0.range], as: UTF8.self)
    }
  }

  private func expectNoDivergence(_ log: Log, seed: UInt64) throws {
    let app = ReplayableApp(name: "Vault") { (action: VaultAction, state: inout VaultState) in
      try state.reduce(action)
    }
    #expect(try Replayer(app).verify(log).divergences == [], "seed \(seed)")
  }

  @Test func onlyADifferenceAtAPlaceholderIsDueToRedaction() throws {
    // The closures say what the reducer notes of the password, recorded and reduced again.
    let copied = try verification { $0 }
    #expect((copied.counts.diverged, copied.counts[.redacted]) == (0, 1), "reduced, a placeholder")
    let joined = try verification { "is \($0)!" }
    #expect((joined.counts.diverged, joined.counts[.redacted]) == (0, 1), "it contains one")
    let split = try verification { String($0.dropFirst(2)) }
    #expect(
      (split.counts.diverged, split.counts[.redacted]) == (1, 0), "no placeholder, not excused")
    let counted = try verification { "\($0.count) letters" }
    #expect(counted.divergences.map(\.path?.description) == ["/note"])
    let wrong = try verification(recording: { _ in "right" }, reducing: { _ in "wrong" })
    #expect((wrong.counts.diverged, wrong.counts[.redacted]) == (1, 0))
    let swapped = try verification(recording: { $0 }, reducing: { _ in "wrong" })
    #expect((swapped.counts.diverged, swapped.counts[.redacted]) == (1, 0), "the copy is known")
  }

  @Test func aPlaceholderHidesNoLaterDifference() throws {
    let both = try verification(
      recording: { $0 }, reducing: { $0 }, history: ["right"], reducedHistory: ["wrong"])
    #expect(both.divergences.map(\.path?.description) == ["/history/0"])
    #expect(both.counts[.redacted] == 0)
  }

  @Test func standardRulesAreTheDefaultAndNoneIsExplicit() throws {
    for configuration in [RecorderConfiguration(), .init(redaction: .none)] {
      let sink = LogBuffer()
      let recorder = try Recorder<VaultAction, VaultState>(
        sink: sink, app: "Vault", configuration: configuration)
      recorder.start(from: VaultState(password: "hunter2", pin: "1234"))
      #expect(
        String(decoding: sink.bytes, as: UTF8.self).contains("hunter2")
          == configuration.redaction.isEmpty)
    }
  }

  /// Records and verifies a login whose reducer notes something about the password.
  private func verification(
    recording: @escaping @Sendable (String) -> String,
    reducing: (@Sendable (String) -> String)? = nil, history: [String] = [],
    reducedHistory: [String] = []
  ) throws -> Verification {
    let sink = LogBuffer()
    let recorder = try Recorder<VaultAction, VaultState>(sink: sink, app: "Vault")
    var state = VaultState(password: "secret before", pin: "1234")
    recorder.record(.logIn(password: "hunter2 it is"), into: &state) {
      $0.logIn($1, noting: recording, history)
    }
    recorder.close()
    let reducing = reducing ?? recording
    let app = ReplayableApp(name: "Vault") { (action: VaultAction, state: inout VaultState) in
      state.logIn(action, noting: reducing, reducedHistory)
    }
    return try Replayer(app).verify(Log(name: "log", bytes: sink.bytes))
  }

  /// Some sessions use each way to leave something out.
  private static func configuration(seed: UInt64) -> RecorderConfiguration {
    var configuration = RecorderConfiguration(
      detail: seed % 5 == 0 ? .actions() : .changes, redaction: rules)
    configuration.onUnreplayable = { _ in }
    if seed % 7 == 0 { configuration.stringBytesMax = 64 }
    if seed % 11 == 0 { configuration.actionBytesMax = 50 }
    if seed % 13 == 0 { configuration.patchBytesMax = 90 }
    return configuration
  }

  static let rules: RedactionRules = {
    var rules = RedactionRules.standard
    rules.paths = ["/history/*", "**/remembered"]
    rules.keyedPaths = ["/sessions", "/add/_0"]
    return rules
  }()
}

private struct VaultState: Codable, Equatable {
  var password: String
  @Secret var pin: String
  var note = ""
  var history: [String] = []
  var sessions: [String: Int] = [:]

  init(password: String, pin: String) {
    self.password = password
    self._pin = Secret(wrappedValue: pin)
  }

  /// Also notes something about the new password.
  mutating func logIn(
    _ action: VaultAction, noting note: (String) -> String, _ history: [String]
  ) {
    try? reduce(action)
    guard case .logIn(let password) = action else { return }
    (self.note, self.history) = (note(password), history)
  }

  /// Only moves values, so that a redacted session still verifies.
  mutating func reduce(_ action: VaultAction) throws {
    switch action {
    case .logIn(let password): self.password = password
    case .setPin(let pin): self.pin = pin.value
    case .showPassword: note = password
    case .showHistory: note = history.first ?? note
    case .remember(let text): history.append(text.remembered)
    case .forget: if !history.isEmpty { history.removeFirst() }
    case .add(let sessions): self.sessions = sessions
    case .fail: throw VaultError(text: "wrong token=\(password.debugDescription)")
    case .failWithoutQuotes: throw VaultError(text: "wrong token=\(password) or \(note)")
    case .opaque(let closure): _ = closure
    }
  }
}

private struct VaultError: Error { var text: String }

private struct Pin: Codable { @Secret var value: String }
private struct Text: Codable { var remembered: String }

private enum VaultAction: Codable {
  case logIn(password: String)
  case setPin(Pin)
  case showPassword
  case showHistory
  case remember(Text)
  case forget
  case add([String: Int])
  case fail
  case failWithoutQuotes
  case opaque(Unencodable)
}

/// A value that cannot be encoded, and whose description contains a secret.
private struct Unencodable: Codable, CustomStringConvertible {
  var description: String

  init(_ description: String) { self.description = description }
  init(from decoder: any Decoder) throws { description = "" }
  func encode(to encoder: any Encoder) throws { throw VaultError(text: "never") }
}

extension SeededGenerator {
  /// A text of at least six bytes, some of which every escaping changes.
  fileprivate mutating func secret(number: Int) -> String {
    let pieces = ["é", "\"", "\\", "/", "~", " ", "%41", "+", "\n", "😀", "x", "k9", "Zz", "\u{1}"]
    let length = Int.random(in: 2..<8, using: &self)
    return "s\(number)Q"
      + (0..<length).map { _ in pieces.randomElement(using: &self) ?? "" }.joined() + "7end"
  }

  /// A text that contains the secret, in one of many forms.
  fileprivate mutating func written(_ secret: String) -> String {
    let bytes = Array(secret.utf8)
    let json = JSON.string(secret).description
    return switch Int.random(in: 0..<6, using: &self) {
    case 0: "it is \(secret)."
    case 1: "it is \(json)"
    case 2: "as JSON in JSON \(JSON.string(json))"
    case 3: "?q=" + bytes.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    case 4: "base64 \(Data(Array("user:".utf8) + bytes).base64EncodedString())"
    default: secret.debugDescription
    }
  }

  /// An action; some copy a secret to where no rule describes it.
  fileprivate mutating func action(with secrets: [String], copiesSecrets: Bool) -> VaultAction {
    let secret = secrets.randomElement(using: &self) ?? ""
    return switch Int.random(in: 0..<(copiesSecrets ? 12 : 9), using: &self) {
    case 0: .logIn(password: secret)
    case 1: .setPin(Pin(value: secret))
    case 2, 3: .remember(Text(remembered: secret))
    case 4: .forget
    case 5: .add([secret: 1])
    case 6: .fail
    case 9: .showPassword
    case 10: .showHistory
    case 11: .failWithoutQuotes
    default: .opaque(Unencodable("Login(password: \(secret.debugDescription), n: 1)"))
    }
  }
}
