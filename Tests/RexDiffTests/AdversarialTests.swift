import RexDiff
import RexJSON
import TestSupport
import Testing

/// Arrays that expose quadratic algorithms; each takes well under a second.
@Suite struct AdversarialTests {
  private static let count = tries(5_000, gate: 20_000, long: 100_000)

  private static func numbers(_ values: some Sequence<Int>) -> JSON {
    .array(values.map { .number(JSONNumber($0)) })
  }

  private static func objects(_ values: some Sequence<Int>) -> JSON {
    .array(
      values.map { ["id": .number(JSONNumber($0)), "text": "some padding, so that moves pay"] })
  }

  private static let pairs: [String: (JSON, JSON)] = {
    var random = SeededGenerator(seed: 1)
    let shuffled = (0..<count).shuffled(using: &random)
    return [
      "shuffled numbers": (numbers(0..<count), numbers(shuffled)),
      "shuffled objects": (objects(0..<count), objects(shuffled)),
      "reversed objects": (objects(0..<count), objects((0..<count).reversed())),
      "all equal, one more": (
        objects(repeatElement(1, count: count)),
        objects(repeatElement(1, count: count + 1))
      ),
      "all equal, but the ends": (
        numbers([0] + [Int](repeating: 1, count: count)),
        numbers([Int](repeating: 1, count: count) + [0])
      ),
      "all different": (numbers(0..<count), numbers(count..<2 * count)),
      "every other removed": (objects(0..<count), objects(stride(from: 0, to: count, by: 2))),
    ]
  }()

  @Test(arguments: pairs.keys.sorted())
  func aPatchOfALongArrayIsNoLongerThanTheArray(_ name: String) throws {
    let (old, new) = try #require(Self.pairs[name])
    let patch = JSONPatch(from: old, to: new)
    #expect(patch.description.utf8.count <= new.bytes.count + 40)
    // Applying is linear for each operation, so only short patches are applied here.
    if patch.operations.count < 1000 { #expect(try old.applying(patch) == new) }
  }
}
