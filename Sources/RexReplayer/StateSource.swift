import RexDecoding
import RexDiff
import RexJSON
import RexTimeline

/// How states are made of documents, and documents of states.
struct StateSource<State>: Sendable {
  /// Returns the state that a document shows.
  let state: @Sendable (JSON) throws(ReductionError) -> State
  /// Returns how states are encoded; each encoder has a reflector of its own.
  let coding: @Sendable () -> StateCoding<State>
  /// Whether any document can be decoded, rather than only that of the app's initial state.
  let isCodable: Bool

  /// Returns the document of a state.
  func document(of state: State) throws -> JSON {
    try Self.document(of: state, coding())
  }

  private static func document(of state: State, _ coding: StateCoding<State>) throws -> JSON {
    let bytes = try coding.bytes(of: state, userInfo: [:], redactor: nil)
    return try JSON(parsing: bytes, limits: .largest)
  }
}

extension StateSource where State: Codable & SendableMetatype {
  /// States that are decoded and encoded.
  static func codable() -> StateSource {
    StateSource(
      state: { (document) throws(ReductionError) in
        try rethrowing(as: .decodingState) {
          try JSONDocumentDecoder().decode(State.self, from: document)
        }
      }, coding: { .encodable() }, isCodable: true)
  }
}

extension StateSource where State: SendableMetatype {
  /// States that cannot be decoded: only the initial one is known, by what is seen of it.
  static func initial(
    _ initial: @escaping @Sendable () -> State, _ reflection: StateReflection,
    _ shapes: [ReflectionShape]
  ) -> StateSource {
    let mode = Reflector.Mode(reflection) ?? .whereNeeded
    let coding = { @Sendable in StateCoding<State>.reflected(by: Reflector(mode, shapes: shapes)) }
    return StateSource(
      state: { (document) throws(ReductionError) in
        let state = initial()
        let seen = try rethrowing(as: .encodingState) { try Self.document(of: state, coding()) }
        guard let difference = JSON.firstDifference(from: document, to: seen) else { return state }
        throw ReductionError(stage: .decodingState, cause: StateNotInitial(difference))
      }, coding: coding, isCodable: false)
  }
}
