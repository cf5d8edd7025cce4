package import RexDiff
package import RexJSON

/// Replaces each text that is too long by a marker with its size and a fingerprint.
///
///     a text of 1,048,577 bytes  ▶  "left out: 1048577 bytes, fingerprint 5a9a2baf33e86483"
///
/// Keys are replaced, too. A marker depends only on its text, so a shortened patch leads from one
/// shortened state to the next.
package struct TextLimit: Sendable {
  /// The limit on a text's length, in UTF-8 bytes.
  package let bytesMax: Int
  private let count: (@Sendable () -> Void)?

  /// The lowest limit: about a marker's length, and more than any array index in a path.
  package static let bytesMaxMin = 64

  /// Creates a limit; values below `bytesMaxMin` are raised to it.
  ///
  /// - Parameters:
  ///   - bytesMax: The limit, in UTF-8 bytes.
  ///   - count: Called for each text that is replaced.
  package init(bytesMax: Int, count: (@Sendable () -> Void)? = nil) {
    self.bytesMax = max(bytesMax, TextLimit.bytesMaxMin)
    self.count = count
  }

  /// Returns a text, or its marker if it is too long.
  package func limited(_ text: String) -> String {
    let byteCount = text.utf8.count
    guard byteCount > bytesMax else { return text }
    count?()
    return "\(TextLimit.start)\(byteCount)\(TextLimit.middle)\(text.utf8.fingerprint)"
  }

  /// Returns a document with each text and key within the limit.
  package func limited(_ document: JSON) -> JSON {
    switch document {
    case .null, .bool, .number: return document
    case .string(let text): return .string(limited(text))
    case .array(let elements): return .array(elements.map(limited))
    case .object(let members):
      var object = JSONObject()
      for (key, value) in members { object[limited(key)] = limited(value) }
      return .object(object)
    }
  }

  /// Returns a patch with each text and key within the limit.
  package func limited(_ patch: JSONPatch) -> JSONPatch {
    JSONPatch(patch.operations.map(limited))
  }

  private func limited(_ operation: JSONPatch.Operation) -> JSONPatch.Operation {
    switch operation {
    case .add(let path, let value): .add(limited(path), limited(value))
    case .replace(let path, let value): .replace(limited(path), limited(value))
    case .test(let path, let value): .test(limited(path), limited(value))
    case .remove(let path): .remove(limited(path))
    case .move(let from, let path): .move(from: limited(from), path: limited(path))
    case .copy(let from, let path): .copy(from: limited(from), path: limited(path))
    }
  }

  private func limited(_ pointer: JSONPointer) -> JSONPointer {
    JSONPointer(tokens: pointer.tokens.map(limited))
  }
}

extension TextLimit {
  private static let start = "left out: "
  private static let middle = " bytes, fingerprint "

  /// Returns whether a text is a marker.
  static func isMarker(_ text: String) -> Bool {
    let bytes = text.utf8
    guard bytes.starts(with: start.utf8) else { return false }
    let rest = bytes.dropFirst(start.utf8.count)
    let digits = rest.prefix(while: \.isDigit)
    let fingerprint = rest.dropFirst(digits.count + middle.utf8.count)
    return (1...19).contains(digits.count)
      && rest.dropFirst(digits.count).starts(with: middle.utf8)
      && fingerprint.count == 16 && fingerprint.allSatisfy { $0.hexValue != nil }
  }
}
