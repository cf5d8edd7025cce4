import RexJSON
import RexLog
import RexQuestions
import RexTimeline
import TestSupport
import Testing

/// Placeholders are marked in JSON texts that people read.
@Suite struct PlaceholderMarksTests {
  private static let text = "redacted5f0c9a1b77e2d403"
  private static let uuid = "7ED0AC7E-5F0C-4000-8000-9A1B77E2D403"

  @Test(
    arguments: [
      (#""\#(text)""#, #""‹\#(text)›""#), (#""\#(uuid)""#, #""‹redacted \#(uuid)›""#),
      (#""Bearer \#(text), \#(text)""#, #""Bearer ‹\#(text)›, ‹\#(text)›""#),
      ("2130846021", "‹redacted 2130846021›"), ("2130846021.5", "‹redacted 2130846021.5›"),
      (#"{"\#(text)":[2130846021,1]}"#, #"{"‹\#(text)›":[‹redacted 2130846021›,1]}"#),
      // Other numbers, other texts, and numbers in texts.
      ("[21308460210,2130846021.25,-2130846021]", nil), ("2130846021…", nil),
      (#""2130846021""#, nil), (#""a\"2130846021""#, nil), (#""\\redacted5f0c""#, nil),
      (#"["é",{"redacted":770000001}]"#, nil), ("", nil),
      // Descriptions of actions.
      (#"LogIn(password: "\#(text)")"#, #"LogIn(password: "‹\#(text)›")"#),
    ] as [(String, String?)])
  func placeholdersAreMarked(_ text: String, _ marked: String?) throws {
    #expect(try Self.placeholders.marking(text) == marked ?? text)
  }

  @Test func aTextMayComeInPieces() throws {
    let text = String(
      repeating: #"["é\#(Self.text)\"",2130846021,"\#(Self.uuid)",17,"2130846021"]"#, count: 20)
    let whole = try Self.placeholders.marking(text)
    for seed in UInt64(0)..<200 {
      var random = SeededGenerator(seed: seed)
      var marks = PlaceholderMarks(try Self.placeholders)
      var (marked, rest) = ("", text[...])
      while !rest.isEmpty {
        let piece = rest.prefix(Int.random(in: 1...90, using: &random))
        marked += marks.marking(String(piece))
        rest = rest.dropFirst(piece.count)
      }
      #expect(marked + marks.end() == whole, "seed \(seed)")
    }
  }

  private static var placeholders: LogPlaceholders {
    get throws {
      let session = """
        {"kind":"session","rexlog":1,"id":"1","startedAt":"now","app":{"name":"A"},\
        "redacted":{"rules":["keys"],"numbers":[2130000000,2130999999]}}

        """
      return try #require(LogPlaceholders(Log(name: "log", bytes: Array(session.utf8))))
    }
  }
}
