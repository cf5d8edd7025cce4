/// Names of keys whose values are secret, whole names and endings.
///
///     password     also `Password`, `user_password`, `setPassword`     (an ending)
///     pin          only `pin`, `PIN`, `p-i-n`                          (a whole name)
///
/// Case, `_`, `-` and spaces do not count, nor does a number or a word such as `Confirmation` or
/// `Hash` behind the name: `passwordConfirmation`, `new-password-2`.
public struct KeyNames: Sendable, Equatable {
  private var ends = NameEnds()

  /// The keys of these names, and those that end so.
  public init(_ names: [String], endings: [String] = []) {
    for name in names { ends.add(name, .name) }
    for ending in endings { ends.add(ending, .ending) }
    // Without a name, nothing stands behind one.
    guard !isEmpty else { return }
    for addition in KeyNames.additions { ends.add(addition, .addition) }
  }

  /// No key at all.
  public static let none = KeyNames([])

  /// Whether there is no name.
  public var isEmpty: Bool { ends.isEmpty }

  /// Adds a whole name.
  public mutating func insert(_ name: String) {
    if isEmpty { self = KeyNames([name]) } else { ends.add(name, .name) }
  }

  /// Whether the values of this key are secret.
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

  /// Whether one of the names may end at a place in a text; told by its last bytes.
  func mayEnd(_ text: UnsafeBufferPointer<UInt8>, at end: Int) -> Bool {
    ends.mayEnd(text, at: end)
  }

  /// The end of a key without the digits behind its name; of digits alone, the first stays.
  private static func endBeforeDigits(of key: UnsafeBufferPointer<UInt8>) -> Int {
    var (end, first) = (key.count, key.count)
    while end > 0, key[end - 1].isDigit || !key[end - 1].countsInName {
      end -= 1
      if key[end].isDigit { first = end + 1 }
    }
    return end > 0 ? end : first
  }

  /// Whether a text is one of the names and nothing more.
  func isName(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { text in
      text.count <= KeyNames.keyBytesMax && ends.end(of: text, upTo: text.count).isWholeName
    }
  }

  /// Longer keys are no names but data.
  private static let keyBytesMax = 128
}

extension KeyNames {
  /// The usual names of passwords, tokens, keys, sessions, accounts and card data.
  public static let standard = KeyNames(
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

  /// Names of HTTP headers whose values are more than a word.
  static let headers = KeyNames(
    [], endings: ["authorization", "authorisation", "cookie", "cookies"])

  /// Names that are secret in the query of a URL alone: elsewhere they name much else.
  static let urlParameters = KeyNames(
    ["code", "sig", "key", "ticket", "assertion", "hmac"], endings: ["signature", "credential"])

  /// Words behind a name that change nothing.
  private static let additions = [
    "confirmation", "confirm", "again", "repeat", "repeated", "hash", "value", "text", "field",
    "input", "string", "data", "draft", "old", "new", "current", "plain", "raw",
  ]
}

/// Ends of names, read from the last byte to the first.
private struct NameEnds: Sendable, Equatable {
  private var trie = ByteTrie()

  /// What an end is, as the bits of its node's value.
  struct Kind: OptionSet {
    let rawValue: Int32
    /// Of a key that has nothing before it.
    static let name = Kind(rawValue: 1)
    static let ending = Kind(rawValue: 2)
    static let addition = Kind(rawValue: 4)
  }

  /// What a key ends with.
  struct End {
    /// Whether it is one of the names, or ends so.
    var isName = false
    /// Whether a name or an ending is all of it.
    var isWholeName = false
    /// Where an addition starts.
    var addition: Int?
  }

  var isEmpty: Bool { trie.isEmpty }

  mutating func add(_ name: String, _ kind: Kind) {
    let plain = name.utf8.filter(\.countsInName).map(\.asciiLowercased)
    guard !plain.isEmpty else { return }
    trie.update(plain.reversed()) { $0 |= kind.rawValue }
  }

  /// The ends that a key has up to a place.
  func end(of key: UnsafeBufferPointer<UInt8>, upTo count: Int) -> End {
    var end = End()
    var node = ByteTrie.root
    var kind: Kind = []
    for offset in (0..<count).reversed() where key[offset].countsInName {
      node = trie.child(of: node, key[offset].asciiLowercased)
      if node == ByteTrie.root { return end }
      kind = Kind(rawValue: trie.value(of: node))
      if kind.contains(.ending) { end.isName = true }
      if kind.contains(.addition) { end.addition = offset }
    }
    end.isWholeName = kind.contains(.name) || kind.contains(.ending)
    end.isName = end.isName || end.isWholeName
    return end
  }

  /// Whether an end, or a digit behind one, may stand before a place in a text.
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
  /// Whether the byte counts in a key's name.
  @inline(__always)
  fileprivate var countsInName: Bool {
    self != UInt8(ascii: "_") && self != UInt8(ascii: "-") && self != UInt8(ascii: " ")
  }
}
