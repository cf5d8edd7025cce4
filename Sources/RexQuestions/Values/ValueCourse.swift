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

  /// Reads the states after some actions, and after those since the keyframe before them.
  ///
  /// - Parameter isStopped: whether to give up; then there are no points.
  package init(
    of path: ValuePath, in states: LogStates, _ seqs: ClosedRange<Int>, isStopped: () -> Bool
  ) throws(LogError) {
    self.seqs = seqs
    let log = states.log
    let placeholders = LogPlaceholders(log)
    let start = try log.keyframe(atOrBefore: seqs.lowerBound)?.seq ?? log.session.after
    var walk = try FocusedWalk(states, StateFocus(path), before: start + 1)
    var last = start
    add(walk.state.flatMap { path.value(in: $0) }, at: start, placeholders)
    while walk.seq < seqs.upperBound, try walk.next(through: seqs.upperBound) {
      guard !isStopped() else {
        points = []
        return
      }
      guard walk.seq <= seqs.upperBound else { return }
      if walk.seq > last + 1 {
        // The state with which a gap ends.
        add(walk.stateBefore().flatMap { path.value(in: $0) }, at: walk.seq - 1, placeholders)
      }
      last = walk.seq
      guard walk.kept.change != nil || walk.kept.isRestarted || walk.isReplaced else { continue }
      add(walk.state.flatMap { path.value(in: $0) }, at: walk.seq, placeholders)
    }
  }

  /// More points are not kept: the first half goes.
  private static let pointsMax = 20_000

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
    if points.count == Self.pointsMax { points.removeFirst(Self.pointsMax / 2) }
    points.append(Point(seq: seq, number: number))
  }

  /// The last numbers up to an action.
  package func numbers(through seq: Int, atMost countMax: Int) -> [Double] {
    points[..<points.partitioningIndex { $0.seq > seq }].suffix(countMax).map(\.number)
  }
}
