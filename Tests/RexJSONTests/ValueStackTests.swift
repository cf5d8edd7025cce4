import Testing

@testable import RexJSON

/// A stack of values in blocks behaves like an array, also where blocks begin and end.
@Suite struct ValueStackTests {
  private static let blockCount = 1 << 16

  @Test func valuesAreTakenFromSeveralBlocks() {
    for count in [0, 1, 16, 17, Self.blockCount - 1, Self.blockCount, 2 * Self.blockCount + 3] {
      for first in [0, 5, Self.blockCount - 1, Self.blockCount, count] where first <= count {
        var stack = ValueStack<String>()
        var expected = (0..<count).map { "value \($0) in an object of its own" }
        for value in expected { stack.append(value) }
        #expect(stack.count == count)
        #expect(stack.takeLast(from: first) == Array(expected[first...]))
        expected.removeSubrange(first...)
        stack.append("again")
        expected.append("again")
        #expect(stack.count == expected.count)
        while let last = expected.popLast() {
          guard stack.removeLast() == last else {
            Issue.record("the value at \(expected.count) of \(count) is another one")
            return
          }
        }
        #expect(stack.count == 0)
      }
    }
  }

  @Test func aStackFreesWhatIsLeft() {
    weak var first: Counted?
    weak var last: Counted?
    do {
      var stack = ValueStack<Counted>()
      let (one, other) = (Counted(), Counted())
      (first, last) = (one, other)
      stack.append(one)
      for _ in 0..<Self.blockCount { stack.append(other) }
      #expect(first != nil && last != nil)
    }
    #expect(first == nil && last == nil)
  }

  private final class Counted {}
}
