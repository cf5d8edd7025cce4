package import RexFormat

extension LogSlice {
  /// A slice from the last keyframe before `first` through `last`; nil for the log's own ends.
  package init(
    _ log: Log, from first: Int? = nil, through last: Int? = nil
  ) throws(LogError) {
    let start =
      if let first { try log.keyframe(atOrBefore: max(first - 1, 0)) } else { LinePosition?.none }
    self.init(log, start, through: last)
  }

  /// The lines by which a log has grown after those of `old`.
  package init(_ log: Log, after old: Log) throws(LogError) {
    let reader = try old.reader(near: old.lastSeq + 1)
    while try reader.next() != nil {}
    self.init(log, reader.nextPosition, through: nil)
  }

  /// Checks every line of the slice by itself; throws the first problem.
  package func check() throws(LogError) {
    let reader = reader()
    while let record = try next(in: reader) {
      _ = try reader.entry(of: record, .patch)
    }
  }
}
