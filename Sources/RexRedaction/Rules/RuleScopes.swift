import RexJSON

/// What rules say about places in a document, as small numbers.
///
///     rules       paths: ["/user/address"]              standard key names
///     document    {"user": {"address": {"city": …}, "token": …}, "items": [{"id": …}]}
///     states      0 ────▶ 1 ────────▶ 2 ─────▶ 2    1 ─────▶ 3    0 ─────▶ 4 ───▶ 4 ▶ 4
///                                     whole         named         open
///
/// A state is how secret values are here, and the progress in the patterns of paths. There are few,
/// whatever a document contains, since indices and most keys lead to the same ones.
struct RuleScopes {
  private let rules: RedactionRules
  private var states: [State] = []
  private var numbers: [State: Int32] = [:]
  /// For each state, that of an array's elements, and that of a secret value; -1 if unknown.
  private var elements: [Int32] = []
  private var secrets: [Int32] = []
  private var memo = KeyMemo()

  private struct State: Hashable {
    var secrecy = Secrecy.open
    /// The positions in each pattern of `paths` and `keyedPaths`; empty if none can match any more.
    var paths: [UInt64] = []
    var keyedPaths: [UInt64] = []
  }

  /// The state of a document without places, such as a text that contains JSON.
  static let outside: Int32 = 0
  /// The state of a whole document.
  private(set) var root: Int32 = 0

  init(_ rules: RedactionRules) {
    self.rules = rules
    _ = number(of: State())
    _ = number(of: RuleScopes.allSecret)
    var state = State(
      paths: rules.paths.map { $0.closure(of: 1) },
      keyedPaths: rules.keyedPaths.map { $0.closure(of: 1) })
    if RuleScopes.matches(state.paths, rules.paths) { state.secrecy = .whole }
    root = number(of: state)
  }

  func secrecy(of state: Int32) -> Secrecy { states[Int(state)].secrecy }

  /// Returns whether the keys of an object are secret.
  func hasSecretKeys(_ object: Int32) -> Bool {
    RuleScopes.matches(states[Int(object)].keyedPaths, rules.keyedPaths)
  }

  /// Returns what is known of a member: the state of its value, and what replaces its key.
  @inline(__always)
  func knownMember(_ key: String, of object: Int32) -> (state: Int32, shownKey: String?)? {
    memo.entry(of: key, in: object).map { ($0.state, $0.shownKey) }
  }

  /// Returns the state of a member's value.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - object: The state of the object.
  ///   - shownKey: What replaces the key; nil if it is no secret.
  mutating func addMember(_ key: String, of object: Int32, shownKey: String?) -> Int32 {
    var next = advanced(states[Int(object)]) { $0.advance($1, by: key) }
    var bytes = key
    let named = bytes.withUTF8(rules.keyNames.secrecy)
    next.secrecy = max(next.secrecy, named)
    let state = number(of: next)
    memo.insert(key, in: object, state: state, shownKey: shownKey)
    return state
  }

  mutating func element(of array: Int32) -> Int32 {
    if elements[Int(array)] < 0 {
      elements[Int(array)] = number(
        of: advanced(states[Int(array)]) { $0.advanceByIndex($1) })
    }
    return elements[Int(array)]
  }

  mutating func secret(in state: Int32) -> Int32 {
    if secrets[Int(state)] < 0 {
      var whole = states[Int(state)]
      whole.secrecy = .whole
      secrets[Int(state)] = number(of: whole)
    }
    return secrets[Int(state)]
  }

  private func advanced(
    _ state: State, by advance: (PathPattern, UInt64) -> UInt64
  ) -> State {
    var next = state
    next.paths = zip(rules.paths, state.paths).map(advance)
    next.keyedPaths = zip(rules.keyedPaths, state.keyedPaths).map(advance)
    if RuleScopes.matches(next.paths, rules.paths) { next.secrecy = .whole }
    if next.paths.allSatisfy({ $0 == 0 }) { next.paths = [] }
    if next.keyedPaths.allSatisfy({ $0 == 0 }) { next.keyedPaths = [] }
    return next
  }

  private static func matches(_ positions: [UInt64], _ patterns: [PathPattern]) -> Bool {
    zip(patterns, positions).contains { $0.isMatch($1) }
  }

  private static let statesMax = 1 << 16
  private static let allSecret = State(secrecy: .whole)

  private mutating func number(of state: State) -> Int32 {
    if let known = numbers[state] { return known }
    // With patterns of many wildcards, a hostile document could lead to too many states.
    if states.count >= RuleScopes.statesMax { return number(of: RuleScopes.allSecret) }
    let number = Int32(states.count)
    states.append(state)
    elements.append(-1)
    secrets.append(-1)
    numbers[state] = number
    return number
  }
}

/// A direct-mapped cache of the keys that were looked up last.
///
/// Keys are compared by the bytes of their `String`s, which for a long key are a pointer. The cache
/// retains its keys, so that their storage is not reused for another.
private struct KeyMemo {
  struct Entry {
    var key: String
    var object: Int32
    var state: Int32
    var shownKey: String?
  }

  private var entries = [Entry?](repeating: nil, count: KeyMemo.count)
  private static let count = 256
  /// The limit on a key that is retained.
  private static let keyBytesMax = 256

  @inline(__always)
  func entry(of key: String, in object: Int32) -> Entry? {
    guard let entry = entries[slot(of: key, in: object)], entry.object == object,
      KeyMemo.words(of: entry.key) == KeyMemo.words(of: key)
    else { return nil }
    return entry
  }

  mutating func insert(_ key: String, in object: Int32, state: Int32, shownKey: String?) {
    guard key.utf8.count <= KeyMemo.keyBytesMax else { return }
    entries[slot(of: key, in: object)] = Entry(
      key: key, object: object, state: state, shownKey: shownKey)
  }

  @inline(__always)
  private func slot(of key: String, in object: Int32) -> Int {
    let words = KeyMemo.words(of: key)
    let hash =
      (words.0 ^ words.1 &* 31 ^ UInt64(UInt32(bitPattern: object))) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: hash &>> 56)
  }

  /// Returns the bytes of a `String` value: a short text, or a pointer and a count.
  @inline(__always)
  private static func words(of key: String) -> (UInt64, UInt64) {
    withUnsafeBytes(of: key) { bytes in
      assert(bytes.count >= 12, "A string has a pointer and a count.")
      let low = bytes.loadUnaligned(as: UInt64.self)
      return (low, bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self))
    }
  }
}
