import Foundation
import RexActions
import RexJSON
import RexLocking
import RexLog
import RexRecorder
import RexRedaction
import RexReplayer
import TestSupport
import Testing

/// A secret reaches no part of a log, and no report.
@Suite(.serialized) struct LeakTests {
  /// Each text of a line that comes from the app is redacted.
  @Test func everyTextIsRedacted() throws {
    let secret = "token=hunter22"
    let source = ActionSource(file: "f", function: "g", line: 1, info: secret)
    let text = try recorded(Login.self) { recorder, state in
      recorder.mark(secret, data: ["text": secret])
      recorder.record(.search(secret), into: &state, source: source) { state, _ in
        state.note = secret
      }
      _ = try? recorder.record(.other, into: &state) { _, _ in throw Failure(text: secret) }
      state.note = "again \(secret)"
      recorder.recordReplacement(by: state, source: source)
    }
    #expect(text.components(separatedBy: "token=redacted").count == 9, "\(text)")
    #expect(!text.contains("hunter22"), "\(text)")
  }

  @Test func anImpurityIsRedacted() throws {
    let found = Locked<[Impurity]>([])
    let runs = Locked(0)
    let configuration = RecorderConfiguration(
      onImpurity: { impurity in found.withLock { $0.append(impurity) } })
    let text = try recorded(Login.self, configuration) { recorder, state in
      recorder.record(.other, into: &state) { state, _ in
        runs.withLock { $0 += 1 }
        state.password = "hunter\(runs.withLock { $0 })"
      }
    }
    #expect(found.withLock { $0.count } == 1)
    #expect(text.contains(#""check":"purity""#) && !text.contains("hunter"), "\(text)")
    #expect(!String(describing: found.withLock { $0 }).contains("hunter"))
  }

  @Test(arguments: [nil, PayloadFilter.denying("*")])
  func aDictionarysKeyIsNotALabel(_ payloads: PayloadFilter?) throws {
    var rules = RedactionRules.standard
    rules.keyedPaths = ["/add/_0"]
    let configuration = RecorderConfiguration(payloads: payloads, redaction: rules)
    for name in ["bob", "bob@home.org"] {
      let text = try recorded(Login.self, configuration) { recorder, state in
        recorder.record(.add([name: [:]]), into: &state) { _, _ in }
      }
      #expect(!text.contains("bob"), "\(text)")
    }
  }

  @Test(arguments: [nil, PayloadFilter.denying("*")])
  func anActionThatIsATextIsNotALabel(_ payloads: PayloadFilter?) throws {
    var rules = RedactionRules.standard
    rules.isSecret = { names, _ in names.isEmpty }
    let configuration = RecorderConfiguration(payloads: payloads, redaction: rules)
    for word in ["1234", "hunter22"] {
      let text = try recorded(Word.self, configuration) { recorder, state in
        recorder.record(.typed(word), into: &state) { _, _ in }
      }
      #expect(!text.contains(word), "\(text)")
    }
  }

  @Test func anActionWhoseEncodingFailsIsNotDescribedIfAPathIsSecret() throws {
    let rules = RedactionRules.only(paths: ["/broken/_0"])
    var configuration = RecorderConfiguration.quiet
    configuration.redaction = rules
    let text = try recorded(Login.self, configuration) { recorder, state in
      recorder.record(.broken("alice"), into: &state) { _, _ in }
    }
    #expect(text.contains(#""type":"broken","opaque":""#))
    #expect(!text.contains("alice"), "\(text)")
  }

