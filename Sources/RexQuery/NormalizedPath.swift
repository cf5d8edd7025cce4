public import RexJSON

/// A node's normalized path (RFC 9535, section 2.7): `$['messages'][3]['body']`.
public struct NormalizedPath: Sendable {
  /// The names and indexes, outermost first.
  public var steps: [Step]

  /// A path with these steps; the root has none.
  public init(steps: [Step] = []) { self.steps = steps }

  /// A step to a child.
  public enum Step: Sendable {
    /// The member of an object.
    case name(String)
    /// The element of an array, from 0.
    case index(Int)
  }

  /// The path as a JSON Pointer: `/messages/3/body`.
  public var pointer: JSONPointer {
    JSONPointer(
      tokens: steps.map { step in
        switch step {
        case .name(let name): name
        case .index(let index): String(index)
        }
      })
  }
}

extension NormalizedPath: Hashable {
  /// Whether both have the same steps; names are compared byte by byte.
  public static func == (left: NormalizedPath, right: NormalizedPath) -> Bool {
    left.steps.elementsEqual(right.steps) { left, right in
      switch (left, right) {
      case (.name(let left), .name(let right)): JSON.string(left) == .string(right)
      case (.index(let left), .index(let right)): left == right
      default: false
      }
    }
  }

  /// Feeds the steps into a hasher, in accord with `==`.
  public func hash(into hasher: inout Hasher) {
    for step in steps {
      switch step {
      case .name(let name): hasher.combine(JSON.string(name))
      case .index(let index): hasher.combine(index)
      }
    }
  }
}

extension NormalizedPath: CustomStringConvertible {
  /// The path's text, which is a valid JSONPath.
  public var description: String {
    var text = "$"
    for step in steps {
      switch step {
      case .name(let name): text += "[\(Self.quoted(name))]"
      case .index(let index): text += "[\(index)]"
      }
    }
    return text
  }

  /// The name in single quotes, with `'`, `\` and the characters below U+0020 escaped.
  static func quoted(_ name: String) -> String {
    var text = "'"
    for scalar in name.unicodeScalars {
      switch scalar {
      case "'": text += "\\'"
      case "\\": text += "\\\\"
      case "\u{8}": text += "\\b"
      case "\t": text += "\\t"
      case "\n": text += "\\n"
      case "\u{C}": text += "\\f"
      case "\r": text += "\\r"
      case "\u{0}"..."\u{F}": text += "\\u000" + String(scalar.value, radix: 16)
      case "\u{10}"..."\u{1F}": text += "\\u00" + String(scalar.value, radix: 16)
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text + "'"
  }
}
