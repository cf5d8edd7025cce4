/// Encodes selected values in its own way while a document is encoded around them.
package protocol ValueInterceptor: AnyObject {
  /// Appends the encoding of a value and returns true, or returns false to encode it as usual.
  ///
  /// The appended bytes are written unchanged in place of the value.
  func intercept<T: Encodable>(
    _ value: T, depth: Int, into text: inout [UInt8]
  ) throws -> Bool
}

/// Encodes values one after another in the same memory, with an interceptor.
package final class InterceptedEncoder {
  private let storage: EncodingStorage
  private var rendered = ByteBuffer(capacity: 512)

  /// The minimum size of a text for which the interceptor is called.
  package static let textByteCountMin = 1 << 14

  /// Creates an encoder that calls the interceptor for non-primitive values and for long texts.
  ///
  /// - Parameter outer: The encoder of the value that contains the values of this one.
  package init(
    userInfo: [CodingUserInfoKey: any Sendable], interceptor: any ValueInterceptor,
    inside outer: InterceptedEncoder? = nil
  ) {
    storage = EncodingStorage(
      userInfo: userInfo, interceptor: interceptor, inside: outer?.storage)
  }

  /// Removes the last encoded value, but keeps the memory.
  package func restart() { storage.restart(depth: 0) }

  /// Appends the compact bytes of a value at a depth in a document.
  package func encode<T: Encodable>(
    _ value: T, depth: Int, at step: CodingStep, into bytes: inout [UInt8]
  ) throws {
    storage.restart(depth: depth)
    storage.step = step
    try storage.encode(value, as: 0)
    try finish(into: &bytes)
  }

  /// Appends the compact bytes of a value, without calling the interceptor for the value itself.
  package func encodeContents<T: Encodable>(
    of value: T, depth: Int, into bytes: inout [UInt8]
  ) throws {
    storage.restart(depth: depth)
    try storage.encodeByItself(value, as: 0)
    try finish(into: &bytes)
  }

  private func finish(into bytes: inout [UInt8]) throws {
    try storage.check()
    rendered.removeAll(from: 0)
    storage.tree.pointee.render(0, into: &rendered)
    bytes += rendered[0..<rendered.count]
  }
}

/// The step from a collection to one of its elements, in a coding path.
package enum CodingStep {
  case none
  case index(Int)
  case key(String)

  var keys: [any CodingKey] {
    switch self {
    case .none: []
    case .index(let index): [PathKey(index)]
    case .key(let key): [PathKey(key)]
    }
  }
}
