import RexJSON
import RexLocking

/// A session's secrets and their placeholders: the same secret always has the same one.
///
/// Shared by all that redact for one session, from any thread.
public final class SecretVault: Sendable {
  /// Shorter secrets are redacted where they stand, but not looked for anywhere else.
  public static let rememberedBytesMin = 6

  private let mark: UInt16
  private let contents = Locked(Contents())

  fileprivate struct Contents {
    var placeholders: [JSON: JSON] = [:]
    var issued: Set<JSON> = []
    var needles = NeedleIndex()
    var remembered: Set<JSON> = []
    var coveredCount = 0
  }

  /// An empty vault; the mark, a random number, tells its placeholders from other sessions'.
  public init(mark: UInt16 = .random(in: 0 ... .max)) { self.mark = mark }

  /// How many different secrets there are.
  public var count: Int { contents.withLock { $0.placeholders.count } }

  /// How often a value was covered.
  public var coveredCount: Int { contents.withLock { $0.coveredCount } }

  /// The vault that encoders on this thread fill; see `Secret`.
  @TaskLocal static var current: SecretVault?

  /// Runs a body in which every `Secret` is encoded as its placeholder.
  public func whileEncoding<Result>(_ body: () throws -> Result) rethrows -> Result {
    try SecretVault.$current.withValue(self) { try body() }
  }

  /// The placeholder of a text or a number; any other value as it is.
  ///
  /// A remembered secret is found from now on wherever it turns up.
  func placeholder(for secret: JSON, isRemembered: Bool = true) -> JSON {
    contents.withLock { contents in
      if isRemembered { contents.remember(secret) }
      if let known = contents.placeholders[secret] {
        contents.coveredCount += 1
        return known
      }
      let number = contents.placeholders.count + 1
      guard let new = Placeholder.make(for: secret, mark: mark, number: number) else {
        return secret
      }
      contents.placeholders[secret] = new
      contents.issued.insert(new)
      contents.coveredCount += 1
      return new
    }
  }

  /// The placeholder that a value already has.
  func existingPlaceholder(for secret: JSON) -> JSON? {
    contents.withLock { $0.placeholders[secret] }
  }

  /// Counts a value that is covered by other means.
  func countCovered() { contents.withLock { $0.coveredCount += 1 } }

  /// Whether a value is one of this vault's placeholders.
  func hasIssued(_ value: JSON) -> Bool {
    contents.withLock { $0.issued.contains(value) }
  }

  /// Remembered secrets in a text, in any of their forms.
  func matches(in text: [UInt8]) -> [NeedleIndex.Match] {
    contents.withLock { $0.needles.matches(in: text) }
  }
}

extension SecretVault.Contents {
  mutating func remember(_ secret: JSON) {
    let text: String
    switch secret {
    case .string(let string): text = string
    case .number(let number): text = number.text
    case .null, .bool, .array, .object: return
    }
    let bytes = Array(text.utf8)
    guard bytes.count >= SecretVault.rememberedBytesMin,
      remembered.insert(.string(text)).inserted
    else { return }
    needles.add(bytes, secret: remembered.count)
    // "Bearer abc" is often taken apart: what follows the scheme is the secret.
    if let space = bytes.firstIndex(of: UInt8(ascii: " ")), bytes[..<space].allSatisfy(\.isLetter),
      ["bearer", "basic", "token"].contains(
        String(decoding: bytes[..<space], as: UTF8.self).lowercased())
    {
      remember(.string(String(decoding: bytes[(space + 1)...], as: UTF8.self)))
    }
  }
}
