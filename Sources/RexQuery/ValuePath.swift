public import RexJSON

/// The path to one value, in any of the ways in which people write it.
///
///     /messages/3/body               a JSON Pointer (RFC 6901)
///     /messages[id=msg-17]/body      the same, an element named by its id
///     $.messages[3].body             a singular JSONPath (RFC 9535)
///     $.messages[-1]                 …, from the end
///
/// `[id=…]` at the end of a token selects the first element of the array there whose `id` is this
/// text, or a number of this value. A pointer is a pointer first: where an object has a member
/// named just like the token, brackets and all, that member is meant.
public struct ValuePath: Sendable {
  /// The path as it was written.
  public let text: String

  let steps: [Step]

  enum Step: Sendable {
    /// A token of a pointer, which may name elements by ids behind the name.
    case token(String, name: String?, ids: [String])
    /// A step of a JSONPath.
    case child(Segment.Step)
  }

  /// A path from its text.
  public init(_ text: String, limits: QueryLimits = .standard) throws(QueryError) {
    self.text = text
    var parser = try Parser(text, limits: limits)
    steps = text.utf8.first == UInt8(ascii: "$") ? try parser.steps() : try parser.tokens()
  }

  /// The place that the path names in every document; nil when it takes a document to tell.
  public var pointer: JSONPointer? {
    var tokens: [String] = []
    for step in steps {
      switch step {
      case .token(let token, _, let ids) where ids.isEmpty: tokens.append(token)
      case .child(.name(let name)): tokens.append(name)
      case .child(.index(let index)) where index >= 0: tokens.append(String(index))
      default: return nil
      }
    }
    return JSONPointer(tokens: tokens)
  }

  /// The names of the root's members through which the path may lead; nil for all.
  package var topNames: [String]? {
    switch steps.first {
    case .token(let token, let name, let ids)?:
      ids.isEmpty ? [token] : [token] + (name.map { [$0] } ?? [])
    case .child(.name(let name))?: [name]
    case .child(.index)?, nil: nil
    }
  }

  /// The place that the path names in a document; nil when there is no value.
  public func resolve(in document: JSON) -> JSONPointer? { node(in: document)?.pointer }

  /// The value that the path names in a document; nil when there is none.
  public func value(in document: JSON) -> JSON? { node(in: document)?.value }

  /// The value with its place.
  public func node(in document: JSON) -> (pointer: JSONPointer, value: JSON)? {
    var place = Place(value: document)
    for step in steps {
      switch step {
      case .child(let step):
        guard place.enter(place.value.position(of: step)) else { return nil }
      case .token(let token, let name, let ids):
        guard place.enter(token: token, name: name, ids: ids) else { return nil }
      }
    }
    return (JSONPointer(tokens: place.tokens), place.value)
  }
}

extension ValuePath: CustomStringConvertible {
  /// The path as it was written.
  public var description: String { text }
}

/// Where resolving has come.
private struct Place {
  var value: JSON
  var tokens: [String] = []

  /// Goes to a child; false when there is none.
  mutating func enter(_ position: Int?) -> Bool {
    guard let position else { return false }
    switch value.step(to: position) {
    case .name(let name): tokens.append(name)
    case .index(let index): tokens.append(String(index))
    }
    value = value.child(at: position)
    return true
  }

  mutating func enter(token: String, name: String?, ids: [String]) -> Bool {
    if ids.isEmpty || value.position(ofToken: token) != nil {
      return enter(value.position(ofToken: token))
    }
    if let name {
      guard enter(value.position(ofToken: name)) else { return false }
    }
    return ids.allSatisfy { enter(value.array?.firstIndex(id: $0)) }
  }
}

extension JSON {
  /// The child that a token of a pointer names.
  fileprivate func position(ofToken token: String) -> Int? {
    switch self {
    case .object(let members): members.position(of: token)
    case .array(let elements):
      JSONPointer.arrayIndex(token).flatMap { $0 < elements.count ? $0 : nil }
    default: nil
    }
  }
}

extension [JSON] {
  fileprivate func firstIndex(id: String) -> Int? {
    let number = JSONNumber(text: id)
    return firstIndex { element in
      switch element["id"] {
      case .string(let text)?: text.hasSameBytes(as: id)
      case .number(let other)?: number?.isNumericallyEqual(to: other) == true
      default: false
      }
    }
  }
}
