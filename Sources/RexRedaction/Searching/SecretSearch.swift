/// Looks for given secrets in bytes, plain and in any escaping.
///
/// Escapings are JSON's and Swift's backslashes, percent and form encoding, JSON Pointer's, each
/// inside another too; base64, of which the secret may be a part; and hexadecimal.
public struct SecretSearch: Sendable {
  private var index = NeedleIndex()

  /// A search for these texts; empty ones are found nowhere.
  public init(_ secrets: some Collection<String>) {
    index.add(secrets.enumerated().map { (text: Array($0.element.utf8), number: $0.offset) })
  }

  /// A secret that was found: which one, and where in the bytes.
  public struct Finding: Sendable, Hashable {
    /// The secret's place in the collection.
    public var secret: Int
    /// Where it stands.
    public var range: Range<Int>
  }

  /// Where secrets stand in bytes, from left to right, each place once.
  public func findings(in bytes: [UInt8]) -> [Finding] {
    guard !index.isEmpty else { return [] }
    var found: Set<Finding> = []
    look(in: bytes, for: &found) { $0 }
    if let read = bytes.withUnsafeBufferPointer({ UnescapedText($0) }) {
      look(in: read.bytes, for: &found, source: read.source)
    }
    return found.sorted { ($0.range.lowerBound, $0.secret) < ($1.range.lowerBound, $1.secret) }
  }

  private func look(
    in bytes: [UInt8], for found: inout Set<Finding>, source: (Range<Int>) -> Range<Int>
  ) {
    let readings = bytes.contains(UInt8(ascii: "+")) ? [bytes, bytes.readingPlus] : [bytes]
    var work = 0
    for bytes in readings {
      let matches = bytes.withUnsafeBufferPointer { index.matches(in: $0, work: &work) }
      for match in matches {
        found.insert(Finding(secret: match.secret, range: source(match.range)))
      }
    }
  }
}
