import RexJSON

/// The set of action forms seen so far: label, keys and kinds of values.
///
///     addMessage {"addMessage":{"body":"hi","tags":["a","b"]}}
///     addMessage {"addMessage":{"body":string,"tags":[string]}}     its form
///
/// Only hashes are kept. They are seeded randomly in each process, so that nobody can construct two
/// forms with the same hash.
struct ActionForms {
  private var hashes: Set<Int> = []
  private let max: Int

  /// A set of at most `max` forms.
  init(max: Int) { self.max = max }

  var count: Int { hashes.count }
  /// Whether the limit is reached.
  var isFull: Bool { hashes.count >= max }

  /// Adds an action's form; false if it is already known.
  mutating func insert(label: String, _ action: JSON) -> Bool {
    var hasher = Hasher()
    label.hashBytes(into: &hasher)
    action.hashForm(into: &hasher)
    let hash = hasher.finalize()
    return isFull ? !hashes.contains(hash) : hashes.insert(hash).inserted
  }
}

extension JSON {
  /// Hashes the keys and the kinds of values; each form in an array counts once.
  fileprivate func hashForm(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool: hasher.combine(1)
    case .string: hasher.combine(2)
    case .number(let number): hasher.combine(number.exactly(Int64.self) == nil ? 3 : 4)
    case .array(let elements):
      hasher.combine(5)
      // A set's own hash does not depend on its order.
      hasher.combine(Set(elements.map(\.formHash)))
    case .object(let members):
      hasher.combine(6)
      hasher.combine(Set(members.map { $0.value.formHash(key: $0.key) }))
    }
  }

  private var formHash: Int {
    var hasher = Hasher()
    hashForm(into: &hasher)
    return hasher.finalize()
  }

  private func formHash(key: String) -> Int {
    var hasher = Hasher()
    key.hashBytes(into: &hasher)
    hashForm(into: &hasher)
    return hasher.finalize()
  }
}
