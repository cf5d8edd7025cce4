import RexJSON

extension DecodingStorage {
  func mismatch(_ type: Any.Type, at entry: Int) -> DecodingError {
    let found = kind(of: entry).name
    let path = codingPath(of: entry)
    guard kind(of: entry) != .null else {
      return .valueNotFound(
        type,
        DecodingError.Context(
          codingPath: path, debugDescription: "Expected \(type) but found null."))
    }
    return .typeMismatch(
      type,
      DecodingError.Context(
        codingPath: path, debugDescription: "Expected \(type) but found \(found)."))
  }

  func doesNotFit(_ type: Any.Type, at entry: Int) -> DecodingError {
    corrupted("The number \(string(of: entry)) does not fit in \(type).", at: entry)
  }

  /// Returns a value made from an entry's text; throws if the text is not valid.
  func wellFormed<T>(_ value: T?, at entry: Int) throws -> T {
    if let value { return value }
    throw corrupted("The text is not a valid \(T.self).", at: entry)
  }

  func missing(_ key: some CodingKey, inObject object: Int) -> DecodingError {
    .keyNotFound(
      key,
      DecodingError.Context(
        codingPath: codingPath(of: object),
        debugDescription: "No value for the key \(JSON.string(key.stringValue))."))
  }

  func endOfArray(_ type: Any.Type, array: Int, index: Int) -> DecodingError {
    .valueNotFound(
      type,
      DecodingError.Context(
        codingPath: codingPath(of: array) + [PathKey(index)],
        debugDescription: "The array has no more elements."))
  }

  private func corrupted(_ reason: String, at entry: Int) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(codingPath: codingPath(of: entry), debugDescription: reason))
  }
}

extension JSONIndex.Kind {
  /// The kind's name in a sentence.
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
  /// Returns the error with the location of its value in the text as the underlying error.
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
    let entry = entry(at: context.codingPath)
    let kind: JSONError.Kind
    switch context.underlyingError {
    case nil: kind = noSuchCase(context, at: entry) ?? .undecodable(context.debugDescription)
    case let error as NoSuchCase: kind = error.kind
    default: return context
    }
    let error = JSONError(kind: kind, location: location(of: entry))
    return .init(
      codingPath: context.codingPath,
      debugDescription: "\(kind) (line \(error.location.line), column \(error.location.column))",
      underlyingError: error)
  }
}

/// The underlying error of an enum with raw values, until its location is found.
private struct NoSuchCase: Error {
  let kind: JSONError.Kind
}

/// Errors of Codable's enums for unknown cases, with the cases found.
///
/// They also list the existing cases if the enum, or its `CodingKeys`, is `CaseIterable`.
extension DecodingStorage {
  /// Returns the problem if an enum with payloads did not find exactly one key.
  private func noSuchCase(_ context: DecodingError.Context, at object: Int) -> JSONError.Kind? {
    guard context.debugDescription.hasPrefix("Invalid number of keys found"),
      let listed, listed.object == object
    else { return nil }
    func keys<Key: CodingKey & CaseIterable>(_ type: Key.Type) -> [String] {
      type.allCases.map(\.stringValue)
    }
    return .noSuchCase(
      found: values(ofObject: object).map { string(of: $0 - 1) },
      known: (listed.keys as? any (CodingKey & CaseIterable).Type).map { keys($0) })
  }

  /// Returns the error of an enum with raw values for an unknown value.
  func noSuchCase(_ type: Any.Type, _ error: DecodingError, at entry: Int) -> DecodingError {
    guard case .dataCorrupted(let context) = error,
      context.debugDescription.hasPrefix("Cannot initialize \(type)"), kind(of: entry) == .string
    else { return error }
    func values<Value: RawRepresentable & CaseIterable>(_ type: Value.Type) -> [String] {
      type.allCases.map { "\($0.rawValue)" }
    }
    let kind = JSONError.Kind.noSuchCase(
      found: [string(of: entry)],
      known: (type as? any (RawRepresentable & CaseIterable).Type).map { values($0) })
    return .dataCorrupted(
      DecodingError.Context(
        codingPath: context.codingPath, debugDescription: kind.description,
        underlyingError: NoSuchCase(kind: kind)))
  }
}
