/// Encodes values one after another like `JSONDocumentEncoder`, but reuses its memory.
///
/// Use it on one thread at a time.
package final class ReusedEncoder {
  private var storage: EncodingStorage
  private var text = ByteBuffer(capacity: 512)

  /// The limit on the memory that is kept for the next value, in bytes.
  private static let keptBytesMax = 1 << 16

  private let userInfo: [CodingUserInfoKey: any Sendable]
  private let redactor: (any LeafRedactor)?
  private let scope: LeafScope?
  private let dates: DatePlaces?

  /// Creates an encoder with the `userInfo` for the values, which may replace their secrets.
  ///
  /// The scope is that of the values; by default, that of a whole document. The places of their
  /// dates are added to `dates`.
  package init(
    userInfo: [CodingUserInfoKey: any Sendable] = [:], redactor: (any LeafRedactor)? = nil,
    in scope: LeafScope? = nil, dates: DatePlaces? = nil
  ) {
    (self.userInfo, self.redactor, self.scope) = (userInfo, redactor, scope)
    self.dates = dates
    storage = EncodingStorage(userInfo: userInfo, redactor: redactor, scope: scope, dates: dates)
  }

  /// Encodes a value as compact bytes; throws the error of the value's `encode(to:)`.
  package func encode<T: Encodable>(_ value: T) throws -> [UInt8] {
    defer { reset() }
    try storage.encode(value, as: 0)
    try storage.checkComplete()
    storage.tree.pointee.render(0, into: &text)
    return Array(text[0..<text.count])
  }

  /// Removes the value; also releases the memory if it is large, or if a value stored its encoder.
  private func reset() {
    if storage.tree.pointee.text.count > Self.keptBytesMax
      || !isKnownUniquelyReferenced(&storage)
    {
      storage = EncodingStorage(
        userInfo: userInfo, redactor: redactor, scope: scope, dates: dates)
    } else {
      storage.restart()
    }
    if text.count > Self.keptBytesMax { text = ByteBuffer(capacity: 512) }
    text.removeAll(from: 0)
  }
}
