import RexDiff
import RexJSON
import Testing

@Suite struct JSONPatchTests {
  @Test func emptyPatchHasNoOperations() throws {
    #expect(JSONPatch().isEmpty)
    #expect(try !JSONPatch([.remove(#require(JSONPointer("/a")))]).isEmpty)
  }
}
