extension StringProtocol {
  /// The text with control and invisible characters as escapes, such as `\u001b` or `\n`.
  ///
  /// The escapes are those of JSON, so a JSON text stays valid.
  package var escapedForDisplay: String {
    if utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return String(self) }
    var shown = ""
    for scalar in unicodeScalars {
      if scalar.isShown {
        shown.unicodeScalars.append(scalar)
      } else {
        shown += scalar.escape
      }
    }
    return shown
  }
}

extension Unicode.Scalar {
  /// Whether a terminal displays the character without interpreting it, joiners in emoji included.
  fileprivate var isShown: Bool {
    if isASCII { return value >= 0x20 && value < 0x7F }
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse:
      return false
    case .format: return value == 0x200D || value == 0x200C
    default: return true
    }
  }

  fileprivate var escape: String {
    switch self {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default:
      UTF16.encode(self).map { units in
        units.map { "\\u" + String($0, radix: 16).zeroPadded(to: 4) }.joined()
      } ?? ""
    }
  }
}
