import RexActions
import RexFormat
import RexJSON

/// The inputs of the action whose reducer is running.
struct OpenInputs {
  /// The number of inputs in the log.
  private(set) var count = 0
  /// How many random numbers were drawn.
  var drawCount = 0
  /// The values, if the purity check serves them to its trial.
  private(set) var kept: [(InputRequest, Any)] = []
  /// Why one could not be written; nothing is written after it.
  var failure: RecorderFailure?
  /// Whether one was beyond a limit; nothing is recorded after it.
  private(set) var isFull = false
  /// The size of the inputs in the line, and the memory that a reader needs for their values.
  private(set) var byteCount = 0
  private var treeBytes = 0

  /// The size of an input whose values are not counted one by one.
  private static let uncountedByteCount = 256

  /// Counts an input, given its part of the line; returns false if it is beyond a limit.
  mutating func add(_ text: [UInt8], limit: Int) -> Bool {
    let input = text.drop { $0 != UInt8(ascii: "{") }
    count += 1
    byteCount += text.count
    treeBytes +=
      input.count <= OpenInputs.uncountedByteCount
      ? input.count * JSON.treeBytesRatioMax
      : input.withUnsafeBytes { JSON.treeBytes(of: $0) } ?? 0
    isFull =
      byteCount > limit || !LineLimits.allows(inputsOf: byteCount, treeBytes: treeBytes)
    if isFull { byteCount -= text.count }
    return !isFull
  }

  mutating func keep(_ request: InputRequest, _ value: Any) { kept.append((request, value)) }
}
