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

/// The progress of a path in several patterns: a set of positions for each.
struct PathProgress {
  private let patterns: [PathPattern]
  private var positions: [UInt64]

  /// Creates the progress at the root, before any token; nil if there are no patterns.
  init?(_ patterns: [PathPattern]) {
    if patterns.isEmpty { return nil }
    self.patterns = patterns
    positions = patterns.map { $0.closure(of: 1) }
  }

  private init(_ patterns: [PathPattern], positions: [UInt64]) {
    (self.patterns, self.positions) = (patterns, positions)
  }

  /// Whether one of the patterns matches here.
  var isMatch: Bool {
    for (pattern, set) in zip(patterns, positions) where set >> pattern.steps.count & 1 == 1 {
      return true
    }
    return false
  }

  /// Returns the progress after a token; nil if no pattern can match any more.
  func advanced(by token: String) -> PathProgress? {
    var next: [UInt64] = []
    next.reserveCapacity(positions.count)
    for (pattern, set) in zip(patterns, positions) {
      next.append(set == 0 ? 0 : pattern.advance(set, by: token))
    }
    return next.allSatisfy { $0 == 0 } ? nil : PathProgress(patterns, positions: next)
  }
}

extension PathPattern {
  fileprivate func advance(_ set: UInt64, by token: String) -> UInt64 {
    var next: UInt64 = 0
    for (position, step) in steps.enumerated() where set >> position & 1 == 1 {
      switch step {
      case .anyNumber: next |= 1 << position
      case .anyOne: next |= 1 << (position + 1)
      case .index: if token == "-" || isIndex(token) { next |= 1 << (position + 1) }
      case .literal(let text): if text == .string(token) { next |= 1 << (position + 1) }
      }
    }
    return closure(of: next)
  }

  /// Adds the positions after each `**`, which can match zero tokens.
  fileprivate func closure(of set: UInt64) -> UInt64 {
    var set = set
    for (position, step) in steps.enumerated()
    where step == .anyNumber && set >> position & 1 == 1 {
      set |= 1 << (position + 1)
    }
    return set
  }
}

private let slash = UInt8(ascii: "/")

private func isIndex(_ token: String) -> Bool {
  !token.isEmpty && token.utf8.allSatisfy(\.isDigit)
}
