/// Names of keys whose values are secret: whole names, and endings of names.
///
///     password     also `Password`, `user_password`, `setPassword`     (an ending)
///     pin          only `pin`, `PIN`, `p-i-n`                          (a whole name)
///
/// Case, `_`, `-` and spaces are ignored, and so is a number or a word such as `Confirmation` or
/// `Hash` after the name: `passwordConfirmation`, `new-password-2`. Names can be in the plural. In
/// an enum's case, other words can follow: `passwordChanged("x")`.
///
///     .standard.adding(["nickname"])     the usual names, and one of the app's own
///     .only(["nickname"])                without the usual ones
public struct KeyNames: Sendable, Equatable {
  private var ends = NameEnds()

  private init() {}

  /// No names.
  public static let none = KeyNames()

  /// Returns exactly these whole names and endings, without the standard ones.
  public static func only(_ names: [String], endings: [String] = []) -> KeyNames {
    KeyNames.none.adding(names, endings: endings)
  }

  /// Returns these names, and more whole names and endings.
  public func adding(_ names: [String], endings: [String] = []) -> KeyNames {
    var new = self
    for name in names { new.insert(name) }
    for ending in endings { new.insert(ending, .ending) }
    return new
  }

  /// Adds a whole name.
  public mutating func insert(_ name: String) { insert(name, .name) }

  /// Whether there are no names.
  public var isEmpty: Bool { ends.isEmpty }

  private mutating func insert(_ name: String, _ kind: NameEnds.Kind) {
    let isFirst = isEmpty
    ends.add(name, kind)
    // Additions only matter after a name.
    guard isFirst, !isEmpty else { return }
    for addition in SecretWords.additions { ends.add(addition, .addition) }
  }

  /// Returns whether the values of a key are secret.
  public func contains(_ key: String) -> Bool {
    var key = key
    return key.withUTF8 { secrecy(of: $0).hidesTexts }
  }

  /// Returns how much of a key's value is secret.
  func secrecy(of key: UnsafeBufferPointer<UInt8>) -> Secrecy {
    guard !isEmpty, key.count <= KeyNames.keyBytesMax else { return .open }
    let end = ends.end(of: key, upTo: key.count)
    if end.secrecy != .open { return end.secrecy }
    let nameEnd = KeyNames.endBeforeDigits(of: key)
    let shortEnd = nameEnd < key.count ? ends.end(of: key, upTo: nameEnd) : end
    if shortEnd.secrecy != .open { return shortEnd.secrecy }
    let bareSecrecy = shortEnd.addition.map { ends.end(of: key, upTo: $0).secrecy } ?? .open
    return bareSecrecy == .open ? secrecy(ofPlural: key) : bareSecrecy
  }

  /// Returns how much of a plural's value is secret; a number below one is usually a count.
  private func secrecy(ofPlural key: UnsafeBufferPointer<UInt8>) -> Secrecy {
    guard let last = key.last, last.asciiLowercased == UInt8(ascii: "s") else { return .open }
    let singular = UnsafeBufferPointer(rebasing: key.dropLast())
    let secrecy = ends.end(of: singular, upTo: singular.count).secrecy
    guard secrecy == .named else { return .open }
    if SecretWords.itemPlurals.contains(key.plainName) { return .announcedNumbers }
    return SecretWords.hasDigits(singular.plainName) ? .named : .texts
  }

  /// Returns whether a key may be a name with digits or a word after it, judging by its end.
  func mayEnd(with key: UnsafeBufferPointer<UInt8>) -> Bool { ends.mayEnd(key) }

  /// Returns the end of a key without its trailing digits; if there are only digits, keeps the
  /// first.
  private static func endBeforeDigits(of key: UnsafeBufferPointer<UInt8>) -> Int {
    var (end, first) = (key.count, key.count)
    while end > 0, key[end - 1].isDigit || !key[end - 1].countsInName {
      end -= 1
      if key[end].isDigit { first = end + 1 }
    }
    return end > 0 ? end : first
  }

  /// The limit on a key's length; longer keys are data rather than names.
  static let keyBytesMax = 128
}

extension KeyNames {
  /// The usual names of passwords, tokens, keys, sessions, accounts and card data.
  public static let standard: KeyNames = {
    var names = only(SecretWords.names, endings: SecretWords.endings)
    for name in SecretWords.ambiguous { names.insert(name, .ambiguous) }
    names.insert("pan", .card)
    return names
  }()

  /// Names of HTTP headers whose values can have several words.
  static let headers = only([], endings: SecretWords.headers)

  /// Names that are secret only in URL queries, since they have many other meanings elsewhere.
  static let urlParameters = only(
    SecretWords.urlParameters, endings: ["signature", "credential"])
}

