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
///
/// The name of an enum's case can announce a secret, which is what is directly in its payload:
///
///     {"passwordChanged": {"_0": {"typed": {"_0": "x"}}}}
///      name                payload name     payload: secret
///     {"passwordChanged": {"_0": {"site": "x"}}}
///      name                payload member
struct RuleScopes {
  private let rules: RedactionRules
  private var states: [State] = []
  /// For each state, how secret a text or number here is.
  private var secrecies: [Secrecy] = []
  /// For each state, whether a text here can be the name of a value beside it.
  private var areNames: [Bool] = []
  private var numbers: [State: Int32] = [:]
  /// For each state, that of an array's elements, and that of a secret value; -1 if unknown.
  private var elements: [Int32] = []
  private var secrets: [Int32] = []
  private var memo = KeyMemo()

  fileprivate struct State: Hashable {
    /// How secret everything here is.
    var secrecy = Secrecy.open
    /// What the name of a case announces.
    var announcement = Announcement.nothing
    var position = Position.member
    /// Whether the name is the only key at the top.
    var isOutermost = false
    /// Whether this is in an action, a mark or an input, which no patch divides.
    var isPayload = false
    /// Whether a text here can be the name of a value beside it.
    var isName = false
    /// The positions in each pattern of `paths` and `keyedPaths`; empty if none can match any more.
    var paths: [UInt64] = []
    var keyedPaths: [UInt64] = []
  }

  /// A place relative to the name of a case.
  fileprivate enum Position: Hashable {
    /// The top of a payload, whose only key is a name.
    case top
    /// The value of a case's name, which has its payload.
    case name
    case payload
    /// Elsewhere.
    case member
  }

  /// The state of a document without places, such as a text that contains JSON.
  static let outside: Int32 = 0
  /// The state of a whole state of the app.
  private(set) var root: Int32 = 0
  /// The state of a whole action that is an enum or registered, so that its only key is a name.
  private(set) var caseRoot: Int32 = 0
  /// The state of any other action, of a mark or an input.
  private(set) var payloadRoot: Int32 = 0

  init(_ rules: RedactionRules) {
    self.rules = rules
    _ = number(of: State(isPayload: true))
    _ = number(of: RuleScopes.allSecret)
    var state = State(
      paths: rules.paths.map { $0.closure(of: 1) },
      keyedPaths: rules.keyedPaths.map { $0.closure(of: 1) })
    if RuleScopes.matches(state.paths, rules.paths) { state.secrecy = .whole }
    root = number(of: state)
    state.isPayload = true
    payloadRoot = number(of: state)
    state.position = .top
    caseRoot = number(of: state)
  }

  func secrecy(of state: Int32) -> Secrecy { secrecies[Int(state)] }

  /// Returns whether a text can be the name of a value beside it.
  func isName(_ state: Int32) -> Bool { areNames[Int(state)] }

  /// Returns the state of a value with a secret name beside it.
  mutating func state(ofValueNamed secrecy: Secrecy) -> Int32 {
    number(of: State(secrecy: secrecy))
  }

  /// Returns whether the keys of an object are secret.
  func hasSecretKeys(_ object: Int32) -> Bool {
    RuleScopes.matches(states[Int(object)].keyedPaths, rules.keyedPaths)
  }

  /// Returns what is known of a member: the state of its value, and what replaces its key.
  @inline(__always)
  func knownMember(_ key: String, of object: Int32) -> Member? {
    var key = key
    return key.withUTF8 { memo.member($0, of: object) }
  }

  struct Member {
    /// The state of the value.
    var state: Int32
    /// What replaces the key; nil if it is no secret.
    var shownKey: String?
    /// Whether the key is a case, as in `{"field":{"password":{}},"text":"x"}`.
    var isSecretName: Bool
  }

  /// Returns a member that is not known yet.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - object: The state of the object.
  ///   - shownKey: What replaces the key; nil if it is no secret.
  mutating func addMember(_ key: String, of object: Int32, shownKey: String?) -> Member {
    let outer = states[Int(object)]
    var next = advanced(outer) { $0.advance($1, by: key) }
    var bytes = key
    let named = bytes.withUTF8 { rules.keyNames.secrecy(of: $0) }
    if !rules.keyNames.isEmpty { next.enter(key, from: outer, rules.keyNames) }
    if named.isAnnounced {
      (next.announcement, next.position) = (.numbers, .payload)
    } else {
      next.secrecy = max(next.secrecy, named)
    }
    let member = Member(
      state: number(of: next), shownKey: shownKey, isSecretName: outer.isName && named.hidesTexts)
    bytes.withUTF8 { memo.insert($0, of: object, member) }
    return member
  }

  mutating func element(of array: Int32) -> Int32 {
    if elements[Int(array)] < 0 {
      let outer = states[Int(array)]
      var next = advanced(outer) { $0.advanceByIndex($1) }
      // A payload's texts can be in an array.
      if outer.announcedSecrecy != .open {
        (next.announcement, next.position) = (outer.announcement, .payload)
      }
      next.isName = outer.isPayload && !rules.keyNames.isEmpty
      elements[Int(array)] = number(of: next)
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
    var next = State(secrecy: state.secrecy, isPayload: state.isPayload)
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
    // Below a name whose texts are all secret, so are those that look like ids.
    let (secrecy, announced) = (state.secrecy, state.announcedSecrecy)
    secrecies.append(
      secrecy == .texts && announced == .announcedNumbers ? .named : max(secrecy, announced))
    areNames.append(state.isName)
    elements.append(-1)
    secrets.append(-1)
    numbers[state] = number
    return number
  }
}

/// What the names of cases announce.
extension RuleScopes.State {
  /// How secret a text or number is that is directly here.
  fileprivate var announcedSecrecy: Secrecy {
    switch position {
    case .payload: announcement.secrecy
    // A registered type, or a case, can encode its only value without a key.
    case .name where isOutermost: announcement.secrecy
    case .top, .name, .member: .open
    }
  }

  /// Enters the value of a key.
  fileprivate mutating func enter(_ key: String, from outer: Self, _ names: KeyNames) {
    isName = isPayload && SecretWords.nameKeys.contains(key)
    if outer.position == .name, isPayloadKey(key) {
      (announcement, position) = (outer.announcement, .payload)
      return
    }
    var bytes = key
    announcement = bytes.withUTF8 { names.announcement(of: $0) }
    // A case in an announced payload is about the same secret, unless its name says otherwise.
    if announcement == .nothing, outer.position == .payload, !SecretWords.isAboutOther(key) {
      announcement = outer.announcement
    }
    guard announcement.secrecy != .open else { return }
    (position, isOutermost) = (.name, outer.position == .top)
  }

  /// Returns whether a key is that of an unlabeled value, or in an action a label without meaning.
  private func isPayloadKey(_ key: String) -> Bool {
    key.utf8.count == 2 && key.utf8.first == UInt8(ascii: "_") && key.utf8.last?.isDigit == true
      || isPayload && SecretWords.labels.contains(key)
  }
}
