import RexFormat

/// The line of a keyframe, written in pieces, since a copy of a large state takes time and memory.
struct KeyframeLine {
  /// The number of the last action.
  let seq: Int
  /// The time of the line.
  let timeMs: Double
  /// The places of all dates that are known.
  let dates: LogDatePlaces
  /// The members that an `encode(to:)` leaves out, as far as they are known.
  let omissions: [LogOmission]
  /// Calls a closure with each run of bytes of the state's document.
  let forEachRun: ((ArraySlice<UInt8>) throws(LogError) -> Void) throws(LogError) -> Void

  /// The size of a piece in bytes; a shorter line is one piece.
  private static let pieceByteCount = 1 << 18

  /// Passes the line to a closure, together with bytes before it; returns the line's length.
  func write(
    after prefix: [UInt8] = [], to append: ([UInt8]) throws(LogError) -> Void
  ) throws(LogError) -> Int {
    var piece = prefix
    var byteCount = -prefix.count
    LineWriter.beginKeyframe(
      seq: seq, timeMs: timeMs, dates: dates, omissions: omissions, into: &piece)
    try forEachRun { (run) throws(LogError) in
      var rest = run
      while piece.count + rest.count > KeyframeLine.pieceByteCount {
        let count = max(0, KeyframeLine.pieceByteCount - piece.count)
        piece += rest.prefix(count)
        rest = rest.dropFirst(count)
        byteCount += piece.count
        try append(piece)
        piece.removeAll(keepingCapacity: true)
      }
      piece += rest
    }
    LineWriter.endKeyframe(in: &piece)
    try append(piece)
    return byteCount + piece.count
  }
}