/// Names before the end of another name or of a text.
extension KeyNames {
  /// Returns the start of the shortest name that ends before an offset; nil if there is none.
  ///
  ///     masterPassword|Changed      new API key|: x
  ///           ▲                         ▲
  ///
  /// - Parameters:
  ///   - end: The end of a word.
  ///   - key: The bytes.
  ///   - startsWord: Returns whether a word starts at an offset, as whole names have to.
  func start(
    ofNameUpTo end: Int, in key: UnsafeBufferPointer<UInt8>, startsWord: (Int) -> Bool
  ) -> Int? {
    if let start = ends.start(ofNameUpTo: end, in: key, startsWord) { return start }
    let isPlural = end > 0 && key[end - 1].asciiLowercased == UInt8(ascii: "s")
    if isPlural { return ends.start(ofNameUpTo: end - 1, in: key, startsWord) }
    var short = end
    while short > 0, key[short - 1].isDigit { short -= 1 }
    return short < end ? ends.start(ofNameUpTo: short, in: key, startsWord) : nil
  }
}

/// A trie of names, read from the last byte to the first.
private struct NameEnds: Sendable, Equatable {
  private var trie = ByteTrie()

  /// The kinds of a name, as bits of its node's value.
  enum Kind: Int32 {
    /// A whole name, which has nothing before it.
    case name = 1
    case ending = 2
    case addition = 4
    /// A whole name that also means something else.
    case ambiguous = 8
    /// A whole name of a card's number, among others.
    case card = 16
  }

  /// What a key ends with.
  struct End {
    var secrecy = Secrecy.open
    /// The offset at which an addition starts.
    var addition: Int?
  }

  var isEmpty: Bool { trie.isEmpty }

  mutating func add(_ name: String, _ kind: Kind) {
    let plain = name.utf8.filter(\.countsInName).map(\.asciiLowercased)
    guard !plain.isEmpty else { return }
    trie.update(plain.reversed()) { $0 |= kind.rawValue }
  }

  /// Returns what a key's first `count` bytes end with.
  func end(of key: UnsafeBufferPointer<UInt8>, upTo count: Int) -> End {
    var end = End()
    var node = ByteTrie.root
    var kinds: Int32 = 0
    for offset in (0..<count).reversed() where key[offset].countsInName {
      node = trie.child(of: node, key[offset].asciiLowercased)
      if node == ByteTrie.root { return end }
      kinds = trie.value(of: node)
      if kinds & Kind.ending.rawValue != 0 { end.secrecy = .named }
      if kinds & Kind.addition.rawValue != 0 { end.addition = offset }
    }
    if end.secrecy == .open { end.secrecy = NameEnds.secrecy(ofWholeName: kinds) }
    return end
  }

  private static func secrecy(ofWholeName kinds: Int32) -> Secrecy {
    if kinds & Kind.name.rawValue != 0 { return .named }
    if kinds & Kind.ambiguous.rawValue != 0 { return .texts }
    return kinds & Kind.card.rawValue != 0 ? .card : .open
  }

  /// Returns the start of the shortest name that ends before an offset.
  func start(
    ofNameUpTo end: Int, in key: UnsafeBufferPointer<UInt8>, _ startsWord: (Int) -> Bool
  ) -> Int? {
    let whole = Kind.name.rawValue | Kind.ambiguous.rawValue
    var node = ByteTrie.root
    for offset in (0..<end).reversed() where key[offset].countsInName {
      node = trie.child(of: node, key[offset].asciiLowercased)
      if node == ByteTrie.root { return nil }
      let kinds = trie.value(of: node)
      if kinds & Kind.ending.rawValue != 0 || kinds & whole != 0 && startsWord(offset) {
        return offset
      }
    }
    return nil
  }

  /// Returns whether one of the names, possibly with digits or an `s` after it, may end a key.
  func mayEnd(_ key: UnsafeBufferPointer<UInt8>) -> Bool {
    if mayEnd(key[...]) { return true }
    guard let last = key.last, last.asciiLowercased == UInt8(ascii: "s") else { return false }
    return mayEnd(key.dropLast())
  }

  private func mayEnd(_ key: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    var node = ByteTrie.root
    for byte in key.reversed() where byte.countsInName {
      if node == ByteTrie.root, byte.isDigit { return true }
      node = trie.child(of: node, byte.asciiLowercased)
      if node == ByteTrie.root { return false }
      if trie.value(of: node) != 0 { return true }
    }
    return false
  }
}

extension UInt8 {
  /// Whether the byte is significant in a key's name.
  @inline(__always)
  var countsInName: Bool {
    self != UInt8(ascii: "_") && self != UInt8(ascii: "-") && self != UInt8(ascii: " ")
  }
}
