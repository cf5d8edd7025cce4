import RexQuestions
#if os(macOS) || os(Linux)
  import Foundation
  import RexDebug
  import RexLog
  import RexReplayer
  import RexTerminal
  import TestSupport
  import Testing

  @testable import RexCommands

  /// What `step` offers for the word before the cursor.
  @Suite struct StepCompletionTests {
    @Test(arguments: [
      ("ne", 0, ["next"]), ("  back", 2, ["back", "back-until"]), ("help ca", 5, ["causes"]),
      ("state /isL", 6, ["/isLoadingMessages"]), ("s /messages/0/b", 2, ["/messages/0/body"]),
      ("blame $.isL", 6, ["$.isLoadingMessages"]),
      ("state $.messages[0].b", 6, ["$.messages[0].body"]),
      ("watch /messages[id=", 6, []), ("goto la", 5, ["last"]), ("move 3 la", 7, ["last"]),
      ("set 3 /isL", 6, ["/isLoadingMessages"]), ("set la", 4, ["last"]), ("edit 3 la", 7, []),
      ("branch rec", 7, ["recorded"]), ("compare recorded r", 17, ["recorded"]),
      ("find openT", 5, ["openThread"]), (#"when @.type == "openT"#, 16, ["openThread"]),
      (#"until $.isL"#, 6, ["$.isLoadingMessages"]),
      (#"u @.type == "openThread" && $$.isL"#, 29, ["$.isLoadingMessages"]),
      ("goto 29", 5, (["29"] + (290...299).map(String.init))), ("goto 31", 5, ["31"]),
      ("goto ", 5, ["298", "299", "300", "last"]), ("goto +", 5, []), ("skip 12,4", 5, []),
      ("next 5", 6, []), ("nothing ", 8, []), ("write ne", 8, []),
    ])
    func aWordIsOffered(_ text: String, _ start: Int, _ candidates: [String]) throws {
      let log = try Log(path: Fixture.url("logs/v1/team-chat.jsonl").path)
      var session = try DebugSession(log, reducer: NoReducer())
      _ = try session.reply(to: .goto(target: .last))
      let offered = StepCompletion(session: session).completions(for: text)
      #expect((offered.start, offered.candidates) == (start, candidates))
    }

    /// Names that a terminal would not show as they are, or that end the text that holds them.
    @Test func nothingOfALogIsOfferedThatIsNotShownAsItIs() throws {
      let types = [#"a\u001b[2J"#, #"b\u202e"#, #"c\"d"#, "e"]
      let actions = types.enumerated().map { index, type in
        HandmadeLog.action(index + 1, patch: "[]")
          .replacing(#""type":"add""#, with: #""type":"\#(type)""#)
      }
      let state = HandmadeLog.keyframe(0, #"{"a\u001b]0;x\u0007":1,"a~/b":2,"a.b":3,"ab":4}"#)
      let session = try DebugSession(HandmadeLog([state] + actions).log(), reducer: NoReducer())
      let completion = StepCompletion(session: session)
      #expect(completion.completions(for: "find ").candidates == ["c\"d", "e"])
      #expect(completion.completions(for: "when @.type == \"").candidates == ["e"])
      #expect(completion.completions(for: "state /").candidates == ["/a.b", "/ab", "/a~0~1b"])
      #expect(completion.completions(for: "state $.").candidates == ["$.ab"])
    }
  }

  private struct NoReducer: DebugReducer {
    func backfilled(_ log: Log) -> Log? { nil }

    func replay(
      _ log: Log, editing edits: ActionEdits, into sink: some LogSink, _ control: QuestionControl
    ) throws -> EditOutcome {
      throw DebugMiss.nothingSkipped
    }
  }
#endif
