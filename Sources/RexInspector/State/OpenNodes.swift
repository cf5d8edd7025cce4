import RexJSON
import RexQuery
import RexTimeline

/// The open nodes of a state's tree, by path, so that they stay open from state to state.
///
///     root ─ lines ─ 0      /lines and /lines/0 are open, wherever the state has them
///
/// An element that has an `id` stays open where it is in the next state. If that lacks it, its
/// token is `[id=7]` until a state has it again.
///
/// All functions take time in proportion to the open nodes and the wanted rows, not to the state.
struct OpenNodes: Sendable, Equatable {
  private var isOpen: Bool
  private var children: [String: OpenNodes] = [:]

  init(isOpen: Bool = true) { self.isOpen = isOpen }

  /// A row of the tree.
  struct Row: Equatable {
    var pointer: JSONPointer
    var value: JSON
    var isOpen: Bool
  }

  /// Whether the node at some tokens is open, if its state has it.
  func isOpen(_ tokens: some Collection<String>) -> Bool {
    guard let token = tokens.first else { return isOpen }
    return children[token]?.isOpen(tokens.dropFirst()) ?? false
  }

  /// Opens or closes a node; those below it stay as they are.
  mutating func set(_ tokens: some Collection<String>, isOpen: Bool) {
    guard let token = tokens.first else {
      self.isOpen = isOpen
      return
    }
    children[token, default: OpenNodes(isOpen: false)].set(tokens.dropFirst(), isOpen: isOpen)
  }

  /// Goes from one state to another one, with the elements.
  mutating func follow(from old: JSON?, to new: JSON?) {
    var followed: [String: OpenNodes] = [:]
    for (token, nodes) in children {
      var nodes = nodes
      let place = JSON.place(of: token, from: old, to: new)
      nodes.follow(from: old?[token: token], to: new?[token: place])
      followed[place] = nodes
    }
    children = followed
  }

  /// Opens the nodes around one, so that it has a row.
  mutating func reveal(_ pointer: JSONPointer) {
    for count in 0..<pointer.tokens.count { set(pointer.tokens.prefix(count), isOpen: true) }
  }

  /// The number of rows of a value, with its own.
  func rowCount(of value: JSON) -> Int {
    guard isOpen else { return 1 }
    return openChildren(of: value).reduce(1 + value.childCount) { count, child in
      count + child.nodes.rowCount(of: value.child(at: child.position).value) - 1
    }
  }

  /// The rows of a value in a range.
  func rows(of value: JSON, in range: Range<Int>) -> [Row] {
    var rows: [Row] = []
    var index = 0
    visit(value, at: JSONPointer(), &index, range, &rows)
    return rows
  }

  /// The row of a node, or of the nearest one around it that has a row.
  func index(of pointer: JSONPointer, in value: JSON) -> Int {
    guard isOpen, let token = pointer.tokens.first, let position = value.position(of: token) else {
      return 0
    }
    let rest = JSONPointer(tokens: Array(pointer.tokens.dropFirst()))
    let before = openChildren(of: value).prefix { $0.position < position }
    let index = before.reduce(1 + position) { index, child in
      index + child.nodes.rowCount(of: value.child(at: child.position).value) - 1
    }
    return index + (children[token]?.index(of: rest, in: value.child(at: position).value) ?? 0)
  }

  private func visit(
    _ value: JSON, at pointer: JSONPointer, _ index: inout Int, _ range: Range<Int>,
    _ rows: inout [Row]
  ) {
    if range.contains(index) {
      rows.append(Row(pointer: pointer, value: value, isOpen: isOpen && value.childCount > 0))
    }
    index += 1
    guard isOpen else { return }
    var position = 0
    for child in openChildren(of: value) {
      Self.visitClosed(position..<child.position, of: value, at: pointer, &index, range, &rows)
      let (token, inner) = value.child(at: child.position)
      let count = child.nodes.rowCount(of: inner)
      if index + count <= range.lowerBound || index >= range.upperBound {
        index += count
      } else {
        child.nodes.visit(inner, at: pointer.appending(token), &index, range, &rows)
      }
      position = child.position + 1
    }
    Self.visitClosed(position..<value.childCount, of: value, at: pointer, &index, range, &rows)
  }

  /// Passes over children of which none is open.
  private static func visitClosed(
    _ positions: Range<Int>, of value: JSON, at pointer: JSONPointer, _ index: inout Int,
    _ range: Range<Int>, _ rows: inout [Row]
  ) {
    let start = index
    index += positions.count
    for row in range.clamped(to: start..<index) {
      let (token, inner) = value.child(at: positions.lowerBound + row - start)
      rows.append(Row(pointer: pointer.appending(token), value: inner, isOpen: false))
    }
  }

  private func openChildren(of value: JSON) -> [(position: Int, nodes: OpenNodes)] {
    children.compactMap { token, nodes in
      guard nodes.isOpen, let position = value.position(of: token) else { return nil }
      return (position, nodes)
    }.sorted { $0.position < $1.position }
  }
}

extension JSONPointer {
  /// The pointer to the same value in another state, as open nodes have it.
  func followed(from old: JSON?, to new: JSON?) -> JSONPointer {
    var (old, new, pointer) = (old, new, JSONPointer())
    for token in tokens {
      let place = JSON.place(of: token, from: old, to: new)
      (old, new, pointer) = (old?[token: token], new?[token: place], pointer.appending(place))
    }
    return pointer
  }
}

extension JSON {
  /// The token in a value for what another one has at a token: that of the element with this id.
  fileprivate static func place(of token: String, from old: JSON?, to new: JSON?) -> String {
    let id = old?.array == nil ? nil : old?[token: token]?.elementID
    guard id != nil || token.hasPrefix("[id=") else { return token }
    func isSame(_ element: JSON?) -> Bool {
      guard let other = element?.elementID else { return false }
      return id.map { $0 == other } ?? ("[id=\(other)]" == token)
    }
    // Most elements stay where they are.
    if isSame(new?[token: token]) { return token }
    let name = id.map { "[id=\($0)]" } ?? token
    return new?.array?.firstIndex(where: isSame).map(String.init) ?? name
  }

  fileprivate subscript(token token: String) -> JSON? {
    position(of: token).map { child(at: $0).value }
  }

  /// The number of elements or members; 0 for other values.
  var childCount: Int { array?.count ?? object?.count ?? 0 }

  fileprivate func position(of token: String) -> Int? {
    if let object { return object.position(of: token) }
    return JSONPointer.arrayIndex(token).flatMap { $0 < childCount ? $0 : nil }
  }

  fileprivate func child(at position: Int) -> (token: String, value: JSON) {
    if case .object(let object) = self {
      let (key, value) = object[position]
      return (key, value)
    }
    return (String(position), array?[position] ?? .null)
  }
}
