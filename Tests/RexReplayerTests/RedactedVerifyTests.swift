import RexJSON
import RexLog
import RexQuestions
import RexRecorder
import RexReplayer
import RexTimeline
import Testing

/// What verifying makes of placeholders: they excuse what they could stand for, and nothing else.
@Suite struct RedactedVerifyTests {
  private static let word = "redacted3f9c0001"
  private static let other = "redacted3f9c0002"
  private static let uuid = "7ED0AC7E-3F9C-4000-8000-000000000001"

  /// An app whose actions are its next state.
  private static let replayer = Replayer(
    ReplayableApp(name: "Assign") { (action: JSON, state: inout JSON) in state = action })

  private func verification(
    recorded: JSON, action: JSON, keyframe: JSON? = nil, isRedacted: Bool = true
  ) throws -> Verification {
    try Self.replayer.verify(
      log(recorded: recorded, action: action, keyframe: keyframe, isRedacted: isRedacted))
  }

  private func log(
    recorded: JSON, action: JSON, keyframe: JSON? = nil, isRedacted: Bool = true
  ) throws -> Log {
    let session =
      #"{"kind":"session","rexlog":1,"id":"6F9B","startedAt":"now","app":{"name":"Assign"}"#
      + (isRedacted ? #","redacted":{"rules":["keys"]}}"# : "}")
    let patch = JSON.array([["op": "replace", "path": "", "value": recorded]])
    let lines = [
      session, #"{"kind":"keyframe","seq":0,"timeMs":0,"state":null}"#,
      #"{"kind":"action","seq":1,"timeMs":1,"type":"a","action":\#(action),"tookMs":0,"#
        + #""patch":\#(patch)}"#,
      keyframe.map { #"{"kind":"keyframe","seq":1,"timeMs":2,"state":\#($0)}"# },
      #"{"kind":"end","seq":1,"timeMs":9,"reason":"closed"}"#,
    ]
    let text = lines.compactMap(\.self).joined(separator: "\n") + "\n"
    return try Log(name: "log", bytes: Array(text.utf8))
  }

  @Test(
    arguments: [
      (.string(word), "stolen"), (.string(word), .string(other)), (.string(word), .string(uuid)),
      (.string("Bearer \(word)"), "Bearer s3cr3t"), ("Bearer s3cr3t!", .string("Bearer \(word)!")),
      (.string("\(word) and \(other)"), "a and b"), (770_000_001, 4711), (770_000_001.5, 0.25),
      (770_000_001, 770_000_002), ("left out: 1048577 bytes, fingerprint 5a9a2baf33e86483", "x"),
      (["token": .string(word), "a": 1], ["token": "stolen", "a": 1]),
    ] as [(JSON, JSON)])
  func whatAPlaceholderCouldStandForIsUnknown(_ recorded: JSON, _ reduced: JSON) throws {
    for (recorded, reduced) in [(recorded, reduced), (reduced, recorded)] {
      let redacted = try verification(recorded: recorded, action: reduced)
      #expect((redacted.counts[.redacted], redacted.counts.diverged) == (1, 0), "\(redacted)")
      #expect(redacted.verdict == .inconclusive)
      let open = try verification(recorded: recorded, action: reduced, isRedacted: false)
      #expect(open.counts.diverged == 1, "without redaction, it is the app's own text")
    }
  }

  /// A placeholder has its secret's type, and neither null nor an empty text is a secret.
  @Test(
    arguments: [
      (.string(word), nil), (.string(word), ""), (.string(word), 4711), (.string(word), false),
      (770_000_001, "4711"), (770_000_001, nil), (.string("Bearer \(word)"), "Basic s3cr3t"),
      (.string("\(word) left"), "s3cr3t right"), (.string("Bearer \(word)"), "Bearer "),
      ("Bearer s3cr3t", .string("Bearer \(word)!")),
      ([.string(word)], []), (["token": .string(word)], [:]), ([.string(word)], .string(word)),
      (770_000_001, ["a"]), (771_000_000, 4711), (770_000_001.25, 4711), ("call 770000001", "x"),
      (["token": .string(word), "a": 1], ["token": "stolen", "a": 2]),
      (.number(JSONNumber(text: "770000001e0")!), 4711),
    ] as [(JSON, JSON)])
  func whatAPlaceholderCannotStandForDiverges(_ recorded: JSON, _ reduced: JSON) throws {
    for (recorded, reduced) in [(recorded, reduced), (reduced, recorded)] {
      let redacted = try verification(recorded: recorded, action: reduced)
      #expect((redacted.counts[.redacted], redacted.counts.diverged) == (0, 1), "\(redacted)")
    }
  }

  @Test func aNumberOfTheAppThatLooksLikeAPlaceholderExcusesNothing() throws {
    let recorded = LogBuffer()
    let recorder = try Recorder<Int, Int>(sink: recorded, app: "Sum")
    var state = 2_130_000_000
    for action in 1...3 { recorder.record(action, into: &state) { $0 += $1 } }
    recorder.close()
    let log = try Log(name: "log", bytes: recorded.bytes)
    func verification(
      _ reducer: @escaping @Sendable (Int, inout Int) -> Void
    ) throws -> Verification {
      try Replayer(ReplayableApp(name: "Sum", reducer: reducer)).verify(log)
    }
    #expect(LogPlaceholders(log) != nil)
    #expect(try verification { $1 += $0 }.counts.verified == 3)
    #expect(try verification { $1 = $0 }.counts.diverged == 3)
  }

  @Test func placeholdersAreMarked() throws {
    let log = try log(recorded: ["a": .string(Self.word)], action: ["a": 770_000_001])
    let lines = try Self.replayer.verify(log).lines(marking: LogPlaceholders(log))
    #expect(
      lines.filter { $0.contains("redacted") } == [
        "  recorded  \"‹\(Self.word)›\"", "  reduced   ‹redacted 770000001›",
      ])
  }

  /// The keyframe and the patches were redacted in one session, with the same placeholders.
  @Test(
    arguments: [
      (.string(word), "stolen"), (.string(word), .string(other)), (770_000_001, 4711),
      (["a": .string(word)], ["a": .string("Bearer \(word)")]), (.string(word), nil),
    ] as [(JSON, JSON)])
  func aKeyframeMustHoldTheSamePlaceholder(_ recorded: JSON, _ keyframe: JSON) throws {
    for (recorded, keyframe) in [(recorded, keyframe), (keyframe, recorded)] {
      let contradicted = try verification(recorded: recorded, action: recorded, keyframe: keyframe)
      #expect(contradicted.contradictedKeyframeCount == 1, "\(contradicted)")
      #expect(contradicted.verdict == .diverged)
      let same = try verification(recorded: recorded, action: recorded, keyframe: recorded)
      #expect(same.verdict == .verified, "\(same)")
    }
  }
}
