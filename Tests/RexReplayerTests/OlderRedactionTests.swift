import RexJSON
import RexLog
import RexRedaction
import RexReplayer
import RexTimeline
import TestSupport
import Testing

/// A log whose recorder remembered secrets, and replaced copies of them, is read like any other.
@Suite struct OlderRedactionTests {
  /// The reducer copies the password into a note, where today's recorders would not find it.
  private static let app = ReplayableApp(name: "Login") { (step: Step, state: inout Login) in
    switch step {
    case .logIn(let user, let password): (state.user, state.password) = (user, password)
    case .choose(let pin): state.pin = pin
    case .showPassword: state.note = state.password
    case .type(let text): state.history.append(text)
    case .logOut: state = Login(note: state.note, history: state.history)
    }
  }

  private func older() throws -> Log {
    try Log(checked: "login", bytes: Fixture.bytes("logs/redacted/login.jsonl"))
  }

  @Test func itVerifies() throws {
    let verification = try Replayer(Self.app).verify(older())
    #expect(verification.divergences == [])
    #expect(verification.counts.diverged == 0)
    // The PIN after logging out, and two placeholders of one letter.
    #expect(verification.counts[.redacted] == 2)
    #expect(verification.verdict == .inconclusive)
  }

  @Test func anotherReducerDiverges() throws {
    let app = ReplayableApp(name: "Login") { (step: Step, state: inout Login) in
      if case .type(let text) = step { state.history = [text] }
    }
    #expect(try Replayer(app).verify(older()).divergences.isEmpty == false)
  }

  @Test func itsPlaceholdersStayIfItIsRedactedAgain() throws {
    var redaction = LogRedaction(try older(), rules: .standard, placeholderKey: 1)
    let sink = LogBuffer()
    try redaction.write(to: sink)
    let new = try Log(checked: "new", bytes: sink.bytes)
    var (timeline, newTimeline) = (Timeline(try older()), Timeline(new))
    for seq in 0...new.lastSeq {
      let (old, new) = (try timeline.state(at: seq), try newTimeline.state(at: seq))
      for name in ["user", "password", "note", "history"] {
        #expect(new[name] == old[name], "\(name) of \(seq)")
      }
      let pin = try #require(new["pin"]?.number)
      #expect(Placeholder.isPlaceholder(pin, numbers: Placeholder.numbers), "in its new range")
    }
    #expect(try Replayer(Self.app).verify(new).divergences == [])
  }
}

private struct Login: Codable {
  var user = ""
  var password = ""
  var pin = 0
  var note = ""
  var history: [String] = []
}

private enum Step: Codable {
  case logIn(user: String, password: String)
  case choose(pin: Int)
  case showPassword
  case type(String)
  case logOut
}
