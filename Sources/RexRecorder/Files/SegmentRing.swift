import RexLog

/// The segments of one recording: those that are finished and still there, and the one written now.
///
///     deleted … │ finished │ finished │ being written
///               │◀──────────── keep ─────────────▶│
struct SegmentRing {
  let folder: SegmentFolder
  private let segments: Segments
  /// Those that are finished, oldest first.
  private(set) var finished: [Finished] = []
  private var finishedByteCount = 0
  /// The number of the one that is written.
  private(set) var number = 0
  private(set) var nextNumber = 1
  private var startMs = 0.0
  /// After a failure with a file of the folder nothing is tried before this time.
  private var nextTryMs = 0.0
  /// A new file that could neither be begun nor taken away.
  private var remnant: Int?

  /// A failure with one file is rare, and a try costs some calls of the system.
  private static let tryAgainMs = 1000.0

  /// A segment that nothing is added to.
  struct Finished {
    var number: Int
    var extent: FileExtent
    var endMs: Double
  }

  init(in folder: SegmentFolder, _ segments: Segments) {
    (self.folder, self.segments) = (folder, segments)
  }

  /// Whether the segment that is written is so long that another should begin.
  func isDue(_ extent: FileExtent, at timeMs: Double) -> Bool {
    guard extent.holdsActions else { return false }
    return isOverdue(extent, at: timeMs)
      || timeMs >= nextTryMs && length(of: extent, at: timeMs) >= 1
  }

  /// Whether the segment is too long to go on, because no other could be begun for so long.
  func isOverdue(_ extent: FileExtent, at timeMs: Double) -> Bool {
    remnant != nil || length(of: extent, at: timeMs) >= 2
  }

  private func length(of extent: FileExtent, at timeMs: Double) -> Double {
    switch segments.each {
    case .bytes(let count):
      // So that no state, however large, is written with every action.
      Double(extent.committedEnd.byteCount) / Double(max(count, 2 * extent.beginningByteCount))
    case .time(let time): (timeMs - startMs) / max(1, time.milliseconds)
    }
  }

  /// Deletes the oldest segments that are not to be kept.
  ///
  /// What is not flushed yet does not count, where that is known: a loss of power may take it.
  mutating func trim(
    _ extent: FileExtent, at timeMs: Double, flushed: (segment: Int, byteCount: Int)?
  ) throws(LogError) {
    while let oldest = finished.first, isPast(oldest, extent, at: timeMs, flushed: flushed) {
      try folder.remove(oldest.number)
      finished.removeFirst()
      finishedByteCount -= oldest.extent.committedEnd.byteCount
    }
  }

  /// Whether what comes behind a segment is all that is to be kept.
  private func isPast(
    _ oldest: Finished, _ extent: FileExtent, at timeMs: Double,
    flushed: (segment: Int, byteCount: Int)?
  ) -> Bool {
    if let flushed, flushed.segment <= oldest.number { return false }
    switch segments.keep {
    case nil: return false
    case .time(let time): return timeMs - oldest.endMs >= time.milliseconds
    case .bytes(let count):
      let behind =
        finishedByteCount - oldest.extent.committedEnd.byteCount + extent.committedEnd.byteCount
      guard behind >= count, let flushed else { return behind >= count }
      return behind - unflushedByteCount(extent, behind: flushed) >= count
    }
  }

  private func unflushedByteCount(
    _ extent: FileExtent, behind flushed: (segment: Int, byteCount: Int)
  ) -> Int {
    var count = extent.committedEnd.byteCount
    for segment in finished.reversed().prefix(while: { $0.number >= flushed.segment }) {
      count += segment.extent.committedEnd.byteCount
    }
    return count - flushed.byteCount
  }

  /// Creates the next segment with its first lines; on failure it is taken away again.
  ///
  /// The older ones are in place until it is whole.
  mutating func begin(_ lines: [UInt8], at timeMs: Double) throws(LogError) -> FileSink {
    nextTryMs = timeMs + SegmentRing.tryAgainMs
    try clear()
    let new = nextNumber
    let file: FileSink
    do throws(LogError) {
      file = try folder.create(new)
    } catch {
      // Others may have taken the name. Numbers need not be next to each other.
      nextNumber += 1
      throw error
    }
    remnant = new
    do throws(LogError) {
      try file.append(lines)
    } catch {
      try clear()
      throw error
    }
    (number, nextNumber, remnant) = (new, new + 1, nil)
    (startMs, nextTryMs) = (timeMs, timeMs)
    return file
  }

  /// Takes away what is left of a file that could not be begun.
  mutating func clear() throws(LogError) {
    guard let remnant else { return }
    try folder.remove(remnant)
    self.remnant = nil
  }

  /// Counts a segment among the finished ones.
  mutating func add(_ extent: FileExtent, number: Int, endMs: Double) {
    finished.append(Finished(number: number, extent: extent, endMs: endMs))
    finishedByteCount += extent.committedEnd.byteCount
  }
}
