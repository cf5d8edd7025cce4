import RexActions

/// Serves the recorded inputs of an action to the purity check's trial.
///
/// What the trial asks for beyond them, or in another order, gets new values, which differ.
final class TrialInputs: InputSource {
  private var remaining: ArraySlice<(InputRequest, Any)>

  init(_ inputs: OpenInputs) { remaining = inputs.kept[...] }

  func take<Value: Codable>(_ input: InputRequest, _ plain: () -> Value) -> Value {
    guard let (request, value) = remaining.popFirst(), request == input,
      let value = value as? Value
    else { return plain() }
    return value
  }

  func countDraw() {}
}
