import RexActions
import RexLocking

/// Serves the recorded inputs of an action to the purity check's trial.
///
/// What the trial asks for beyond them, or in another order, gets new values, which differ.
final class TrialInputs: InputSource, @unchecked Sendable {
  // Unchecked because the values are of the app's types; they are only returned to its reducer.
  private var remaining: ArraySlice<(InputRequest, Any)>
  private var generator: SplitMix64?

  init(_ inputs: OpenInputs) { remaining = inputs.kept[...] }

  func take<Value: Codable>(_ input: InputRequest, of seq: Int, _ plain: () -> Value) -> Value {
    guard let (request, value) = remaining.popFirst(), request == input,
      let value = value as? Value
    else { return plain() }
    return value
  }

  func draw(of seq: Int) -> UInt64? {
    if generator == nil {
      let seed = take(.random, of: seq) { SplitMix64.text(ofSeed: .random(in: .min ... .max)) }
      generator = SplitMix64(seed: seed)
    }
    return generator?.next()
  }
}
