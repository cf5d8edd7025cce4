import RexJSON

/// One change at every value that a path leads to.
struct DocumentEdit: Sendable {
  /// The steps to the values that are changed.
  var path: [Step]
  var change: Change

  enum Step: Sendable, Equatable {
    /// A member of an object; keys are equal when their bytes are.
    case key(String)
    /// Every member of an object, and every element of an array.
    case each

    static func == (left: Step, right: Step) -> Bool {
      switch (left, right) {
      case (.key(let left), .key(let right)): left.hasSameBytes(as: right)
      case (.each, .each): true
      default: false
      }
    }
  }

  enum Change: Sendable {
    case setDefault(String, JSON)
    case rename(String, String)
    case remove(String)
    /// Renames a key like `rename`, or replaces a string that equals the name.
    case renameCase(String, String)

    /// The keys of the members that this change reads or writes.
    var keys: [String] {
      switch self {
      case .setDefault(let key, _), .remove(let key): [key]
      case .rename(let key, let newKey), .renameCase(let key, let newKey): [key, newKey]
      }
    }
  }
}

/// A sequence of edits, each applied to the result of the ones before it.
///
/// At each value of a document, the edits whose paths lead through it are pending. They are given
/// by their indices, in order. An edit whose path ends at a value changes that value.
struct DocumentEdits: Sendable {
  let list: [DocumentEdit]

  /// The indices of all edits, which are pending at the root.
  var indices: [Int] { Array(list.indices) }

  /// The document after the edits.
  func apply(to document: JSON) -> JSON { apply(indices, to: document, depth: 0) }

  /// A value at a depth after the edits that are pending there.
  func apply(_ edits: [Int], to value: JSON, depth: Int) -> JSON {
    guard !edits.isEmpty else { return value }
    switch value {
    case .object(var members):
      apply(edits, to: &members, depth: depth)
      return .object(members)
    case .array(let elements):
      let inner = editsOfElements(edits, depth: depth)
      if inner.isEmpty { return value }
      return .array(elements.map { apply(inner, to: $0, depth: depth + 1) })
    case .string(let text): return .string(apply(edits, to: text, depth: depth))
    case .null, .bool, .number: return value
    }
  }

  private func apply(_ edits: [Int], to text: String, depth: Int) -> String {
    var text = text
    for edit in edits where list[edit].path.count == depth {
      if case .renameCase(let name, let newName) = list[edit].change, text.hasSameBytes(as: name) {
        text = newName
      }
    }
    return text
  }

  private func apply(_ edits: [Int], to members: inout JSONObject, depth: Int) {
    let named = namedKeys(edits, depth: depth).filter { members.position(of: $0) != nil }
    let inner = editsOfElements(edits, depth: depth)
    if !inner.isEmpty {
      for (key, value) in members where !named.contains(where: key.hasSameBytes) {
        members[key] = apply(inner, to: value, depth: depth + 1)
      }
    }
    let migrated = trace(named, by: edits, depth: depth).compactMap { member in
      value(of: member, in: members, depth: depth).map { (member.name, $0) }
    }
    for key in named where !migrated.contains(where: { $0.0.hasSameBytes(as: key) }) {
      members[key] = nil
    }
    for (name, value) in migrated { members[name] = value }
  }
}

/// Traces the members of an object through the edits.
extension DocumentEdits {
  /// A member after the edits.
  struct Member {
    /// Its final key.
    var name: String
    var origin: Origin
    /// The edits pending in its value.
    var edits: [Int] = []

    enum Origin: Equatable {
      /// A member of the object, by its key there.
      case member(String)
      /// The default value of the edit with this index.
      case `default`(Int)

      static func == (left: Origin, right: Origin) -> Bool {
        switch (left, right) {
        case (.member(let left), .member(let right)): left.hasSameBytes(as: right)
        case (.default(let left), .default(let right)): left == right
        default: false
        }
      }
    }
  }

  /// The members that result from these keys, without examining values.
  func trace(_ keys: [String], by edits: [Int], depth: Int) -> [Member] {
    var members = keys.map { Member(name: $0, origin: .member($0)) }
    func index(of key: String) -> Int? { members.firstIndex { $0.name.hasSameBytes(as: key) } }
    for edit in edits {
      guard list[edit].path.count == depth else {
        switch list[edit].path[depth] {
        case .each: for index in members.indices { members[index].edits.append(edit) }
        case .key(let key): if let index = index(of: key) { members[index].edits.append(edit) }
        }
        continue
      }
      switch list[edit].change {
      case .setDefault(let key, _):
        if index(of: key) == nil { members.append(Member(name: key, origin: .default(edit))) }
      case .rename(let key, let newKey), .renameCase(let key, let newKey):
        if index(of: newKey) == nil, let index = index(of: key) { members[index].name = newKey }
      case .remove(let key):
        if let index = index(of: key) { members.remove(at: index) }
      }
    }
    return members
  }

  /// The value of a member after the edits; nil if the object lacks its origin.
  func value(of member: Member, in members: JSONObject, depth: Int) -> JSON? {
    let value: JSON?
    switch member.origin {
    case .member(let key): value = members[key]
    case .default(let edit):
      guard case .setDefault(_, let given) = list[edit].change else { return nil }
      value = given
    }
    return value.map { apply(member.edits, to: $0, depth: depth + 1) }
  }

  /// The edits pending in each element of an array, and in members that no edit names.
  func editsOfElements(_ edits: [Int], depth: Int) -> [Int] {
    edits.filter { list[$0].path.count > depth && list[$0].path[depth] == .each }
  }

  /// The keys that edits name at an object, each once.
  private func namedKeys(_ edits: [Int], depth: Int) -> [String] {
    unique(
      edits.flatMap { edit -> [String] in
        guard list[edit].path.count > depth else { return list[edit].change.keys }
        guard case .key(let key) = list[edit].path[depth] else { return [] }
        return [key]
      })
  }

  /// The keys of an object whose members may be added, renamed or removed there, each once.
  func changedKeys(_ edits: [Int], depth: Int) -> [String] {
    unique(edits.flatMap { list[$0].path.count == depth ? list[$0].change.keys : [] })
  }

  private func unique(_ keys: [String]) -> [String] {
    keys.reduce(into: []) { unique, key in
      if !unique.contains(where: key.hasSameBytes) { unique.append(key) }
    }
  }
}
