import RexJSON
import RexTimeline
import Testing

/// The places of dates in documents.
@Suite struct DatePathsTests {
  @Test func aPlaceOfADateIsFoundByItsPath() {
    let dates = DatePaths(["/todos/*/due", "/at", "/byID/*/on", "no pointer"])
    let state: JSON = [
      "todos": [["due": 0], ["due": .null], ["due": 1e12]], "at": -3600, "due": 5,
      "byID": ["a": ["on": 86_400], "b": ["on": 1]],
    ]
    let found = dates.dates(in: state, at: JSONPointer(), atMost: 10, besides: nil)
    #expect(
      found.map { "\($0.path) \($0.text)" } == [
        "/todos/0/due 2001-01-01T00:00:00.000Z", "/at 2000-12-31T23:00:00.000Z",
        "/byID/a/on 2001-01-02T00:00:00.000Z", "/byID/b/on 2001-01-01T00:00:01.000Z",
      ])
    // Some keys are numbers, and only some of them are of dates.
    #expect(
      DatePaths(["/7"]).dates(in: ["7": 0, "8": 0], at: JSONPointer(), atMost: 9, besides: nil)
        .map(\.path.description) == ["/7"])
    let element = dates.dates(
      in: 0, at: JSONPointer(tokens: ["todos", "7", "due"]), atMost: 1, besides: nil)
    #expect(element.map(\.text) == ["2001-01-01T00:00:00.000Z"])
  }
}
