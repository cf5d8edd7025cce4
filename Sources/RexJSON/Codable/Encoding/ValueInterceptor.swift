/// Writes chosen values in its own way while a document is encoded around them.
package protocol ValueInterceptor: AnyObject {
  /// Appends what stands for a value, and returns true; or false to have it encoded as usual.
  ///
  /// What is appended is taken as it is, once, in place of the value.
  func intercept<T: Encodable>(
    _ value: T, depth: Int, into text: inout [UInt8]
  ) throws -> Bool
}

/// Encodes one value after the other in the same memory, under an interceptor's eyes.
package final class InterceptedEncoder {
  private let storage: EncodingStorage
  private var rendered = ByteBuffer(capacity: 512)

  /// An encoder that asks the interceptor about every value that is no primitive, and every long
  /// text.
  ///
  /// `outer` is the encoder that has asked the interceptor about the value in which those stand
  /// that this one encodes.
  package init(
    userInfo: [CodingUserInfoKey: any Sendable], interceptor: any ValueInterceptor,
    inside outer: InterceptedEncoder? = nil
  ) {
    storage = EncodingStorage(
      userInfo: userInfo, interceptor: interceptor, inside: outer?.storage)
  }

  /// Forgets what was encoded last.
  package func restart() { storage.restart(depth: 0) }

  /// Appends the compact bytes of a value that stands this deep in a document.
  package func encode<T: Encodable>(
    _ value: T, depth: Int, at step: CodingStep, into bytes: inout [UInt8]
  ) throws {
    storage.restart(depth: depth)
    storage.step = step
    try storage.encode(value, as: 0)
    try finish(into: &bytes)
  }

  /// Appends the compact bytes of a value, the interceptor not asked about the value itself.
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

/// The way from a collection to one of its elements, in a coding path.
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
