import RexQuestions
import RexTimeline

/// The courses of some values that are to be read.
struct CourseQuery: Sendable, Equatable {
  var log: Int
  var paths: [String]
  var seqs: ClosedRange<Int>
}

/// How watched values went.
extension InspectorState {
  /// The courses of the watched values that are to be read; nil if all are there.
  var courseQuery: CourseQuery? {
    guard let frame, frame.query.edition.log == log.number else { return nil }
    let seq = frame.query.seq
    let paths = frame.watches.map(\.path).filter { path in
      courses[path].map { !$0.seqs.contains(seq) } ?? true
    }
    guard !paths.isEmpty else { return nil }
    return CourseQuery(log: log.number, paths: paths, seqs: courseSeqs(around: seq))
  }

  /// The actions of which a course is read at once: those that lead to an action, and some more, so
  /// that it is not read again at each step.
  private func courseSeqs(around seq: Int) -> ClosedRange<Int> {
    let start = seq - seq % Self.courseStep
    let first = max(log.seqs.lowerBound, start - Self.courseLength)
    return first...max(first, min(log.seqs.upperBound, start + Self.courseStep - 1))
  }

  /// How many actions before the one at the cursor a course begins, at least, and how many it is
  /// read on.
  private static let (courseLength, courseStep) = (4_000, 1_000)

  mutating func take(_ read: [String: ValueCourse], of query: Int) {
    guard query == log.number else { return }
    courses.merge(read) { $1 }
    guard let frame else { return }
    // What cannot be read is not asked for again.
    let seqs = courseSeqs(around: frame.query.seq)
    for watch in frame.watches where courses[watch.path] == nil {
      courses[watch.path] = ValueCourse(seqs)
    }
  }

  /// Goes on with the values of a log that has grown.
  mutating func extendCourses(with frame: InspectorFrame) {
    let seqs = courseSeqs(around: frame.query.seq)
    for watch in frame.watches where courses[watch.path]?.seqs.lowerBound == seqs.lowerBound {
      guard frame.query.seq > courses[watch.path]?.seqs.upperBound ?? .max else { continue }
      courses[watch.path]?.add(watch.new.value, at: frame.query.seq, log.placeholders)
    }
  }
}
