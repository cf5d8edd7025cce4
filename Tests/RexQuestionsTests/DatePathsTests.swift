import RexJSON
import Testing

@testable import RexQuestions
@testable import RexTimeline

/// The places of dates that a log tells, which a stranger may have written.
@Suite struct DatePathsTests {
  @Test func aKeyThatIsAStarIsLookedUpOnce() throws {
    let depth = 100
    let place = String(repeating: "/*", count: depth)
    let value = (0..<depth).reduce(0 as JSON) { value, _ in ["*": value] }
    let found = DatePaths([place]).dates(
      in: value, at: JSONPointer(), atMost: 10, besides: nil)
    #expect(found.map(\.path.tokens.count) == [depth])
  }
}
