import RexDiff
import RexJSON

/// A state as a tree of nodes that exist as long as the values they represent.
///
/// It applies each operation, and records the path of each node after each action. So it knows the
/// path of a value without computing how paths shift.
final class BruteForceState {
  private let root = Node()
  private var actionCount = 0

  init(_ state: JSON) {
    root.write(state)
    root.record(JSONPointer(), after: 0)
  }

  func apply(_ patch: JSONPatch) {
    for operation in patch.operations { apply(operation) }
    actionCount += 1
    root.record(JSONPointer(), after: actionCount)
  }

  /// The path that a value, now at `place`, had after an action; nil if it did not exist.
  func pointer(of place: JSONPointer, after action: Int) -> JSONPointer? {
    node(at: place.tokens[...])?.places[action]
  }

  private func apply(_ operation: JSONPatch.Operation) {
    switch operation {
    case .test: break
    case .add(let path, let value): add(value, at: path)
    case .copy(let from, let path): add(node(at: from.tokens[...])?.json ?? .null, at: path)
    case .replace(let path, let value): node(at: path.tokens[...])?.write(value)
    case .remove(let path): _ = take(at: path)
    case .move(let from, let path):
      if from != path, let node = take(at: from) { put(node, at: path) }
    }
  }

  private func add(_ value: JSON, at path: JSONPointer) {
    guard let last = path.tokens.last, let parent = node(at: path.tokens.dropLast()[...]) else {
      return root.write(value)
    }
    if parent.kind == .array {
      let node = Node()
      node.write(value)
      parent.elements.insert(node, at: Int(last) ?? parent.elements.count)
    } else {
      parent.slot(last).write(value)
    }
  }

  /// Removes a value; an absent member with the same history replaces a member.
  private func take(at path: JSONPointer) -> Node? {
    guard let last = path.tokens.last, let parent = node(at: path.tokens.dropLast()[...]) else {
      return nil
    }
    if parent.kind == .array { return parent.elements.remove(at: Int(last) ?? 0) }
    let node = parent.slot(last)
    let ghost = node.copy()
    ghost.empty()
    parent.members[last] = ghost
    return node
  }

  private func put(_ node: Node, at path: JSONPointer) {
    guard let last = path.tokens.last, let parent = self.node(at: path.tokens.dropLast()[...])
    else { return }
    if parent.kind == .array {
      parent.elements.insert(node, at: Int(last) ?? parent.elements.count)
    } else {
      parent.members[last] = node
    }
  }

  private func node(at tokens: ArraySlice<String>) -> Node? {
    var node: Node? = root
    for token in tokens {
      guard let current = node else { return nil }
      if current.kind == .array {
        let index = Int(token) ?? current.elements.count
        node = index < current.elements.count ? current.elements[index] : nil
      } else {
        node = current.members[token]
      }
    }
    return node
  }
}

/// A value, or an absent member.
private final class Node {
  enum Kind { case absent, scalar, array, object }

  var kind = Kind.absent
  var scalar = JSON.null
  var elements: [Node] = []
  /// The members by name, including absent ones.
  var members: [String: Node] = [:]
  /// The value's path after each action, by the action's number.
  var places: [Int: JSONPointer] = [:]

  var json: JSON? {
    switch kind {
    case .absent: return nil
    case .scalar: return scalar
    case .array: return .array(elements.compactMap(\.json))
    case .object:
      var object = JSONObject()
      for (key, node) in members { object[key] = node.json }
      return .object(object)
    }
  }

  func slot(_ key: String) -> Node {
    if let node = members[key] { return node }
    let node = Node()
    members[key] = node
    return node
  }

  /// Replaces the value; parts that the previous value had keep their nodes.
  func write(_ json: JSON) {
    let old = kind == .array ? elements : []
    elements = []
    switch json {
    case .array(let values):
      kind = .array
      let ids = old.map { Node.id(of: $0.json) }
      var isTaken = Array(repeating: false, count: old.count)
      elements = values.enumerated().map { index, value in
        let id = Node.id(of: value)
        let partner =
          id == nil
          ? (old.indices.contains(index) && ids[index] == nil ? index : nil)
          : old.indices.first { !isTaken[$0] && ids[$0] == id }
        guard let partner else { return Node() }
        isTaken[partner] = true
        return old[partner]
      }
      for (node, value) in zip(elements, values) { node.write(value) }
    case .object(let values):
      kind = .object
      for (key, value) in values { slot(key).write(value) }
    default:
      (kind, scalar) = (.scalar, json)
    }
    for (key, node) in members where json[key] == nil { node.empty() }
  }

  private static func id(of value: JSON?) -> JSON? {
    guard let id = value?["id"], id.string != nil || id.number != nil else { return nil }
    return id
  }

  /// Makes the node and all its members absent, and removes its elements.
  func empty() {
    (kind, elements) = (.absent, [])
    for node in members.values { node.empty() }
  }

  func copy() -> Node {
    let copy = Node()
    copy.members = members.mapValues { $0.copy() }
    copy.places = places
    return copy
  }

  func record(_ pointer: JSONPointer, after action: Int) {
    if kind != .absent { places[action] = pointer }
    if kind == .array {
      for (index, node) in elements.enumerated() {
        node.record(pointer.appending(index), after: action)
      }
    }
    for (key, node) in members where kind != .array {
      node.record(pointer.appending(key), after: action)
    }
  }
}
