import RexJSON

/// The forms of actions: label, keys and kinds of values, as far as they were met.
///
///     addMessage {"addMessage":{"body":"hi","tags":["a","b"]}}
///     addMessage {"addMessage":{"body":string,"tags":[string]}}     its form
///
/// Of each only a hash is kept, seeded anew in each process, so that nobody can make two forms of
/// one hash on purpose.
struct ActionForms {
  private var hashes: Set<Int> = []
  private let max: Int

  /// Forms, of which at most so many are told apart.
  init(max: Int) { self.max = max }

  var count: Int { hashes.count }
  /// Whether no more are kept.
  var isFull: Bool { hashes.count >= max }

  /// Takes an action; false when its form was met before.
  mutating func insert(label: String, _ action: JSON) -> Bool {
    var hasher = Hasher()
    label.hashBytes(into: &hasher)
    action.hashForm(into: &hasher)
    let hash = hasher.finalize()
    return isFull ? !hashes.contains(hash) : hashes.insert(hash).inserted
  }
}

extension JSON {
  /// Feeds the keys and the kinds of values into a hasher; of an array, each form in it once.
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
