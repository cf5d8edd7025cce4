/// A path in a document (RFC 6901), such as `/messages/3/body`; the empty pointer is the root.
public struct JSONPointer: Sendable {
  /// The unescaped reference tokens, outermost first.
  public var tokens: [String]

  /// Creates a pointer from tokens; without tokens, it refers to the whole document.
  public init(tokens: [String] = []) { self.tokens = tokens }

  /// Parses a pointer; returns nil if a token lacks its `/` or has an invalid `~`.
  public init?(_ text: String) {
    tokens = []
    var rest = text.utf8[...]
    while let slash = rest.popFirst() {
      guard slash == UInt8(ascii: "/") else { return nil }
      let token = rest.prefix { $0 != UInt8(ascii: "/") }
      rest = rest[token.endIndex...]
      guard let token = JSONPointer.unescaped(Substring(token)) else { return nil }
      tokens.append(token)
    }
  }

  /// The pointer to the container; the root's parent is the root.
  package var parent: JSONPointer { JSONPointer(tokens: tokens.dropLast()) }

  /// The tokens after those of an ancestor or equal pointer; nil if `other` is neither.
  package func tokens(below other: JSONPointer) -> ArraySlice<String>? {
    guard tokens.starts(with: other.tokens, by: { $0.hasSameBytes(as: $1) }) else { return nil }
    return tokens[other.tokens.count...]
  }

  /// Whether this points to a value inside the one that the other points to.
  package func isBelow(_ other: JSONPointer) -> Bool { tokens(below: other)?.isEmpty == false }

  /// Returns the pointer with another token appended.
  public func appending(_ token: String) -> JSONPointer {
    JSONPointer(tokens: tokens + [token])
  }

  /// Returns the pointer to an element of the array that this one refers to.
  public func appending(_ index: Int) -> JSONPointer {
    appending(String(index))
  }

  /// Parses an array index; returns nil unless it is decimal digits without leading zeros.
  public static func arrayIndex(_ token: String) -> Int? {
    guard token == "0" || token.utf8.first != UInt8(ascii: "0") else { return nil }
    guard token.utf8.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }) else {
      return nil
    }
    return Int(token)
  }

  /// Whether a token can be the position of an array's element, or its end, which is `-`.
  package static func isArrayPosition(_ token: String) -> Bool {
    token == "-" || arrayIndex(token) != nil
  }

  private static func unescaped(_ token: Substring) -> String? {
    guard token.utf8.contains(UInt8(ascii: "~")) else { return String(token) }
    var bytes: [UInt8] = []
    var rest = token.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "~") else {
        bytes.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "0"): bytes.append(UInt8(ascii: "~"))
      case UInt8(ascii: "1"): bytes.append(UInt8(ascii: "/"))
      default: return nil
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension JSONPointer: CustomStringConvertible {
  /// The string form: each token after a `/`, with `~` as `~0` and `/` as `~1`.
  public var description: String {
    var bytes: [UInt8] = []
    for token in tokens {
      bytes.append(UInt8(ascii: "/"))
      for byte in token.utf8 {
        switch byte {
        case UInt8(ascii: "~"): bytes += [UInt8(ascii: "~"), UInt8(ascii: "0")]
        case UInt8(ascii: "/"): bytes += [UInt8(ascii: "~"), UInt8(ascii: "1")]
        default: bytes.append(byte)
        }
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension JSONPointer: Hashable {
  /// Returns whether both have the same tokens, compared by their UTF-8 bytes.
  public static func == (left: JSONPointer, right: JSONPointer) -> Bool {
    left.tokens.elementsEqual(right.tokens) { $0.hasSameBytes(as: $1) }
  }

  /// Hashes the tokens consistently with `==`.
  public func hash(into hasher: inout Hasher) {
    for token in tokens { token.hashBytes(into: &hasher) }
  }
}

extension JSON {
  /// The value at a pointer; nil if there is none.
  public subscript(pointer: JSONPointer) -> JSON? {
    var value = self
    for token in pointer.tokens {
      switch value {
      case .object(let object):
        guard let member = object[token] else { return nil }
        value = member
      case .array(let elements):
        guard let index = JSONPointer.arrayIndex(token), index < elements.count else { return nil }
        value = elements[index]
      default: return nil
      }
    }
    return value
  }
}

extension JSONPointer: Codable {
  /// Decodes a pointer from its string form.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let pointer = JSONPointer(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a JSON Pointer")
    }
    self = pointer
  }

  /// Encodes the string form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
