public import RexJSON

/// Decodes values from documents or bytes, as written by `JSONDocumentEncoder` or any JSON encoder.
///
/// Invalid JSON throws a `JSONError`. JSON that is not a valid value throws a `DecodingError` with
/// the coding path, and a `JSONError` with the location as its underlying error.
public struct JSONDocumentDecoder: Sendable {
  /// The `Decoder.userInfo` for the values.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// The limits on texts; a `depthMax` above `valueDepthMax` is reduced to that.
  public var limits = JSONLimits.standard

  /// Creates a decoder.
  public init() {}

  /// Decodes a value from a document; locations in errors refer to its compact form.
  public func decode<T: Decodable>(_ type: T.Type, from document: JSON) throws -> T {
    var decoder = self
    decoder.limits = .largest
    return try decoder.decode(type, from: document.bytes)
  }

  /// Decodes a value from UTF-8 bytes.
  public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
    try bytes.withUnsafeBytes { try decode(type, from: $0) }
  }

  /// Decodes a value from UTF-8 bytes in memory, which must be valid only during the call.
  public func decode<T: Decodable>(
    _ type: T.Type, from buffer: UnsafeRawBufferPointer
  ) throws -> T {
    var limits = limits
    limits.depthMax = min(limits.depthMax, JSONLimits.valueDepthMax)
    var storage = try DecodingStorage(scanning: buffer, limits: limits, userInfo: userInfo)
    defer {
      // A value may have stored its decoder, which then reads the text later.
      if !isKnownUniquelyReferenced(&storage) { storage.copyText() }
    }
    do {
      return try storage.decode(type, at: 0)
    } catch let error as DecodingError {
      throw storage.located(error)
    }
  }
}
