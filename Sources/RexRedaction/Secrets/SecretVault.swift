import RexJSON
import RexLocking

/// A session's secrets and their placeholders: the same secret always has the same one.
///
/// Shared by all that redact for one session, from any thread.
public final class SecretVault: Sendable {
  /// Shorter secrets are redacted where they stand, but not looked for anywhere else.
  public static let rememberedBytesMin = 6
  /// Of longer secrets, the beginning is looked for, and what follows it in a text is covered too.
  ///
  /// It bounds the memory of what looks for them: some twenty bytes for each of theirs.
  static let rememberedBytesMax = 4096

  private let mark: UInt16
  private let contents = Locked(VaultContents())

  /// An empty vault; the mark, a random number, tells its placeholders from other sessions'.
  public init(mark: UInt16 = .random(in: 0 ... .max)) { self.mark = mark }

  /// How many different secrets there are.
  public var count: Int { contents.withLock { $0.issuedCount } }

  /// How often a value was covered.
  public var coveredCount: Int { contents.withLock { $0.coveredCount } }

  /// What is looked for by now.
  var needles: NeedleIndex { contents.withLock { $0.needles } }

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
      return contents.placeholder(for: secret, mark: mark)
    }
  }

  /// The placeholder of a remembered secret, by its number.
  func placeholder(ofRemembered number: Int) -> JSON? {
    contents.withLock { contents in
      guard contents.remembered.indices.contains(number) else { return nil }
      return contents.placeholder(for: contents.remembered[number], mark: mark)
    }
  }

  /// A placeholder that no other value has, whatever it is for.
  func newPlaceholder(for secret: JSON) -> JSON {
    contents.withLock { $0.newPlaceholder(for: secret, mark: mark) ?? secret }
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

  /// Remembered secrets in a text; of one that is cut, all that follows is part.
  func matches(in text: UnsafeBufferPointer<UInt8>, work: inout Int) -> [NeedleIndex.Match] {
    contents.withLock { contents in
      var matches = contents.needles.matches(in: text, work: &work)
      guard !contents.cut.isEmpty,
        let first = matches.firstIndex(where: { contents.cut.contains($0.secret) })
      else { return matches }
      matches.removeSubrange((first + 1)...)
      matches[first].range = matches[first].range.lowerBound..<text.count
      matches[first].isWhole = false
      return matches
    }
  }
}

/// What a vault holds.
private struct VaultContents {
  var placeholders: [JSON: JSON] = [:]
  var issued: Set<JSON> = []
  var issuedCount = 0
  var coveredCount = 0
  var needles = NeedleIndex()
  /// What is looked for, by number.
  var remembered: [JSON] = []
  /// The numbers of those of which only the beginning is.
  var cut: Set<Int> = []
  var numbers: Set<JSON> = []
}

extension VaultContents {
  mutating func placeholder(for secret: JSON, mark: UInt16) -> JSON {
    if let known = placeholders[secret] {
      coveredCount += 1
      return known
    }
    guard let new = newPlaceholder(for: secret, mark: mark) else { return secret }
    placeholders[secret] = new
    return new
  }

  mutating func newPlaceholder(for secret: JSON, mark: UInt16) -> JSON? {
    guard let new = Placeholder.make(for: secret, mark: mark, number: issuedCount + 1) else {
      return nil
    }
    issuedCount += 1
    coveredCount += 1
    issued.insert(new)
    return new
  }

  mutating func remember(_ secret: JSON) {
    let text: String
    switch secret {
    case .string(let string): text = string
    case .number(let number): text = number.text
    case .null, .bool, .array, .object: return
    }
    var needles: [(text: [UInt8], number: Int)] = []
    note(text, secret, &needles)
    if let credentials = text.credentials { note(credentials, .string(credentials), &needles) }
    self.needles.add(needles, unescapedBytesMin: SecretVault.rememberedBytesMin)
  }

  private mutating func note(
    _ text: String, _ secret: JSON, _ needles: inout [(text: [UInt8], number: Int)]
  ) {
    guard text.utf8.count >= SecretVault.rememberedBytesMin,
      numbers.insert(.string(text)).inserted
    else { return }
    if text.utf8.count > SecretVault.rememberedBytesMax { cut.insert(remembered.count) }
    needles.append((Array(text.utf8.prefix(SecretVault.rememberedBytesMax)), remembered.count))
    remembered.append(secret)
  }
}

extension String {
  /// What follows the scheme of "Bearer abc", which an app takes apart: its last word.
  fileprivate var credentials: String? {
    let words = utf8.prefix(SecretVault.rememberedBytesMax).split(
      separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
    guard words.count == 2, words[0].allSatisfy({ $0.isWord }), ArraySlice(words[1]).looksRandom
    else { return nil }
    return String(Substring(words[1]))
  }
}
