import RexJSON

/// A part of a text, and what is to stand there instead.
struct TextCover {
  var range: Range<Int>
  var placeholder: String
}

extension Redactor {
  /// The parts of a text that are secret, from left to right, none touching another.
  func covers(of text: [UInt8]) -> [TextCover] {
    let found = findings(in: text)
    guard !found.isEmpty else { return [] }
    return merged(found).compactMap { item in
      if Placeholder.isPlaceholder(item.text) { return nil }
      let secret = JSON.string(item.text)
      let shown = vault.placeholder(for: secret, isRemembered: item.isRemembered)
      return shown.string.map { TextCover(range: item.range, placeholder: $0) }
    }
  }

  /// Whether any part of a text is secret.
  func holdsSecret(_ text: [UInt8]) -> Bool { !findings(in: text).isEmpty }

  private func findings(in text: [UInt8]) -> [Found] {
    guard text.count >= Redactor.textBytesMin else { return [] }
    var found: [Found] = []
    for view in TextView.all(of: text) {
      found += shapeFindings(in: view) + rememberedFindings(in: view)
    }
    return found
  }

  /// No secret in a text is shorter.
  private static let textBytesMin = 4

  private struct Found {
    var range: Range<Int>
    var text: String
    var isRemembered: Bool
  }

  private func shapeFindings(in view: TextView) -> [Found] {
    shapes.findings(in: view.bytes).compactMap { finding in
      let text = String(decoding: view.bytes[finding.range], as: UTF8.self)
      return Found(
        range: view.source(of: finding.range), text: text, isRemembered: finding.isRemembered)
    }
  }

  private func rememberedFindings(in view: TextView) -> [Found] {
    vault.matches(in: view.bytes).map { match in
      let range = match.form == .plain ? match.range : view.bytes.run(around: match.range)
      return Found(
        range: view.source(of: range), text: String(decoding: view.bytes[range], as: UTF8.self),
        isRemembered: match.form == .plain)
    }
  }

  /// Overlapping findings become one; a finding that holds another stands for it.
  private func merged(_ found: [Found]) -> [Found] {
    let sorted = found.enumerated().sorted {
      ($0.element.range.lowerBound, -$0.element.range.upperBound, $0.offset)
        < ($1.element.range.lowerBound, -$1.element.range.upperBound, $1.offset)
    }.map(\.element)
    var merged: [Found] = []
    for item in sorted {
      guard let last = merged.last, item.range.lowerBound < last.range.upperBound else {
        merged.append(item)
        continue
      }
      guard item.range.upperBound > last.range.upperBound else { continue }
      merged[merged.count - 1].range = last.range.lowerBound..<item.range.upperBound
      merged[merged.count - 1].text = last.text + item.text
      merged[merged.count - 1].isRemembered = false
    }
    return merged
  }
}

extension [UInt8] {
  /// The whole run of base64 that some of it stands in.
  fileprivate func run(around range: Range<Int>) -> Range<Int> {
    let start = self[..<range.lowerBound].lastIndex { !$0.isBase64 }.map { $0 + 1 } ?? 0
    let end = self[range.upperBound...].firstIndex { !$0.isBase64 } ?? count
    return start..<end
  }
}
