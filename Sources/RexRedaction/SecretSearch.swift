/// Looks for given secrets in bytes, plain and in any escaping.
///
/// Escapings are JSON's and Swift's backslashes, percent and form encoding, JSON Pointer's, each
/// inside another too; base64, of which the secret may be a part; and hexadecimal.
public struct SecretSearch: Sendable {
  private let index: NeedleIndex

  /// A search for these texts; empty ones are found nowhere.
  public init(_ secrets: some Collection<String>) {
    var index = NeedleIndex()
    for (number, secret) in secrets.enumerated() { index.add(Array(secret.utf8), secret: number) }
    self.index = index
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
    for view in TextView.all(of: bytes) {
      for match in index.matches(in: view.bytes) {
        found.insert(Finding(secret: match.secret, range: view.source(of: match.range)))
      }
    }
    return found.sorted { ($0.range.lowerBound, $0.secret) < ($1.range.lowerBound, $1.secret) }
  }
}
