import RexDiff
import RexExamples
import RexJSON

/// States that are encoded by reflection, against the same ones encoded by their `encode(to:)`.
let reflectionScenarios: [Scenario] = [
  Scenario(name: "record/seen-change-1-of-1000", peer: "the same by Codable") { size in
    let state = SyntheticState(messageCount: size.count(1000))
    var seen = try Subject(state, .reflected(by: Reflector(.always)))
    var encoded = try Subject(state, .encodable())
    return .time(
      ours: { try seen.recordChange() }, peer: { try encoded.recordChange() },
      result: { seen.document })
  },
  Scenario(name: "record/seen-whole-1000", peer: "the same by Codable") { size in
    let state = SyntheticState(messageCount: size.count(1000))
    let seen = StateCoding<SyntheticState>.reflected(by: Reflector(.always))
    let encoded = StateCoding<SyntheticState>.encodable()
    return .time(
      ours: { try seen.bytes(of: state, userInfo: [:], redactor: nil).count },
      peer: { try encoded.bytes(of: state, userInfo: [:], redactor: nil).count },
      result: { try seen.bytes(of: state, userInfo: [:], redactor: nil) })
  },
]

/// A state of which one message changes at a time.
private struct Subject {
  private var state: SyntheticState
  private let encoder: StateEncoder<SyntheticState>
  private var patch: [UInt8] = []
  private var step = 0

  init(_ state: SyntheticState, _ coding: StateCoding<SyntheticState>) throws {
    self.state = state
    encoder = try StateEncoder(
      state, coding: coding, vouchingFor: [], userInfo: [:], redactor: nil)
  }

  /// Changes a message and writes the patch; returns the patch's number of bytes.
  mutating func recordChange() throws -> Int {
    step += 1
    let index = step &* 7919 % state.messages.count
    state.messages[index].body = "Message \(step): changed by this action, as it happens"
    patch.removeAll(keepingCapacity: true)
    try encoder.update(to: state, patch: &patch)
    return patch.count
  }

  var document: [UInt8] {
    var bytes: [UInt8] = []
    encoder.writeDocument(into: &bytes)
    return bytes
  }
}
