/// Encodes selected values in its own way while a document is encoded around them.
package protocol ValueInterceptor: AnyObject {
  /// Appends the encoding of a value and returns true, or returns false to encode it as usual.
  ///
  /// The appended bytes are written unchanged in place of the value.
  func intercept<T: Encodable>(
    _ value: T, at place: EncodedPlace, into text: inout [UInt8]
  ) throws -> Bool
}

/// The place of a value in a document, as far as it matters to its encoding.
package struct EncodedPlace: Hashable, Sendable {
  /// The number of containers around the value.
  package var depth: Int
  /// What a redactor knows of the place.
  package var scope: LeafScope

  /// Creates a place.
  package init(depth: Int, scope: LeafScope) { (self.depth, self.scope) = (depth, scope) }
}

/// Encodes values one after another in the same memory, with an interceptor.
package final class InterceptedEncoder {
  private(set) var storage: EncodingStorage
  private var rendered = ByteBuffer(capacity: 512)
  private let makeStorage: () -> EncodingStorage

  /// The minimum size of a text for which the interceptor is called.
  package static let textByteCountMin = 1 << 14

  /// Creates an encoder that calls the interceptor for non-primitive values and for long texts.
  ///
  /// - Parameters:
  ///   - outer: The encoder of the value that contains the values of this one.
  ///   - dates: Where the places of dates are noted; nil if they are not.
  package init(
    userInfo: [CodingUserInfoKey: any Sendable], redactor: (any LeafRedactor)?,
    interceptor: any ValueInterceptor, inside outer: InterceptedEncoder? = nil,
    dates: DatePlaces? = nil
  ) {
    makeStorage = { [unowned interceptor] in
      EncodingStorage(
        userInfo: userInfo, redactor: redactor, interceptor: interceptor, inside: outer,
        dates: dates)
    }
    storage = makeStorage()
  }

  /// Begins with new memory if a value has kept its encoder or a container.
  private func release() {
    guard !isKnownUniquelyReferenced(&storage) else { return }
    storage.abandon()
    storage = makeStorage()
  }

  /// Removes the last encoded value, but keeps the memory.
  package func restart() { storage.restart() }

  /// The names above the value that the interceptor is called for.
  package var namesOfInterceptedValue: [String] { storage.namesOfInterceptedValue }

  /// Appends the compact bytes of a value at a place in a document, after a step from the value
  /// around it.
  package func encode<T: Encodable>(
    _ value: T, at place: EncodedPlace, after step: CodingStep, into bytes: inout [UInt8]
  ) throws {
    defer { release() }
    storage.restart(at: place)
    storage.step = step
    try storage.encode(value, as: 0)
    try finish(into: &bytes)
  }

  /// Appends the compact bytes of a value, without calling the interceptor for the value itself.
  package func encodeContents<T: Encodable>(
    of value: T, at place: EncodedPlace, into bytes: inout [UInt8]
  ) throws {
    defer { release() }
    storage.restart(at: place)
    do {
      try storage.encodeByItself(value, as: 0)
    } catch is InsideDeepValue {
      _ = storage.tree.pointee.leaveOut(0, as: .object)
    }
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
  /// A step to a key or a value in an array of both.
  case part(Int)

  var isStep: Bool { if case .none = self { false } else { true } }

  var keys: [any CodingKey] {
    switch self {
    case .none: []
    case .index(let index), .part(let index): [PathKey(index)]
    case .key(let key): [PathKey(key)]
    }
  }

  var names: [String] {
    if case .key(let key) = self { [key] } else { [] }
  }
}
