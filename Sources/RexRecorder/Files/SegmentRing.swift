import RexFormat

/// The segments of a recording: the finished ones that are kept, and the current one.
///
///     deleted … │ finished │ finished │ being written
///               │◀──────────── keep ─────────────▶│
struct SegmentRing {
  let folder: SegmentFolder
  private let segments: Segments
  /// The finished segments, oldest first.
  private(set) var finished: [Finished] = []
  private var finishedByteCount = 0
  /// The number of the current segment.
  private(set) var number = 0
  private(set) var nextNumber = 1
  private var startMs = 0.0
  /// The time before which no segment is started after a failure in the folder.
  private var nextTryMs = 0.0
  /// The number of a segment that could not be started, and whose file is not deleted yet.
  private var unstartedNumber: Int?

  /// The delay after a failure with a file, since each attempt costs system calls.
  private static let tryAgainMs = 1000.0

  struct Finished {
    var number: Int
    var extent: FileExtent
    var endMs: Double
  }

  init(in folder: SegmentFolder, _ segments: Segments) {
    (self.folder, self.segments) = (folder, segments)
  }

  /// The number of the oldest segment that is kept.
  var firstNumber: Int { finished.first?.number ?? number }

  /// Returns whether the current segment is long enough to start a new one.
  func isDue(_ extent: FileExtent, at timeMs: Double) -> Bool {
    guard extent.holdsActions else { return false }
    return isOverdue(extent, at: timeMs)
      || timeMs >= nextTryMs && length(of: extent, at: timeMs) >= 1
  }

  /// Returns whether the current segment is too long, or a failed one's file is not deleted yet.
  func isOverdue(_ extent: FileExtent, at timeMs: Double) -> Bool {
    unstartedNumber != nil || length(of: extent, at: timeMs) >= 2
  }

  private func length(of extent: FileExtent, at timeMs: Double) -> Double {
    switch segments.each {
    case .bytes(let count):
      // Otherwise, a large state would be written with every action.
      Double(extent.committedEnd.byteCount) / Double(max(count, 2 * extent.beginningByteCount))
    case .time(let time): (timeMs - startMs) / max(1, time.milliseconds)
    }
  }

  /// Deletes the oldest segments that are not to be kept.
  ///
  /// Unflushed bytes do not count as kept, because a loss of power may destroy them.
  mutating func trim(
    _ extent: FileExtent, at timeMs: Double, flushed: (segment: Int, byteCount: Int)?
  ) throws(LogError) {
    while let oldest = finished.first, canDelete(oldest, extent, at: timeMs, flushed: flushed) {
      try folder.remove(oldest.number)
      finished.removeFirst()
      finishedByteCount -= oldest.extent.committedEnd.byteCount
    }
  }

  /// Returns whether enough is kept after a segment, so that it can be deleted.
  private func canDelete(
    _ oldest: Finished, _ extent: FileExtent, at timeMs: Double,
    flushed: (segment: Int, byteCount: Int)?
  ) -> Bool {
    if let flushed, flushed.segment <= oldest.number { return false }
    switch segments.keep {
    case nil: return false
    case .time(let time): return timeMs - oldest.endMs >= time.milliseconds
    case .bytes(let count):
      let later =
        finishedByteCount - oldest.extent.committedEnd.byteCount + extent.committedEnd.byteCount
      guard later >= count, let flushed else { return later >= count }
      return later - unflushedByteCount(extent, after: flushed) >= count
    }
  }

  private func unflushedByteCount(
    _ extent: FileExtent, after flushed: (segment: Int, byteCount: Int)
  ) -> Int {
    var count = extent.committedEnd.byteCount
    for segment in finished.reversed().prefix(while: { $0.number >= flushed.segment }) {
      count += segment.extent.committedEnd.byteCount
    }
    return count - flushed.byteCount
  }

  /// Creates the next segment with its first lines; deletes the file again on failure.
  ///
  /// No older segment is deleted for it before these lines are written.
  mutating func begin(
    at timeMs: Double, writeLines: (FileSink) throws(LogError) -> Void
  ) throws(LogError) -> FileSink {
    nextTryMs = timeMs + SegmentRing.tryAgainMs
    try clear()
    let new = nextNumber
    let file: FileSink
    do throws(LogError) {
      file = try folder.create(new)
    } catch {
      // The name may be taken by another process. Numbers can have gaps.
      nextNumber += 1
      throw error
    }
    unstartedNumber = new
    do throws(LogError) {
      try writeLines(file)
    } catch {
      try clear()
      throw error
    }
    (number, nextNumber, unstartedNumber) = (new, new + 1, nil)
    (startMs, nextTryMs) = (timeMs, timeMs)
    return file
  }

  /// Deletes the file of a segment that could not be started.
  mutating func clear() throws(LogError) {
    guard let unstartedNumber else { return }
    try folder.remove(unstartedNumber)
    self.unstartedNumber = nil
  }

  /// Adds a segment to the finished ones.
  mutating func add(_ extent: FileExtent, number: Int, endMs: Double) {
    finished.append(Finished(number: number, extent: extent, endMs: endMs))
    finishedByteCount += extent.committedEnd.byteCount
  }
}
