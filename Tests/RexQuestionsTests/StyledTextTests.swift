import RexJSON
import RexLog
import Testing

@testable import RexQuestions

/// Text for terminals, and the lines of differences.
@Suite struct StyledTextTests {
  @Test func whatIsInterpolatedIsEscaped() {
    let hostile = "a\u{1B}[2J\nb"
    let text: StyledText = "type \(hostile)\n\(hostile, style: .bold)"
    #expect(text.plain == "type a\\u001b[2J\\nb\na\\u001b[2J\\nb")
    #expect(text.lines.map(\.text.plain) == ["type a\\u001b[2J\\nb", "a\\u001b[2J\\nb"])
  }

  @Test func escapingAgainChangesNothing() {
    let hostile = "\u{1B}[2J \\n \u{202E}é"
    let once = StyledText(hostile)
    #expect(once.plain == "\\u001b[2J \\n \\u202eé")
    #expect(StyledText(once.plain) == once)
  }

  @Test func linesAreTheTextWithoutItsLineBreaks() {
    let text: StyledText = "a \("b", style: .added)\n\nc\n"
    #expect(text.lines.map(\.text.plain) == ["a b", "", "c"])
    #expect(text.lines.text == text)
  }

  @Test func aDifferenceLeadsToItsValue() {
    let difference = StateDifference(
      from: ["a": "old", "\u{1B}": true, "c": [1, 2]], to: ["a": "new", "c": [2]])
    let lines = DifferenceText.lines(difference, .line, atMost: 2, hint: " (more)", marking: nil)
    #expect(
      lines.text.plain == """
        - /\\u001b  true
        ~ /a  "old" → "new"
        … and 1 more difference (more)

        """)
    #expect(lines.map(\.pointer?.description) == ["", "/a", nil])
    #expect(lines.indented.map(\.pointer) == lines.map(\.pointer))
  }
}
