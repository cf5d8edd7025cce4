import RexDebug
import RexJSON
import RexLog
import RexQuestions

/// The lines of a log's files at which its actions are.
struct LogLocations {
  let log: Log

  typealias Place = (seq: Int, file: String, line: Int)

  /// The first action from a number on, and its line; nil if there is none.
  func place(from seq: Int) throws(LogError) -> Place? { try log.place(ofActionFrom: seq) }

  /// The first action at or after a line of a file; nil if there is none.
  ///
  /// It is searched for by halving, since lines are in the order of their actions.
  func place(file: String, line: Int) throws(LogError) -> Place? {
    let names = log.fileNames
    guard let wanted = names.firstIndex(of: file) else { return nil }
    var (low, high) = (log.session.after + 1, log.lastSeq + 1)
    while low < high {
      let middle = low + (high - low) / 2
      guard let place = try place(from: middle), let index = names.firstIndex(of: place.file)
      else {
        high = middle
        continue
      }
      if (index, place.line) < (wanted, line) {
        low = max(place.seq, middle) + 1
      } else {
        high = middle
      }
    }
    return try place(from: low)
  }

  /// The actions up to which a gap goes.
  func gapEnds(_ control: QuestionControl) throws -> [Int] {
    let reader = log.reader()
    var ends: [Int] = []
    while let record = try reader.next() {
      guard !control.isStopped(at: reader.lastSeq) else { throw DebugFailure("cancelled") }
      if let gap = try reader.gap(of: record) { ends.append(gap.to) }
    }
    return ends
  }
}
