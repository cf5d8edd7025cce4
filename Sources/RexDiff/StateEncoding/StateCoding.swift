package import RexJSON

/// How the states of an app are encoded: by their own `encode(to:)`, or by reflection.
///
/// It has the conformance to `Encodable`, so that a type that has a `StateCoding` need not.
package struct StateCoding<State> {
  /// Encodes a whole state, and reuses fragments of the previous document.
  let document:
    (_ state: State, _ cache: EncodingCache, _ old: FragmentedText, _ isUpdate: Bool) throws
      -> FragmentedText
  /// Returns whether a snapshot retains this very state.
  let retains: (_ state: State, _ snapshot: Snapshot, _ cache: EncodingCache) -> Bool
  /// Encodes a state without a cache.
  private let encode:
    (_ state: State, JSONDocumentEncoder, (any LeafRedactor)?, DatePlaces?) throws
      -> [UInt8]
  /// The reflector of what is not encoded by its own `encode(to:)`.
  package let reflector: Reflector?
  /// Whether states are left out, so that no change of them is known.
  package let isLeftOut: Bool
  /// Whether states are reflected, rather than encoded by their own `encode(to:)`.
  package var isReflected: Bool {
    reflector.map { $0.mode == .always || !(State.self is any Encodable.Type) } ?? false
  }

  /// States that are encoded by their own `encode(to:)`.
  package static func encodable() -> StateCoding where State: Encodable {
    StateCoding(encoding: { $0 }, by: nil)
  }

  /// States that are reflected.
  package static func reflected(by reflector: Reflector) -> StateCoding {
    StateCoding(
      encoding: { state in
        reflector.begin(with: state)
        return Reflected(state)
      }, by: reflector)
  }

  /// States that are left out, with a text in their place.
  package static func leavingOut(_ text: String) -> StateCoding {
    StateCoding(encoding: { _ in text }, by: nil, isLeftOut: true)
  }

  private init<Encoded: Encodable>(
    encoding encoded: @escaping (State) -> Encoded, by reflector: Reflector?,
    isLeftOut: Bool = false
  ) {
    func retrying<Result>(_ encode: () throws -> Result) throws -> Result {
      try reflector.map { try $0.retrying(encode) } ?? encode()
    }
    document = { state, cache, old, isUpdate in
      try retrying { try cache.document(of: encoded(state), reusing: old, isUpdate: isUpdate) }
    }
    retains = { $2.retains(encoded($0), as: $1) }
    encode = { state, encoder, redactor, dates in
      try retrying { try encoder.encodeBytes(encoded(state), redactor: redactor, dates: dates) }
    }
    (self.reflector, self.isLeftOut) = (reflector, isLeftOut)
  }

  /// Encodes a state as compact bytes, without the fragments of another one.
  package func bytes(
    of state: State, userInfo: [CodingUserInfoKey: any Sendable], redactor: (any LeafRedactor)?,
    dates: DatePlaces? = nil
  ) throws -> [UInt8] {
    var encoder = JSONDocumentEncoder()
    encoder.userInfo = userInfo.adding(reflector)
    return try encode(state, encoder, redactor, dates)
  }

  /// Whether states can be encoded on another thread than the app changes them on.
  ///
  /// Reflected states can if everything in them is a value: instances, existentials and functions
  /// can lead to memory that the app changes meanwhile.
  package var isThreadSafe: Bool {
    if reflector == nil { return true }
    var layouts = TypeLayouts()
    return layouts.layout(of: State.self).isTrusted
  }
}

extension [CodingUserInfoKey: any Sendable] {
  /// Returns the `Encoder.userInfo` with a reflector.
  package func adding(_ reflector: Reflector?) -> Self {
    guard let reflector, let key = CodingUserInfoKey.reflector else { return self }
    return merging([key: reflector]) { $1 }
  }
}
