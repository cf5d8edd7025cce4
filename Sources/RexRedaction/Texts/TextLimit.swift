public import RexDiff
public import RexJSON

/// Puts a marker in the place of each text that is too long: its size, and a fingerprint.
///
///     a text of 1,048,577 bytes  ▶  "left out: 1048577 bytes, fingerprint 5a9a2baf33e86483"
///
/// Equal texts have equal markers, keys among them. What is shown of a text depends on nothing but
/// the text, so a shown patch leads from the shown state to the shown state.
public struct TextLimit: Sendable {
  /// The longest texts that are shown, in bytes of UTF-8.
  public let bytesMax: Int
  private let count: (@Sendable () -> Void)?

  /// A marker is about as long; and no index of an array, which may stand where a key does, is.
  public static let bytesMaxMin = 64

  /// A limit of so many bytes, or of `bytesMaxMin` if that is more.
  ///
  /// `count` is called for each text that is left out.
  public init(bytesMax: Int, count: (@Sendable () -> Void)? = nil) {
    self.bytesMax = max(bytesMax, TextLimit.bytesMaxMin)
    self.count = count
  }

  /// A text, or the marker of one that is too long.
  public func shown(_ text: String) -> String {
    let byteCount = text.utf8.count
    guard byteCount > bytesMax else { return text }
    count?()
    return "\(TextLimit.start)\(byteCount)\(TextLimit.middle)\(text.utf8.fingerprint)"
  }

  /// A document, each text and key in it within the limit.
  public func shown(_ document: JSON) -> JSON {
    switch document {
    case .null, .bool, .number: return document
    case .string(let text): return .string(shown(text))
    case .array(let elements): return .array(elements.map(shown))
    case .object(let members):
      var object = JSONObject()
      for (key, value) in members { object[shown(key)] = shown(value) }
      return .object(object)
    }
  }

  /// The patch from the shown state to the shown state.
  public func shown(_ patch: JSONPatch) -> JSONPatch {
    JSONPatch(patch.operations.map(shown))
  }

  private func shown(_ operation: JSONPatch.Operation) -> JSONPatch.Operation {
    switch operation {
    case .add(let path, let value): .add(shown(path), shown(value))
    case .replace(let path, let value): .replace(shown(path), shown(value))
    case .test(let path, let value): .test(shown(path), shown(value))
    case .remove(let path): .remove(shown(path))
    case .move(let from, let path): .move(from: shown(from), path: shown(path))
    case .copy(let from, let path): .copy(from: shown(from), path: shown(path))
    }
  }

  private func shown(_ pointer: JSONPointer) -> JSONPointer {
    JSONPointer(tokens: pointer.tokens.map(shown))
  }
}

extension TextLimit {
  private static let start = "left out: "
  private static let middle = " bytes, fingerprint "

  /// Whether a text is a marker.
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
