import Dispatch
import RexDebug
import RexLocking
import RexLog
import RexQuery
import RexQuestions
import RexStore
import RexTimeline

/// What is shown of other actions than the one at the cursor: in their rows, and over time.
extension InspectorWorker {
  func read(
    _ query: RowDetails.Query, _ send: Send, isStopped: @escaping @Sendable () -> Bool
  ) {
    guard let session = session(numbered: query.log) else { return }
    var reader = detailReader.withLock { $0 }
    if reader?.reads(session) != true { reader = DetailReader(session) }
    guard var reader else { return }
    var (found, told) = ([Int: RowDetails](), ContinuousClock.now)
    for seq in reader.ordered(query.missing) where !isStopped() {
      found[seq] = reader.details(of: seq)
      guard told.duration(to: .now) > .milliseconds(30) else { continue }
      send(.readDetails(found, of: query.log))
      (found, told) = ([:], .now)
    }
    detailReader.withLock { [reader] in $0 = reader }
    if !found.isEmpty { send(.readDetails(found, of: query.log)) }
  }

  func read(_ query: CourseQuery, _ send: Send, isStopped: @escaping @Sendable () -> Bool) {
    guard let session = session(numbered: query.log) else { return }
    var courses: [String: ValueCourse] = [:]
    for path in query.paths {
      courses[path] = session.course(of: path, query.seqs, isStopped: isStopped)
    }
    if !isStopped() { send(.readCourses(courses, of: query.log)) }
  }

  private func session(numbered number: Int) -> DebugSession? {
    held.withLock { $0.number == number ? $0.session : nil }
  }
}

extension DebugSession {
  /// The course of a value; nil if it cannot be read.
  func course(
    of path: String, _ seqs: ClosedRange<Int>, isStopped: () -> Bool
  ) -> ValueCourse? {
    let end = ContinuousClock.now + .seconds(1)
    guard let path = try? ValuePath(path) else { return nil }
    return try? ValueCourse(of: path, in: states, seqs) { isStopped() || ContinuousClock.now > end }
  }
}
