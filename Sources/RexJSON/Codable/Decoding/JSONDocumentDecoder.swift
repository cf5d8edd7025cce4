/// Decodes values from documents or bytes: what `JSONDocumentEncoder` wrote, and all JSON else.
///
/// A text that is not JSON throws `JSONError`. A text that is not the value throws
/// `DecodingError` with the coding path, and as its underlying error a `JSONError` with the place.
public struct JSONDocumentDecoder: Sendable {
  /// What `Decoder.userInfo` shows to the values.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  /// What a text may ask of its reader; a `depthMax` above `valueDepthMax` counts as that.
  public var limits = JSONLimits.standard

  /// A decoder.
  public init() {}

  /// A value from a document; places in errors are those in the document's compact form.
  public func decode<T: Decodable>(_ type: T.Type, from document: JSON) throws -> T {
    var decoder = self
    decoder.limits = .largest
    return try decoder.decode(type, from: document.bytes)
  }

  /// A value from a text in UTF-8.
  public func decode<T: Decodable>(_ type: T.Type, from bytes: [UInt8]) throws -> T {
    try bytes.withUnsafeBytes { try decode(type, from: $0) }
  }

  /// A value from a text in UTF-8 that stands in memory; no byte there is kept.
  public func decode<T: Decodable>(
    _ type: T.Type, from buffer: UnsafeRawBufferPointer
  ) throws -> T {
    var limits = limits
    limits.depthMax = min(limits.depthMax, JSONLimits.valueDepthMax)
    var storage = try DecodingStorage(scanning: buffer, limits: limits, userInfo: userInfo)
    defer {
      // A value may have kept its decoder, which reads the text when it is next asked.
      if !isKnownUniquelyReferenced(&storage) { storage.copyText() }
    }
    do {
      return try storage.decode(type, at: 0)
    } catch let error as DecodingError {
      throw storage.located(error)
    }
  }
}
