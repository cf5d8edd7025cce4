/// Encodes one value after the other in the same memory, as `JSONDocumentEncoder` does each.
///
/// For a single thread at a time.
package final class ReusedEncoder {
  private var storage: EncodingStorage
  private var text = ByteBuffer(capacity: 512)

  /// Memory beyond this goes with the value that needed it.
  private static let keptBytesMax = 1 << 16

  private let userInfo: [CodingUserInfoKey: any Sendable]

  /// An encoder that shows `userInfo` to the values.
  package init(userInfo: [CodingUserInfoKey: any Sendable] = [:]) {
    self.userInfo = userInfo
    storage = EncodingStorage(userInfo: userInfo)
  }

  /// The compact bytes of a value; throws what the value's `encode(to:)` throws.
  package func encode<T: Encodable>(_ value: T) throws -> [UInt8] {
    defer { forget() }
    try storage.encode(value, as: 0)
    try storage.checkComplete()
    storage.tree.pointee.render(0, into: &text)
    return Array(text[0..<text.count])
  }

  /// Keeps nothing but memory; and not even that where a value still holds on to its encoder.
  private func forget() {
    if storage.tree.pointee.text.count > Self.keptBytesMax
      || !isKnownUniquelyReferenced(&storage)
    {
      storage = EncodingStorage(userInfo: userInfo)
    } else {
      storage.restart(depth: 0)
    }
    if text.count > Self.keptBytesMax { text = ByteBuffer(capacity: 512) }
    text.removeAll(from: 0)
  }
}
