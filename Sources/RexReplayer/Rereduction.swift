import RexDiff
import RexJSON
import RexLog

/// A re-reduction under way.
///
///     nowhere ──start──▶ reducing ──apply, rest──▶ resting        at a document, not yet decoded:
///                           ▲                         │           opaque actions follow one
///                           └─────────reduce──────────┘           another at the cost of patches
///
/// Where redaction covered what the app's types need, it rests until the next keyframe.
struct Rereduction {
  let app: ReplayableApp
  private var position = Position.nowhere
  /// Why the state cannot be decoded, so that nothing is reduced up to the next keyframe.
  private var obstacle: Undecodable?

  private enum Position {
    case nowhere
    case reducing(any Reduction)
    case resting(at: JSON, seq: Int)
  }

  init(_ app: ReplayableApp) { self.app = app }

  /// Whether there is a state to reduce into.
  var isStarted: Bool {
    if case .nowhere = position { false } else { true }
  }

  /// Decodes the recorded state and goes on from there.
  mutating func start(
    from state: JSON, at recorded: RecordedStates, seq: Int
  ) throws(ReplayError) {
    obstacle = nil
    do throws(ReplayError) {
      position = .reducing(try reduction(from: state, seq: seq, at: recorded))
    } catch {
      position = .resting(at: state, seq: seq)
      try keep(error, decoding: state, of: recorded.log)
    }
  }

  /// Goes on from a state, which is decoded when an action is to be reduced into it.
  mutating func rest(at state: JSON, seq: Int) {
    position = .resting(at: state, seq: seq)
  }

  /// Applies a recorded patch in place of an action; false when it does not fit.
  mutating func apply(_ patch: JSONPatch, seq: Int) -> Bool {
    if patch.isEmpty { return true }
    guard var state = document else { return false }
    position = .nowhere
    let fits = (try? state.apply(patch)) != nil
    position = .resting(at: state, seq: seq)
    return fits
  }

  /// Forgets the state, until the next one is recorded.
  mutating func stop() { position = .nowhere }

  /// Reduces a recorded action and appends the patch it made; what redaction kept from that.
  mutating func reduce(
    _ line: ActionLine, at recorded: RecordedStates, patch: inout [UInt8]
  ) throws(ReplayError) -> Undecodable? {
    if let obstacle { return obstacle }
    guard let payload = line.payload else { throw recorded.error(.noStart) }
    var reduction: any Reduction
    switch position {
    case .nowhere: throw recorded.error(.noStart)
    case .reducing(let current): reduction = current
    case .resting(let state, let seq):
      do throws(ReplayError) {
        reduction = try self.reduction(from: state, seq: seq, at: recorded)
      } catch {
        try keep(error, decoding: state, of: recorded.log)
        return obstacle
      }
    }
    // Let go of before it changes, so that it has one owner.
    position = .nowhere
    do throws(ReductionError) {
      try reduction.reduce(payload, patch: &patch)
    } catch {
      // An action that was not decoded did nothing.
      if error.stage == .decodingAction { position = .reducing(reduction) }
      let action = try recorded.action(line)
      let failure = recorded.error(.reduction(error, seq: action.seq, type: action.type))
      guard case .action(let document) = action.payload,
        let undecodable = failure.undecodable(document, in: recorded.log)
      else { throw failure }
      return undecodable
    }
    position = .reducing(reduction)
    return nil
  }

  /// Tries again to decode states, from the next one on.
  mutating func retry() { obstacle = nil }

  private mutating func keep(
    _ error: ReplayError, decoding state: JSON, of log: Log
  ) throws(ReplayError) {
    obstacle = error.undecodable(state, in: log)
    if obstacle == nil { throw error }
  }

  /// The current state's document; nil before the first and inside a gap.
  var document: JSON? {
    switch position {
    case .nowhere: return nil
    case .resting(let state, _): return state
    case .reducing(let reduction):
      var bytes: [UInt8] = []
      reduction.writeState(into: &bytes)
      return try? JSON(parsing: bytes, limits: .largest)
    }
  }

  /// Appends the current state's JSON text.
  func writeState(into bytes: inout [UInt8]) {
    switch position {
    case .nowhere: break
    case .resting(let state, _): state.write(into: &bytes)
    case .reducing(let reduction): reduction.writeState(into: &bytes)
    }
  }

  private func reduction(
    from state: JSON, seq: Int, at recorded: RecordedStates
  ) throws(ReplayError) -> any Reduction {
    do throws(ReductionError) {
      return try app.reduction(from: state)
    } catch {
      throw recorded.error(.reduction(error, seq: seq, type: nil))
    }
  }
}
