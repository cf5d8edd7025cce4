import RexJSON

/// A pattern of paths in a document: a JSON Pointer with the wildcards `*` and `**`.
///
///     /user/token      this path
///     /users/*/token   `*` matches any one key or index
///     **/password      `**` matches zero or more tokens
///     /cards/0         an index matches every index, since elements move when others are inserted
public struct PathPattern: Sendable, Equatable {
  let steps: [Step]

  enum Step: Sendable, Equatable {
    case literal(JSON)
    case index
    case anyOne
    case anyNumber
  }

  /// Creates a pattern from text; nil if it is empty, has an invalid `~` or too many tokens.
  public init?(_ text: String) {
    guard !text.isEmpty, let pointer = JSONPointer(text.utf8.first == slash ? text : "/" + text),
      pointer.tokens.count <= PathPattern.stepsMax
    else { return nil }
    steps = pointer.tokens.map { token in
      switch token {
      case "*": .anyOne
      case "**": .anyNumber
      default: isIndex(token) ? .index : .literal(.string(token))
      }
    }
  }

  /// The limit on tokens: a pattern's positions, one more than its tokens, are bits of a `UInt64`.
  static let stepsMax = 63
}

extension PathPattern: ExpressibleByStringLiteral {
  /// Creates a pattern from a literal, which must be valid.
  public init(stringLiteral text: String) {
    guard let pattern = PathPattern(text) else {
      preconditionFailure("\(text) is not a valid path pattern")
    }
    self = pattern
  }
}

/// The progress of a path in a pattern: a set of positions, as bits.
extension PathPattern {
  /// Returns whether the pattern matches a path whose tokens have led to these positions.
  func isMatch(_ positions: UInt64) -> Bool { positions >> steps.count & 1 == 1 }

  /// Returns the positions after an index of an array.
  func advanceByIndex(_ positions: UInt64) -> UInt64 {
    advance(positions) { $0 == .index }
  }

  /// Returns the positions after a key.
  func advance(_ positions: UInt64, by key: String) -> UInt64 {
    advance(positions) { step in
      switch step {
      case .index: isIndex(key)
      case .literal(let text): text == .string(key)
      case .anyOne, .anyNumber: false
      }
    }
  }

  private func advance(_ positions: UInt64, by matches: (Step) -> Bool) -> UInt64 {
    if positions == 0 { return 0 }
    var next: UInt64 = 0
    for (position, step) in steps.enumerated() where positions >> position & 1 == 1 {
      if step == .anyNumber {
        next |= 1 << position
      } else if step == .anyOne || matches(step) {
        next |= 1 << (position + 1)
      }
    }
    return closure(of: next)
  }

  /// Adds the positions after each `**`, which can match zero tokens.
  func closure(of positions: UInt64) -> UInt64 {
    var closed = positions
    for (position, step) in steps.enumerated()
    where step == .anyNumber && closed >> position & 1 == 1 {
      closed |= 1 << (position + 1)
    }
    return closed
  }
}

private let slash = UInt8(ascii: "/")

/// Whether a token may be an index.
func isIndex(_ token: String) -> Bool {
  !token.isEmpty && token.utf8.allSatisfy(\.isDigit)
}
