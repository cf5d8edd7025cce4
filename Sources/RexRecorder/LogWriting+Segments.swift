import RexLog

extension LogWriting {
  /// Begins a segment with the keyframe in the buffer, if it is time; false when it was not.
  ///
  /// Where that fails, the last segment goes on for as long again, with one more keyframe in it.
  func beginSegmentIfDue() throws(RecorderFailure) -> Bool {
    guard output.isSegmentDue(at: timeMs) else { return false }
    try putOutEnd()
    do throws(LogError) {
      try output.beginSegment(after: lastSeq, at: timeMs, keyframe: buffer)
      statistics.byteCount = output.appendedByteCount
      isLastUntold = false
      return true
    } catch {
      guard output.isSegmentOverdue(at: timeMs) else { return false }
      throw .log(error)
    }
  }
}
