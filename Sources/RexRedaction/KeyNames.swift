/// Names of keys whose values are secret, whole names and endings.
///
///     password     also `Password`, `user_password`, `setPassword`     (an ending)
///     pin          only `pin`, `PIN`, `p-i-n`                          (a whole name)
public struct KeyNames: Sendable, Equatable {
  private var names: Set<String>
  private var endings: [String]

  /// The keys of these names, and those that end so.
  public init(_ names: [String], endings: [String] = []) {
    self.names = Set(names.map(KeyNames.plain))
    self.endings = endings.map(KeyNames.plain)
  }

  /// No key at all.
  public static let none = KeyNames([])

  /// The usual names of passwords, tokens, keys and card data.
  public static let standard = KeyNames(
    [
      "pass", "passcode", "pin", "pincode", "otp", "jwt", "bearer", "cookie", "cookies",
      "setcookie", "credential", "credentials", "tokens", "passwords", "secrets", "cvv", "cvc",
      "cardnumber", "ssn", "iban", "auth", "authheader", "mnemonic", "seedphrase", "signature",
    ],
    endings: [
      "password", "passwd", "passphrase", "secret", "token", "apikey", "privatekey",
      "secretkey", "accesskey", "authorization", "authorisation",
    ])

  /// Whether there is no name.
  public var isEmpty: Bool { names.isEmpty && endings.isEmpty }

  /// Adds a whole name.
  public mutating func insert(_ name: String) { names.insert(KeyNames.plain(name)) }

  /// Whether the values of this key are secret.
  public func contains(_ key: String) -> Bool {
    guard !isEmpty, key.utf8.count <= KeyNames.keyBytesMax else { return false }
    let plain = KeyNames.plain(key)
    return names.contains(plain) || endings.contains { plain.hasSuffix($0) }
  }

  /// Longer keys are no names but data.
  private static let keyBytesMax = 128

  private static func plain(_ name: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(name.utf8.count)
    for byte in name.utf8 where byte != UInt8(ascii: "_") && byte != UInt8(ascii: "-") {
      bytes.append(byte.asciiLowercased)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
