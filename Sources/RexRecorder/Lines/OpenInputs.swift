import RexActions
import RexLog

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
  private var byteCount = 0

  /// Whether the next input is beyond the limit, and is not recorded.
  func isFull(limit: Int) -> Bool { byteCount > limit }

  mutating func add(byteCount: Int) {
    count += 1
    self.byteCount += byteCount
  }

  mutating func keep(_ request: InputRequest, _ value: Any) { kept.append((request, value)) }
}