  @Test func aDescriptionIsRedacted() throws {
    struct Opaque: Sendable {
      var password = Failure(text: "hunter11")
      var token: String? = "hunter22"
      var list = ["password": ["hunter33"]]
    }
    var configuration = RecorderConfiguration.quiet
    for (reflection, shown) in [
      (StateReflection.never, #""opaque":"Opaque(password: "#),
      (.whereNeeded, #""seen":{"password":"#),
    ] {
      configuration.reflection = reflection
      let text = try recorded(Opaque.self, configuration) { recorder, state in
        recorder.record(Opaque(), into: &state) { _, _ in }
      }
      #expect(text.contains(shown))
      #expect(!text.contains("hunter"), "\(text)")
    }
  }

  @Test func aFailureToEncodeTheState() throws {
    let reports = Locked<[String]>([])
    let configuration = RecorderConfiguration(
      onFailure: { failure in reports.withLock { $0.append("\(failure)") } })
    let text = try recorded(Login.self, configuration) { recorder, state in
      recorder.record(.other, into: &state) { state, _ in state.password = "hunter22" }
      recorder.record(.other, into: &state) { state, _ in
        state.broken = "a token=abcdef99 and hunter22"
      }
      #expect(recorder.failure != nil)
      reports.withLock { $0.append("\(String(describing: recorder.failure))") }
    }
    #expect(reports.withLock { $0.count } == 2)
    for text in reports.withLock({ $0 }) + [text] {
      #expect(!text.contains("hunter22") && !text.contains("abcdef99"), "\(text)")
    }
  }

  @Test func anInvalidValueIsNotInAReport() throws {
    let reports = Locked<[String]>([])
    var rules = RedactionRules.standard
    rules.paths = ["/broken", "/broken/_0"]
    var configuration = RecorderConfiguration(
      redaction: rules, onFailure: { failure in reports.withLock { $0.append("\(failure)") } })
    configuration.onUnreplayable = { action in reports.withLock { $0.append("\(action)") } }
    _ = try recorded(Login.self, configuration) { recorder, state in
      recorder.record(.broken("alice"), into: &state) { state, _ in }
      recorder.record(.other, into: &state) { state, _ in state.broken = "alice" }
    }
    #expect(reports.withLock { $0.count } == 2)
    for text in reports.withLock({ $0 }) { #expect(!text.contains("alice"), "\(text)") }
  }

  @Test func aBooleanStaysRedactedInKeyframes() throws {
    struct Patient: Codable {
      var isIll = true
      var list: [Int] = []
    }
    let sink = LogBuffer()
    let recorder = try Recorder<Int, Patient>(
      sink: sink, app: "Leak", configuration: .init(redaction: .only(paths: ["/isIll"])))
    var state = Patient()
    for number in 0..<2000 {
      recorder.record(number, into: &state) { $0.list = [$1, $1 + 1] }
    }
    recorder.close()
    let text = String(decoding: sink.bytes, as: UTF8.self)
    #expect(text.components(separatedBy: #""kind":"keyframe""#).count > 2)
    #expect(!text.contains("true"))
  }

  @Test(arguments: ["bob", "carl@home.org"])
  func aCorrectedEncodingsPathIsRedacted(_ name: String) throws {
    People.names.withLock { $0 = ["me"] }
    var rules = RedactionRules.standard
    rules.keyedPaths = ["/people/*"]
    let text = try recorded(Login.self, .init(redaction: rules).comparing()) { recorder, state in
      state.people = Array(repeating: People(), count: 100)
      for number in 0..<tries(300, gate: 1000) {
        if number == 10 { People.names.withLock { $0 = ["me", name] } }
        recorder.record(.other, into: &state) { state, _ in state.note = "\(number)" }
      }
    }
    #expect(text.contains("encodingCorrected"))
    #expect(!text.contains(name))
  }

  @Test func theFingerprintOfALargeActionIsRedacted() throws {
    let text = try redacted(.init(actionBytesMax: 10, redaction: .none), by: .standard) {
      recorder, state in
      recorder.record(.search("a long name"), into: &state) { _, _ in }
    }
    #expect(text.contains(#""actionLeftOut":{"bytes":"#))
    #expect(!text.contains(#/fingerprint":"[0-9a-f]{16}/#), "\(text)")
  }

  @Test(arguments: ["tok", "hunter", String(repeating: "long ", count: 30)])
  func aLogsPurityMarkIsRedactedAtThePathsInTheState(_ secret: String) throws {
    let text = try redacted(
      .init(redaction: .none, onImpurity: { _ in }), by: .only(paths: ["/note"])
    ) { recorder, state in
      let runs = Locked(0)
      recorder.record(.other, into: &state) { state, _ in
        runs.withLock { $0 += 1 }
        state.note = secret + "-\(runs.withLock { $0 })"
      }
    }
    #expect(text.contains("impure reducer") && text.contains(#""path":"/note""#))
    #expect(!text.contains(secret), "\(text)")
  }

  @Test func aLogsCorrectedEncodingIsRedacted() throws {
    let rules = RedactionRules(keyedPaths: ["/people/*"])
    let text = try redacted(.init(redaction: .none).comparing(), by: rules) { recorder, state in
      People.names.withLock { $0 = ["me"] }
      state.people = Array(repeating: People(), count: 100)
      for number in 0..<tries(300, gate: 1000) {
        if number == 10 { People.names.withLock { $0 = ["me", "bob"] } }
        recorder.record(.other, into: &state) { state, _ in state.note = "\(number)" }
      }
    }
    #expect(text.contains("encodingCorrected"))
    #expect(!text.contains("bob"))
  }

  /// Returns a redacted log.
  private func redacted(
    _ configuration: RecorderConfiguration, by rules: RedactionRules,
    _ body: (Recorder<Login, LoginState>, inout LoginState) throws -> Void
  ) throws -> String {
    let text = try recorded(Login.self, configuration, body)
    var redaction = LogRedaction(
      try Log(checked: "leak", bytes: Array(text.utf8)), rules: rules)
    let new = LogBuffer()
    try redaction.write(to: new)
    return String(decoding: new.bytes, as: UTF8.self)
  }

  private func recorded<Action>(
    _: Action.Type, _ configuration: RecorderConfiguration = .quiet,
    _ body: (Recorder<Action, LoginState>, inout LoginState) throws -> Void
  ) throws -> String {
    let sink = LogBuffer()
    let recorder = try Recorder<Action, LoginState>(
      sink: sink, app: "Leak", configuration: configuration)
    var state = LoginState()
    recorder.start(from: state)
    try body(recorder, &state)
    recorder.close()
    return String(decoding: sink.bytes, as: UTF8.self)
  }
}

private struct Failure: Error { var text: String }

private struct LoginState: Encodable {
  var note = ""
  var password = ""
  var people: [People] = []
  var broken = Breakable(text: "")
}

extension Breakable: ExpressibleByStringLiteral {
  init(stringLiteral text: String) { self.text = text }
}

/// A value that cannot be encoded unless it is empty, like a number that is not finite.
private struct Breakable: Encodable {
  var text: String

  func encode(to encoder: any Encoder) throws {
    guard text.isEmpty else {
      throw EncodingError.invalidValue(
        text, .init(codingPath: encoder.codingPath, debugDescription: "it is not empty"))
    }
    try text.encode(to: encoder)
  }
}

private enum Login: Encodable {
  case login(password: String)
  case add([String: [String: Int]])
  case search(String)
  case broken(Breakable)
  case other
}

/// An action that is encoded as a text.
private enum Word: Encodable {
  case typed(String)

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .typed(let text): try text.encode(to: encoder)
    }
  }
}

/// A value whose encoding has other keys although it does not change.
private struct People: Encodable {
  static let names = Locked<[String]>([])

  var name = "people"

  func encode(to encoder: any Encoder) throws {
    let names = People.names.withLock { $0 }
    try Dictionary(uniqueKeysWithValues: names.map { ($0, name) }).encode(to: encoder)
  }
}
