import RexDebug
import RexJSON
import RexReplayer
import Testing

/// The edits of a branch as options of `replay`.
@Suite struct ActionEditsOptionsTests {
  @Test func eachOptionIsQuotedForAShell() {
    var edits = ActionEdits()
    edits.edit(3, ["say": "it's; rm x; '"])
    edits.set(JSONPointer(tokens: ["it's"]), to: JSON.string("$(x)"), after: 4)
    edits.insert(["text": .string(String(repeating: "x", count: 200))], after: 5)
    #expect(
      edits.options == [
        #"--edit '3={"say":"it'\''s; rm x; '\''"}'"#,
        #"--set '4:/it'\''s="$(x)"'"#,
        "--insert '5={\"text\":\"" + String(repeating: "x", count: 200) + "\"}'",
      ])
  }
}
