import RexJSON

/// A re-reduction under way, which knows at which recorded entry it stands.
struct Rereduction {
  let app: ReplayableApp
  private var reduction: (any Reduction)?

  init(_ app: ReplayableApp) { self.app = app }

  /// Whether there is a state to reduce into.
  var isStarted: Bool { reduction != nil }

  /// Goes on from the recorded state.
  mutating func reset(to recorded: RecordedStates, seq: Int) throws(ReplayError) {
    guard let state = recorded.state else { throw recorded.error(.noStart) }
    try reset(to: state, seq: seq, at: recorded)
  }

  /// Goes on from any state.
  mutating func reset(
    to state: JSON, seq: Int, at recorded: RecordedStates
  ) throws(ReplayError) {
    do throws(ReductionError) {
      if reduction == nil {
        reduction = try app.reduction(from: state)
      } else {
        try reduction?.reset(to: state)
      }
    } catch {
      throw recorded.error(.reduction(error, seq: seq, type: nil))
    }
  }

  /// Forgets the state, until the next one is recorded.
  mutating func stop() { reduction = nil }

  /// Reduces a recorded action and appends the patch it made.
  mutating func reduce(
    _ payload: JSON, seq: Int, type: String, at recorded: RecordedStates, patch: inout [UInt8]
  ) throws(ReplayError) {
    guard reduction != nil else { throw recorded.error(.noStart) }
    do throws(ReductionError) {
      try reduction?.reduce(payload, patch: &patch)
    } catch {
      throw recorded.error(.reduction(error, seq: seq, type: type))
    }
  }

  /// The current state's document; nil before the first and inside a gap.
  var document: JSON? {
    var bytes: [UInt8] = []
    writeState(into: &bytes)
    return try? JSON(parsing: bytes)
  }

  /// Appends the current state's JSON text.
  func writeState(into bytes: inout [UInt8]) {
    reduction?.writeState(into: &bytes)
  }
}
