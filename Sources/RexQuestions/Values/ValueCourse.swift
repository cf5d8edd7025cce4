package import RexJSON
package import RexLog
package import RexQuery
package import RexTimeline

/// The numbers that a value was over some actions: the number itself, or how many elements or
/// members there were.
///
///     after   1    2    3    4    5
///     value   3    3    5    5    4     points 1 3, 3 5, 5 4
package struct ValueCourse: Sendable, Equatable {
  package struct Point: Sendable, Equatable {
    package var seq: Int
    package var number: Double
  }

  /// The actions that were read.
  package private(set) var seqs: ClosedRange<Int>
  /// The number with which it begins, and each other one.
  package private(set) var points: [Point] = []

  /// A course without numbers.
  package init(_ seqs: ClosedRange<Int>) { self.seqs = seqs }

  /// Reads the states after some actions.
  ///
  /// - Parameter isStopped: whether to give up; then there are no points.
  package init(
    of path: ValuePath, in states: LogStates, _ seqs: ClosedRange<Int>, isStopped: () -> Bool
  ) throws(LogError) {
    self.seqs = seqs
    let placeholders = LogPlaceholders(states.log)
    var walk = try FocusedWalk(states, StateFocus(path), before: seqs.lowerBound + 1)
    add(walk.state.flatMap { path.value(in: $0) }, at: seqs.lowerBound, placeholders)
    var last = seqs.lowerBound
    while walk.seq < seqs.upperBound, try walk.next(through: seqs.upperBound) {
      guard !isStopped() else {
        points = []
        return
      }
      guard walk.seq <= seqs.upperBound else { return }
      // The state with which a gap ends.
      if walk.seq > last + 1, walk.seq > seqs.lowerBound + 1 {
        add(walk.stateBefore().flatMap { path.value(in: $0) }, at: walk.seq - 1, placeholders)
      }
      last = walk.seq
      guard walk.kept.change != nil || walk.kept.isRestarted || walk.isReplaced else { continue }
      add(walk.state.flatMap { path.value(in: $0) }, at: walk.seq, placeholders)
    }
  }

  /// Goes on with the value after a later action.
  package mutating func add(
    _ value: JSON?, at seq: Int, _ placeholders: LogPlaceholders?
  ) {
    seqs = seqs.lowerBound...max(seqs.upperBound, seq)
    let number: Double? =
      switch value {
      case .number(let number)?:
        placeholders?.isUnknown(.number(number)) == true ? nil : number.double
      case .array(let elements)?: Double(elements.count)
      case .object(let members)?: Double(members.count)
      default: nil
      }
    guard let number, number != points.last?.number else { return }
    points.append(Point(seq: seq, number: number))
  }

  /// The last numbers up to an action.
  package func numbers(through seq: Int, atMost countMax: Int) -> [Double] {
    points[..<points.partitioningIndex { $0.seq > seq }].suffix(countMax).map(\.number)
  }
}
