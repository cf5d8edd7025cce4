/// What the name of an enum's case says of its payload.
///
///     passwordChanged     texts       loginCase     nothing
///     pinDigitTapped      numbers     pinMessage    nothing secret
enum Announcement: Hashable {
  case nothing
  /// Something else than a secret, even below a case that announces one.
  case noSecret
  case texts
  /// A text that can have the form of an item's id, as a session's can.
  case ids
  /// A secret of digits.
  case numbers

  /// How much of a payload is secret.
  var secrecy: Secrecy {
    switch self {
    case .nothing, .noSecret: .open
    case .texts: .announced
    case .ids: .texts
    case .numbers: .announcedNumbers
    }
  }
}

extension KeyNames {
  /// Returns what the name of a case announces: the name of a secret, with other words around it.
  func announcement(of name: UnsafeBufferPointer<UInt8>) -> Announcement {
    guard !isEmpty, name.count <= KeyNames.keyBytesMax else { return .nothing }
    var announcement = Announcement.nothing
    // Names that announce no secret are told apart without splitting them.
    for end in 1..<(name.count + 1) where name.endsWord(at: end) {
      guard
        let start = start(ofNameUpTo: end, in: name, startsWord: { name.mayStart($0, upTo: end) })
      else { continue }
      let found = CaseName(name, secret: start..<end).announcement
      if found.secrecy != .open { return found }
      announcement = found
    }
    return announcement
  }

  /// Returns whether a text is the name of a secret, as a key or as a case.
  func secrecy(ofName text: UnsafeBufferPointer<UInt8>) -> Secrecy {
    if isEmpty || text.count > KeyNames.keyBytesMax || text.isNumbered { return .open }
    let secrecy = secrecy(of: text)
    if secrecy.hidesTexts || text.has(UInt8(ascii: " ")) { return secrecy }
    switch announcement(of: text) {
    case .nothing, .noSecret: return .open
    case .texts, .ids: return .texts
    case .numbers: return .named
    }
  }
}

/// The words of a case's name around the name of a secret.
private struct CaseName {
  /// The secret's name, in the singular.
  let secret: String
  let before: [String]
  let after: [String]

  init(_ name: UnsafeBufferPointer<UInt8>, secret: Range<Int>) {
    let plain = UnsafeBufferPointer(rebasing: name[secret]).plainName
    let isPlural = plain.hasSuffix("s") && !plain.hasSuffix("ss")
    self.secret = isPlural ? String(plain.dropLast()) : plain
    before = name.words(in: 0..<secret.lowerBound)
    after = name.words(in: secret.upperBound..<name.count)
  }

  var announcement: Announcement {
    if after.contains(where: SecretWords.subjects.contains) || isOther { return .noSecret }
    if let place = after.firstIndex(where: SecretWords.places.contains),
      !after[place...].contains(where: SecretWords.placeEntries.contains)
    {
      return .noSecret
    }
    if SecretWords.uncertain.contains(secret), !isEvent { return .noSecret }
    if SecretWords.hasDigits(secret) || after.contains(where: { $0 == "digit" || $0 == "digits" }) {
      return .numbers
    }
    return secret.hasSuffix("id") || secret.hasSuffix("key") ? .ids : .texts
  }

  private var isOther: Bool {
    guard let last = before.last else { return false }
    return SecretWords.others[secret]?.contains(last) ?? false
  }

  /// Whether all words after the secret's name are what happened to it, or where it was entered.
  private var isEvent: Bool {
    let hasEntry = after.contains(where: SecretWords.entries.contains)
    let isThing = SecretWords.things.contains(secret)
    return after.allSatisfy { word in
      if SecretWords.itemEvents.contains(word) { return hasEntry }
      if isThing, SecretWords.thingEvents.contains(word) { return hasEntry }
      if SecretWords.entries.contains(word) || SecretWords.places.contains(word)
        || word.utf8.allSatisfy(\.isDigit)
      {
        return true
      }
      return (word.hasSuffix("ed") || word.hasSuffix("ing"))
        && !SecretWords.notParticiples.contains(word)
    }
  }
}

extension SecretWords {
  /// Returns whether the name of a case says that it is about something else than a secret.
  static func isAboutOther(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { $0.words(in: $0.indices) }
      .contains { subjects.contains($0) || places.contains($0) }
  }

  /// Returns whether the secrets of a name are digits.
  static func hasDigits(_ name: String) -> Bool { digits.contains(where: name.hasSuffix) }
}

/// The words of a name.
///
///     did|Enter|PIN|Code      API|Keys|Loaded      PASSWORD|_CHANGED      otp2|Changed
extension UnsafeBufferPointer<UInt8> {
  /// The bytes in lower case, without `_`, `-` and spaces.
  var plainName: String {
    String(decoding: filter(\.countsInName).map(\.asciiLowercased), as: UTF8.self)
  }

  /// Whether the bytes end with a separate number, as an item's id: `pin-17`.
  fileprivate var isNumbered: Bool {
    guard let last = last(where: { !$0.isDigit }) else { return true }
    return self[count - 1].isDigit && !last.isInWord
  }

  /// Returns the words in a range, in lower case.
  fileprivate func words(in range: Range<Int>) -> [String] {
    var words: [String] = []
    var start = range.lowerBound
    for end in range where endsWord(at: end + 1) || end + 1 == range.upperBound {
      while start <= end, !self[start].isInWord { start += 1 }
      let word = UnsafeBufferPointer(rebasing: self[start..<(end + 1)]).plainName
      if !word.isEmpty { words.append(word) }
      start = end + 1
    }
    return words
  }

  fileprivate func endsWord(at end: Int) -> Bool {
    self[end - 1].isInWord && (end == count || !self[end].isInWord || startsWord(at: end))
  }

  /// Whether the name of a secret can start at an offset; some only at the beginning.
  fileprivate func mayStart(_ start: Int, upTo end: Int) -> Bool {
    guard startsWord(at: start) else { return false }
    return start == 0
      || !SecretWords.first.contains(UnsafeBufferPointer(rebasing: self[start..<end]).plainName)
  }

  private func startsWord(at offset: Int) -> Bool {
    guard offset > 0 else { return true }
    let (before, byte) = (self[offset - 1], self[offset])
    if !before.isInWord || !byte.isInWord { return byte.isInWord }
    guard byte.isCapital else { return false }
    if !before.isCapital { return true }
    // The last capital of several starts the next word, but not before a plural's `s`: `API|Key`.
    guard offset + 1 < count, self[offset + 1].isSmall else { return false }
    return self[offset + 1] != UInt8(ascii: "s")
      || offset + 2 < count && self[offset + 2].isSmall
  }
}

extension UInt8 {
  /// Whether the byte is part of a word: a letter, a digit, or not ASCII.
  fileprivate var isInWord: Bool { isLetterOrDigit || self >= 128 }
  fileprivate var isCapital: Bool { self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z") }
  fileprivate var isSmall: Bool { isLetter && !isCapital }
}
