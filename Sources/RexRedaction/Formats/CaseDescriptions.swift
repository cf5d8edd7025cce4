/// What the name of a case announces, where an action is described rather than encoded.
extension TextScan {
  /// Returns what a case announces, in the description of its value.
  ///
  ///     passwordChanged("x")     passwordChanged(App.Entry.typed("x"))     pinEntered(1234)
  ///     passwordChanged(3, "x")  tokenReceived(Swift.Result<Swift.String, any Error>.success("x"))
  mutating func payload(_ announcement: Announcement, _ open: Int) -> Range<Int>? {
    var open = open
    let limit = min(text.count, open + TextScan.casesBytesMax)
    while open < limit {
      let start = end(of: .spaces, from: open + 1)
      let word = qualifiedName(at: start)
      guard let next = byte(at: word.upperBound) else { return nil }
      if word.isEmpty {
        return isQuote(next) || next == UInt8(ascii: "[") && hasLiteral(inGroup: word.upperBound)
          ? group(at: open) : nil
      }
      if next == UInt8(ascii: ",") || text[word.lowerBound].isDigit {
        return announcement == .numbers || hasLiteral(inGroup: open, isQuoted: true)
          ? group(at: open) : nil
      }
      let name = lastName(of: word)
      if next == UInt8(ascii: ":") {
        // A label, or a member of a struct, which goes by its own name.
        let label = String(decoding: text[name], as: UTF8.self)
        guard SecretWords.labels.contains(label) else { return nil }
        return hasLiteral(inGroup: open) ? group(at: open) : nil
      }
      guard next == UInt8(ascii: "("), isCase(name) else { return nil }
      open = word.upperBound
    }
    return nil
  }

  /// Returns the range of a name with its module, types and their arguments.
  ///
  ///     Swift.Result<Swift.String, Swift.Error>.success
  ///     App.(unknown context at $10b2c).Entry.typed
  private mutating func qualifiedName(at start: Int) -> Range<Int> {
    var end = start
    repeat {
      end = self.end(of: .dotted, from: end, atMost: TextScan.casesBytesMax)
      if let context = endOfContext(at: end) {
        end = context
      } else if byte(at: end) == UInt8(ascii: "<"), let arguments = endOfTypes(at: end) {
        end = arguments
      } else {
        break
      }
    } while end - start < TextScan.casesBytesMax
    return start..<end
  }

  /// Returns the offset after a type's arguments; nil if they have no end.
  private mutating func endOfTypes(at open: Int) -> Int? {
    let limit = min(text.count, open + TextScan.casesBytesMax)
    var (depth, offset) = (0, open)
    defer { work += offset - open }
    while offset < limit {
      let byte = text[offset]
      offset += 1
      if byte == UInt8(ascii: "<") { depth += 1 }
      if byte == UInt8(ascii: ">") { depth -= 1 }
      if depth == 0 { return offset }
    }
    return nil
  }

  /// The limit on the names of types and cases before a payload.
  private static let casesBytesMax = 128

  /// Returns the last part of a qualified name: `changed` in `App.Field.changed`.
  private func lastName(of word: Range<Int>) -> Range<Int> {
    let dot = text[word].lastIndex(of: UInt8(ascii: "."))
    return (dot.map { $0 + 1 } ?? word.lowerBound)..<word.upperBound
  }

  /// Returns whether a name in a description is that of an enum's case about the same secret.
  private func isCase(_ name: Range<Int>) -> Bool {
    let text = String(decoding: text[name], as: UTF8.self)
    if text == "Optional" { return true }
    return text.utf8.first.map { $0 == $0.asciiLowercased } == true
      && !SecretWords.isAboutOther(text)
  }
}
