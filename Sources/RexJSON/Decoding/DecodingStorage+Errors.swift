extension DecodingStorage {
  func mismatch(_ type: Any.Type, at entry: Int) -> DecodingError {
    let found = kind(of: entry).name
    let path = codingPath(of: entry)
    guard kind(of: entry) != .null else {
      return .valueNotFound(
        type, .init(codingPath: path, debugDescription: "Expected \(type) but found null."))
    }
    return .typeMismatch(
      type, .init(codingPath: path, debugDescription: "Expected \(type) but found \(found)."))
  }

  func doesNotFit(_ type: Any.Type, at entry: Int) -> DecodingError {
    corrupted("The number \(string(of: entry)) does not fit in \(type).", at: entry)
  }

  /// A value made from an entry's text, or the error that the text is no such value.
  func wellFormed<T>(_ value: T?, at entry: Int) throws -> T {
    if let value { return value }
    throw corrupted("The text is not a valid \(T.self).", at: entry)
  }

  func missing(_ key: some CodingKey, inObject object: Int) -> DecodingError {
    .keyNotFound(
      key,
      .init(
        codingPath: codingPath(of: object),
        debugDescription: "No value for the key \(JSON.string(key.stringValue))."))
  }

  func endOfArray(_ type: Any.Type, array: Int, index: Int) -> DecodingError {
    .valueNotFound(
      type,
      .init(
        codingPath: codingPath(of: array) + [PathKey(index)],
        debugDescription: "The array has no more elements."))
  }

  private func corrupted(_ reason: String, at entry: Int) -> DecodingError {
    .dataCorrupted(.init(codingPath: codingPath(of: entry), debugDescription: reason))
  }
}

extension JSONIndex.Kind {
  /// The kind as a sentence names it.
  fileprivate var name: String {
    switch self {
    case .null: "null"
    case .true, .false: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

extension DecodingStorage {
  /// The error with the place in the text of the value it is about, as its underlying error.
  func located(_ error: DecodingError) -> DecodingError {
    switch error {
    case .typeMismatch(let type, let context):
      .typeMismatch(type, located(context))
    case .valueNotFound(let type, let context):
      .valueNotFound(type, located(context))
    case .keyNotFound(let key, let context):
      .keyNotFound(key, located(context))
    case .dataCorrupted(let context):
      .dataCorrupted(located(context))
    @unknown default: error
    }
  }

  private func located(_ context: DecodingError.Context) -> DecodingError.Context {
    guard context.underlyingError == nil else { return context }
    let entry = entry(at: context.codingPath)
    let reason = context.debugDescription
    let place = JSONError(kind: .undecodable(reason), location: location(of: entry))
    return .init(
      codingPath: context.codingPath,
      debugDescription: "\(reason) (line \(place.location.line), column \(place.location.column))",
      underlyingError: place)
  }
}
