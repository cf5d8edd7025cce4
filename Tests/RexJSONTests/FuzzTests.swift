import Foundation
import RexJSON
import TestSupport
import Testing

/// A short, repeatable part of what `.ci/fuzz` does for a minute.
@Suite struct FuzzTests {
  @Test(arguments: 0..<4 as Range<UInt64>)
  func mutatedTextsBreakNoLaw(_ seed: UInt64) throws {
    let corpus = try Self.corpus()
    var random = SeededGenerator(seed: seed)
    for step in 0..<250 {
      var bytes = corpus.randomElement(using: &random) ?? []
      if step.isMultiple(of: 3) { bytes = random.document().bytes }
      bytes = random.mutated(bytes)
      let violation = TextLaws.violation(of: bytes)
      #expect(
        violation == nil, "seed \(seed), step \(step): \(String(decoding: bytes, as: UTF8.self))")
    }
  }

  @Test func theCorpusBreaksNoLaw() throws {
    for bytes in try Self.corpus() {
      #expect(TextLaws.violation(of: bytes) == nil, "\(String(decoding: bytes, as: UTF8.self))")
    }
  }

  private static func corpus() throws -> [[UInt8]] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Fixtures/fuzz")
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return try files.sorted { $0.path < $1.path }.map { Array(try Data(contentsOf: $0)) }
  }
}
