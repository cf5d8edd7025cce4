/// Names of keys whose values are secret, whole names and endings.
///
///     password     also `Password`, `user_password`, `setPassword`     (an ending)
///     pin          only `pin`, `PIN`, `p-i-n`                          (a whole name)
///
/// Case, `_`, `-` and spaces do not count, nor does a number or a word such as `Confirmation` or
/// `Hash` behind the name: `passwordConfirmation`, `new-password-2`.
public struct KeyNames: Sendable, Equatable {
  private var names = NameEnds()

  /// The keys of these names, and those that end so.
  public init(_ names: [String], endings: [String] = []) {
    for name in names { self.names.add(name, isWhole: true) }
    for ending in endings { self.names.add(ending, isWhole: false) }
  }

  /// No key at all.
  public static let none = KeyNames([])

  /// Whether there is no name.
  public var isEmpty: Bool { names.isEmpty }

  /// Adds a whole name.
  public mutating func insert(_ name: String) { names.add(name, isWhole: true) }

  /// Whether the values of this key are secret.
  public func contains(_ key: String) -> Bool {
    key.utf8.withContiguousStorageIfAvailable(contains) ?? contains(Array(key.utf8))
  }

  func contains(_ key: some BidirectionalCollection<UInt8>) -> Bool {
    guard !isEmpty, key.count <= KeyNames.keyBytesMax else { return false }
    guard names.mayEnd(key) || KeyNames.additions.mayEnd(key) || key.last?.isDigit == true else {
      return false
    }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: KeyNames.keyBytesMax) { plain in
      var count = 0
      for case let byte? in key.lazy.map(\.plainInName) {
        plain.initializeElement(at: count, to: byte)
        count += 1
      }
      return isNamed(UnsafeBufferPointer(rebasing: plain[..<count]))
    }
  }

  private func isNamed(_ plain: UnsafeBufferPointer<UInt8>) -> Bool {
    if names.hasEnd(of: plain[...]) { return true }
    guard let last = plain.lastIndex(where: { !$0.isDigit }) ?? plain.indices.first else {
      return false
    }
    let name = plain[...last]
    if names.hasEnd(of: name) { return true }
    let addition = KeyNames.additions.end(of: name)
    return addition > 0 && names.hasEnd(of: name.dropLast(addition))
  }

  /// Whether a text is one of the names and nothing more.
  func isName(_ text: String) -> Bool {
    text.utf8.count <= KeyNames.keyBytesMax && names.has(text.utf8.compactMap(\.plainInName))
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
  private static let additions = NameEnds([
    "confirmation", "confirm", "again", "repeat", "repeated", "hash", "value", "text", "field",
    "input", "string", "data", "draft", "old", "new", "current", "plain", "raw",
  ])
}

/// Ends of names, looked up by their last two letters.
private struct NameEnds: Sendable, Equatable {
  private var ends: [End] = []
  /// The places in `ends`, by the hash of a name's last two letters; nothing where none ends so.
  private var places: [[Int]] = []
  /// By the last letter, a bit for each that stands before it in some end.
  private var pairs: [UInt32] = []

  private struct End: Equatable {
    var bytes: [UInt8]
    var isWhole: Bool

    func isEnd(of plain: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
      let start = plain.endIndex - bytes.count
      guard isWhole ? start == plain.startIndex : start >= plain.startIndex else { return false }
      for offset in bytes.indices where bytes[offset] != plain[start + offset] { return false }
      return true
    }
  }

  init(_ endings: [String] = []) {
    for ending in endings { add(ending, isWhole: false) }
  }

  var isEmpty: Bool { ends.isEmpty }

  mutating func add(_ name: String, isWhole: Bool) {
    let plain = name.utf8.compactMap(\.plainInName)
    guard let last = plain.last, !ends.contains(.init(bytes: plain, isWhole: false)) else { return }
    if places.isEmpty {
      places = [[Int]](repeating: [], count: 32 * 32)
      pairs = [UInt32](repeating: 0, count: 32)
    }
    ends.append(End(bytes: plain, isWhole: isWhole))
    if plain.count > 1 || isWhole {
      add(last, plain.dropLast().last ?? 0)
    } else {
      for before in 0..<32 as Range<UInt8> { add(last, before) }
    }
  }

  private mutating func add(_ last: UInt8, _ before: UInt8) {
    places[NameEnds.place(last, before)].append(ends.count - 1)
    pairs[Int(last & 31)] |= 1 << UInt32(before & 31)
  }

  private static func place(_ last: UInt8, _ before: UInt8) -> Int {
    Int(last & 31) << 5 | Int(before & 31)
  }

  /// Whether a key may have one of the ends.
  func mayEnd(_ key: some BidirectionalCollection<UInt8>) -> Bool {
    guard !isEmpty else { return false }
    var last: UInt8?
    var index = key.endIndex
    while index > key.startIndex {
      key.formIndex(before: &index)
      guard let byte = key[index].plainInName else { continue }
      if let last { return hasPair(last, byte) }
      last = byte
    }
    return last.map { hasPair($0, 0) } ?? false
  }

  private func hasPair(_ last: UInt8, _ before: UInt8) -> Bool {
    pairs[Int(last & 31)] &>> UInt32(before & 31) & 1 == 1
  }

  /// Whether a plain name is one of the ends as a whole.
  func has(_ plain: [UInt8]) -> Bool { ends.contains { $0.bytes == plain } }

  func hasEnd(of plain: Slice<UnsafeBufferPointer<UInt8>>) -> Bool { end(of: plain) > 0 }

  /// How many bytes of a plain name are one of the ends.
  func end(of plain: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
    guard let last = plain.last, !isEmpty else { return 0 }
    let before = plain.count > 1 ? plain[plain.endIndex - 2] : 0
    guard hasPair(last, before) else { return 0 }
    for place in places[NameEnds.place(last, before)] where ends[place].isEnd(of: plain) {
      return ends[place].bytes.count
    }
    return 0
  }
}

extension UInt8 {
  /// The byte as it counts in a key's name; nil for what does not count.
  fileprivate var plainInName: UInt8? {
    self == UInt8(ascii: "_") || self == UInt8(ascii: "-") || self == UInt8(ascii: " ")
      ? nil : asciiLowercased
  }
}
