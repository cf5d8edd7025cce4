import RexDiff
import RexJSON

extension MigrationAdvice {
  /// The migration as lines of Swift source to paste; empty if there is no advice.
  ///
  /// Text from the log appears only in escaped literals and, if it is plain, in placeholders.
  ///
  /// - Parameter version: the version of the app that recorded the log.
  public func swift(after version: String?) -> [String] {
    if isEmpty { return [] }
    let version = version.flatMap { $0.isPlain ? ", after \($0)" : nil } ?? ""
    let head = "before: <#version\(version)#>"
    let parts = [("state", state), ("action", action)].filter { !$0.1.isEmpty }
    let short = parts.map { "\($0.0): [" + $0.1.map(\.swift).joined(separator: ", ") + "]" }
    let line = "Migration(" + ([head] + short).joined(separator: ", ") + ")"
    if line.utf8.count <= 100 { return [line] }
    var lines = ["Migration(", "  \(head),"]
    for (index, (name, operations)) in parts.enumerated() {
      lines.append("  \(name): [")
      lines += operations.map { "    \($0.swift)," }
      lines.append(index == parts.count - 1 ? "  ])" : "  ],")
    }
    return lines
  }
}

extension MigrationAdvice.Operation {
  /// The operation as a Swift expression.
  public var swift: String {
    switch self {
    case .setDefault(let path, let value):
      ".default(\(path.swift), \(value?.swift ?? "<#value#>"))"
    case .rename(let path, let key):
      ".rename(\(path.swift), to: \(path.renamed(key).swift))"
    case .renameCase(let name, let newName, let path):
      ".renameCase(\(name.swiftLiteral), to: \(newName?.swiftLiteral ?? "<#name#>")"
        + (path.tokens.isEmpty ? ")" : ", at: \(path.swift))")
    }
  }
}

extension AdvisedPath {
  fileprivate var swift: String { description.swiftLiteral }
}

extension String {
  /// The text as a Swift literal, in printable ASCII.
  package var swiftLiteral: String {
    let isPrintable = unicodeScalars.allSatisfy { (" "..."~").contains($0) }
    guard isPrintable, !contains("#") else {
      let escaped = unicodeScalars.map { scalar in
        switch scalar {
        case "\"", "\\": "\\\(scalar)"
        case " "..."~": String(scalar)
        default: "\\u{\(String(scalar.value, radix: 16))}"
        }
      }
      return "\"\(escaped.joined())\""
    }
    return contains { $0 == "\"" || $0 == "\\" } ? "#\"\(self)\"#" : "\"\(self)\""
  }

  /// Whether the text can appear in an editor placeholder: a short version.
  fileprivate var isPlain: Bool {
    (1...64).contains(utf8.count)
      && utf8.allSatisfy { byte in
        0x30...0x39 ~= byte || 0x41...0x5A ~= byte || 0x61...0x7A ~= byte
          || "/*.-_+".utf8.contains(byte)
      }
  }
}

extension JSON {
  /// The document as a Swift literal; nil if it is too long or has none.
  fileprivate var swift: String? {
    byteCount(atMost: 80) == nil ? nil : literal
  }

  private var literal: String? {
    switch self {
    case .null: return "nil"
    case .bool(let value): return value ? "true" : "false"
    case .string(let text): return text.swiftLiteral
    case .number(let number):
      let isWhole = number.exactly(Int64.self).map { String($0) == number.text } ?? false
      return isWhole || number.text.wholeMatch(of: #/-?\d{1,9}\.\d{1,9}/#) != nil
        ? number.text : nil
    case .array(let elements):
      let literals = elements.compactMap(\.literal)
      guard literals.count == elements.count else { return nil }
      return "[" + literals.joined(separator: ", ") + "]"
    case .object(let members):
      let literals = members.compactMap { key, value in
        value.literal.map { "\(key.swiftLiteral): \($0)" }
      }
      guard literals.count == members.count else { return nil }
      return literals.isEmpty ? "[:]" : "[" + literals.joined(separator: ", ") + "]"
    }
  }
}
