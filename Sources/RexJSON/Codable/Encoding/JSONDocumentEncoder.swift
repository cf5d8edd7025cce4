/// Encodes values as documents or bytes, with the same result on every run.
///
/// Members keep the order in which they are encoded. Dictionaries that are encoded as objects are
/// ordered by the bytes of their keys; sets and other dictionaries by their encoded content. The
/// forms of Date, Data, URL, UUID, Decimal and of non-finite numbers are fixed; they are listed in
/// docs/contributing/json.md. An array or object that is nested deeper than
/// `JSONLimits.valueDepthMax` is left out, with a text that says so in its place.
public struct JSONDocumentEncoder: Sendable {
  /// The `Encoder.userInfo` for the values.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// Creates an encoder.
  public init() {}

  /// Encodes a value as a document; throws the error of the value's `encode(to:)`.
  public func encode<T: Encodable>(_ value: T) throws -> JSON {
    try JSON(parsing: encodeBytes(value), limits: .largest)
  }

  /// Encodes a value as compact bytes; throws the error of the value's `encode(to:)`.
  public func encodeBytes<T: Encodable>(_ value: T) throws -> [UInt8] {
    try encodeBytes(value, redactor: nil)
  }

  /// Encodes a value as compact bytes, with its secrets replaced and the places of its dates noted.
  package func encodeBytes<T: Encodable>(
    _ value: T, redactor: (any LeafRedactor)?, in scope: LeafScope? = nil,
    dates: DatePlaces? = nil
  ) throws -> [UInt8] {
    let storage = EncodingStorage(
      userInfo: userInfo, redactor: redactor, scope: scope, dates: dates)
    try storage.encode(value, as: 0)
    try storage.checkComplete()
    // In addition to its text, a node has a comma, and a container two brackets.
    let capacity = storage.tree.pointee.text.count + storage.tree.pointee.nodes.count * 3
    var bytes = ByteBuffer(capacity: capacity)
    storage.tree.pointee.render(0, into: &bytes)
    return Array(bytes)
  }
}
