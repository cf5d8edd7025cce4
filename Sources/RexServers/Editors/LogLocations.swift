import RexDebug
import RexJSON
import RexLog

/// The lines of a log's files at which its actions are.
struct LogLocations {
  let log: Log

  struct Place: Equatable {
    var seq: Int
    var file: String
    var line: Int
  }

  /// The first action from a number on, and its line; nil if there is none.
  func place(from seq: Int) throws(LogError) -> Place? {
    let reader = seq > 1 ? try log.reader(near: seq) : log.reader()
    while let record = try reader.next() {
      guard record.kind == .action, let found = record.head?.seq, found >= seq else { continue }
      return Place(
        seq: found, file: reader.name(of: record), line: try reader.location(of: record).line)
    }
    return nil
  }

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
  func gapEnds(_ control: DebugControl) throws -> [Int] {
    let reader = log.reader()
    var ends: [Int] = []
    while let record = try reader.next() {
      guard !control.isStopped(at: reader.lastSeq) else { throw DebugFailure("cancelled") }
      if let gap = try reader.gap(of: record) { ends.append(gap.to) }
    }
    return ends
  }
}
