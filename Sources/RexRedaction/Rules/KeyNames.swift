/// Names of keys whose values are secret: whole names, and endings of names.
///
///     password     also `Password`, `user_password`, `setPassword`     (an ending)
///     pin          only `pin`, `PIN`, `p-i-n`                          (a whole name)
///
/// Case, `_`, `-` and spaces are ignored, and so is a number or a word such as `Confirmation` or
/// `Hash` after the name: `passwordConfirmation`, `new-password-2`.
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
    for addition in KeyNames.additions { ends.add(addition, .addition) }
  }

  /// Returns whether the values of a key are secret.
  public func contains(_ key: String) -> Bool {
    var key = key
    return key.withUTF8(contains)
  }

  func contains(_ key: UnsafeBufferPointer<UInt8>) -> Bool {
    guard !isEmpty, key.count <= KeyNames.keyBytesMax else { return false }
    var end = ends.end(of: key, upTo: key.count)
    if end.isName { return true }
    let nameEnd = KeyNames.endBeforeDigits(of: key)
    if nameEnd < key.count { end = ends.end(of: key, upTo: nameEnd) }
    if end.isName { return true }
    return end.addition.map { ends.end(of: key, upTo: $0).isName } ?? false
  }

  /// Returns whether one of the names may end at an offset, judging by the last bytes.
  func mayEnd(_ text: UnsafeBufferPointer<UInt8>, at end: Int) -> Bool {
    ends.mayEnd(text, at: end)
  }

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

  /// Returns whether a text is exactly one of the names.
  func isName(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { text in
      text.count <= KeyNames.keyBytesMax && ends.end(of: text, upTo: text.count).isWholeName
    }
  }

  /// The limit on a key's length; longer keys are data rather than names.
  private static let keyBytesMax = 128
}

extension KeyNames {
  /// The usual names of passwords, tokens, keys, sessions, accounts and card data.
  public static let standard = only(
    [
      "pass", "pin", "otp", "totp", "mfa", "jwt", "bearer", "cookie", "cookies", "setcookie",
      "credential", "credentials", "tokens", "passwords", "secrets", "cvv", "cvc", "cvv2", "cvc2",
      "cardnumber", "iban", "auth", "authheader", "mnemonic", "signature", "sid",
    ],
    endings: [
      "password", "passwd", "passphrase", "passcode", "pwd", "secret", "token", "authorization",
      "authorisation", "pincode", "pinnumber", "userpin", "cardpin", "simpin", "newpin", "oldpin",
      "currentpin", "confirmpin", "loginpin", "devicepin", "securitypin", "otpcode", "totpcode",
      "mfacode", "twofactorcode", "verificationcode", "onetimecode", "onetimepassword",
      "recoverycode", "recoverycodes", "backupcode", "backupcodes", "secretanswer",
      "securityanswer", "sessionid", "sessionkey", "sessioncookie", "authcode",
      "authorizationcode", "apikey", "privatekey", "secretkey", "accesskey", "encryptionkey",
      "decryptionkey", "signingkey", "masterkey", "seedphrase", "recoveryphrase", "accountnumber",
      "accountno", "creditcardnumber", "creditcard", "securitycode", "ssn", "socialsecurity",
      "socialsecuritynumber", "socialsecurityno",
    ])

  /// Names of HTTP headers whose values can have several words.
  static let headers = only(
    [], endings: ["authorization", "authorisation", "cookie", "cookies"])

  /// Names that are secret only in URL queries, since they have many other meanings elsewhere.
  static let urlParameters = only(
    ["code", "sig", "key", "ticket", "assertion", "hmac"], endings: ["signature", "credential"])

  /// Words that are ignored after a name.
  private static let additions = [
    "confirmation", "confirm", "again", "repeat", "repeated", "hash", "value", "text", "field",
    "input", "string", "data", "draft", "old", "new", "current", "plain", "raw",
  ]
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
  }

  /// What a key ends with.
  struct End {
    /// Whether it is a whole name or an ending.
    var isName = false
    /// Whether the whole key is a name or an ending.
    var isWholeName = false
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
      if kinds & Kind.ending.rawValue != 0 { end.isName = true }
      if kinds & Kind.addition.rawValue != 0 { end.addition = offset }
    }
    end.isWholeName = kinds & (Kind.name.rawValue | Kind.ending.rawValue) != 0
    end.isName = end.isName || end.isWholeName
    return end
  }

  /// Returns whether a name, possibly with digits after it, may end at an offset.
  func mayEnd(_ text: UnsafeBufferPointer<UInt8>, at end: Int) -> Bool {
    var node = ByteTrie.root
    var offset = end
    while offset > 0 {
      offset &-= 1
      let byte = text[offset]
      guard byte.countsInName else { continue }
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
  fileprivate var countsInName: Bool {
    self != UInt8(ascii: "_") && self != UInt8(ascii: "-") && self != UInt8(ascii: " ")
  }
}
