import Foundation
import TestSupport
import Testing

/// A short, repeatable part of what `.ci/fuzz query` does for a minute.
@Suite struct QueryFuzzTests {
  @Test(arguments: 0..<4 as Range<UInt64>)
  func mutatedExpressionsBreakNoLaw(_ seed: UInt64) throws {
    let corpus = try Self.corpus()
    var random = SeededGenerator(seed: seed)
    for step in 0..<250 {
      var bytes = corpus.randomElement(using: &random) ?? []
      if step.isMultiple(of: 3) { bytes += corpus.randomElement(using: &random) ?? [] }
      bytes = random.mutated(bytes)
      let violation = QueryLaws.violation(of: bytes)
      #expect(
        violation == nil, "seed \(seed), step \(step): \(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test func theCorpusBreaksNoLaw() throws {
    for bytes in try Self.corpus() {
      #expect(
        QueryLaws.violation(of: bytes) == nil, "\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  private static func corpus() throws -> [[UInt8]] {
    try FileManager.default.contentsOfDirectory(atPath: Fixture.url("fuzz-query").path).sorted()
      .map { try Fixture.bytes("fuzz-query/\($0)") }
  }
}
