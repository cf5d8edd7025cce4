public import RexJSON

/// The path to a value, in one of several notations.
///
///     /messages/3/body               a JSON Pointer (RFC 6901)
///     /messages[id=msg-17]/body      the same, an element named by its id
///     $.messages[3].body             a singular JSONPath (RFC 9535)
///     $.messages[-1]                 the same, an element counted from the end
///     $.messages[id=msg-17].body     the same, an element named by its id
///
/// `[id=…]` in a JSONPath or at the end of a token selects the first array element whose `id` is
/// this text or number. If an object has a member whose name equals the whole token, brackets
/// included, that member is selected instead.
///
/// A token `*` of a pointer is a member of this name. Where there is none, questions about several
/// values take it for any member or element: `/messages/*/body`.
public struct ValuePath: Sendable {
  /// The path's text.
  public let text: String

  private(set) var steps: [Step]

  enum Step: Sendable {
    /// A token of a pointer, with optional ids after the name.
    case token(String, name: String?, ids: [String])
    /// A step of a JSONPath.
    case child(Segment.Step)

    var isWildcard: Bool { if case .token("*", _, _) = self { true } else { false } }
  }

  /// A path from its text.
  public init(_ text: String, limits: QueryLimits = .standard) throws(QueryError) {
    self.text = text
    var parser = try Parser(text, limits: limits)
    steps = text.utf8.first == UInt8(ascii: "$") ? try parser.steps() : try parser.tokens()
  }

  /// The path that a text without a root may stand for, such as `$.a.b` for `a.b` or `state.a.b`.
  package static func meant(by text: String) -> String? {
    guard let first = text.first, !"/$".contains(first) else { return nil }
    let isPointer = text.first { "./[".contains($0) }.map { $0 == "/" } ?? true
    var path = isPointer ? "/" + text : first == "." || first == "[" ? text : "." + text
    for name in ["/state/", ".state.", ".state["] where path.hasPrefix(name) {
      path.removeFirst(name.count - 1)
    }
    let paths = isPointer ? [path] : ["$" + path, path.replacing(".", with: "/")]
    return paths.first { (try? ValuePath($0)) != nil }
  }

  /// The path as a JSON Pointer; nil if it depends on the document.
  public var pointer: JSONPointer? {
    if hasWildcard { return nil }
    var tokens: [String] = []
    for step in steps {
      switch step {
      case .token(let token, _, let ids) where ids.isEmpty: tokens.append(token)
      case .child(.name(let name)): tokens.append(name)
      case .child(.index(let index)) where index >= 0: tokens.append(String(index))
      default: return nil
      }
    }
    return JSONPointer(tokens: tokens)
  }

  /// The names of the root's members that the path may lead through; nil for all.
  package var topNames: [String]? {
    switch steps.first {
    case .token("*", _, _)?: nil
    case .token(let token, let name, let ids)?:
      ids.isEmpty ? [token] : name.map { [token, $0] }
    case .child(.name(let name))?: [name]
    case .child(.index)?, nil: nil
    }
  }

  /// The value's position in a document; nil if there is no value.
  public func resolve(in document: JSON) -> JSONPointer? { node(in: document)?.pointer }

  /// The value in a document; nil if there is none.
  public func value(in document: JSON) -> JSON? { node(in: document)?.value }

  /// The value with its position.
  public func node(in document: JSON) -> (pointer: JSONPointer, value: JSON)? {
    cursor(in: document).map { (JSONPointer(tokens: $0.tokens), $0.value) }
  }

  /// Whether the path leads into a value that is left out, such as one nested too deep.
  package func isLeftOut(in document: JSON) -> Bool {
    var cursor = Cursor(value: document)
    return !follow(by: &cursor)
      && cursor.value.string.map { LongValue.isMarker($0.utf8) } ?? false
  }

  private func cursor(in document: JSON, countsIDs: Bool = false) -> Cursor? {
    var cursor = Cursor(value: document, countsIDs: countsIDs)
    return follow(by: &cursor) ? cursor : nil
  }

  /// Descends as far as the document goes; returns whether that is to the end of the path.
  private func follow(by cursor: inout Cursor) -> Bool {
    steps.allSatisfy { cursor.enter($0) }
  }
}

extension ValuePath {
  /// Whether a `*` in it may stand for any member or element.
  package var hasWildcard: Bool { steps.contains(where: \.isWildcard) }

  /// The path to the values around all that it may select.
  package var beforeWildcard: ValuePath {
    var path = self
    path.steps = Array(steps.prefix { !$0.isWildcard })
    return path
  }

  /// Whether a position has nothing to do with any that a path with a `*` may select.
  package func isBeside(_ position: JSONPointer) -> Bool {
    for (step, token) in zip(steps, position.tokens) {
      guard case .token(let text, let name, let ids) = step else { return false }
      // Only a document tells which element has an id.
      guard ids.isEmpty else { return token != text && name.map { $0 != token } ?? false }
      // What is added to an array moves the elements after it.
      if !step.isWildcard, text != token, ![text, token].allSatisfy(JSONPointer.isArrayPosition) {
        return true
      }
    }
    return false
  }

  /// The members that it leads through, in any of the elements that an id may select.
  package var members: [Condition.Dependency.Step] {
    steps.flatMap { (step) -> [Condition.Dependency.Step] in
      switch step {
      case .token("*", _, _): [.anyChild]
      case .token(let token, _, let ids) where ids.isEmpty: [.name(token)]
      case .token(_, let name, let ids):
        [name.map { .name($0) }].compactMap(\.self)
          + ids.map { _ in .anyElement }
      case .child(.name(let name)): [.name(name)]
      case .child(.index): [.anyElement]
      }
    }
  }

  /// How a position is related to those that the path selects.
  package enum Relation: Sendable { case beside, around, within }

  /// Whether a position in a document is around a value that the path selects, or is one or in it.
  package func relation(of position: JSONPointer, in document: JSON) -> Relation {
    var cursor = Cursor(value: document)
    for step in steps {
      if !cursor.enter(step) {
        guard let next = position.tokens.dropFirst(cursor.tokens.count).first else {
          return cursor.tokens.starts(with: position.tokens) ? .around : .beside
        }
        guard step.isWildcard, cursor.enter(.token(next, name: next, ids: [])) else {
          return .beside
        }
      }
      guard zip(cursor.tokens, position.tokens).allSatisfy(==) else { return .beside }
    }
    return cursor.tokens.count > position.tokens.count ? .around : .within
  }

  /// The values that it selects, with their positions, in the document's order.
  package func nodes(in document: JSON) -> [(pointer: JSONPointer, value: JSON)] {
    steps.reduce([Cursor(value: document)]) { cursors, step in
      cursors.flatMap { cursor in
        var child = cursor
        if child.enter(step) { return [child] }
        return step.isWildcard ? cursor.children : []
      }
    }.map { (JSONPointer(tokens: $0.tokens), $0.value) }
  }

  /// The element that an id selects although others have it, too.
  package struct AmbiguousChoice: Sendable {
    package var id: String
    package var pointer: JSONPointer
    /// The number of elements with the id.
    package var count: Int
  }

  /// Whether it may select an element by its id.
  package var hasIDs: Bool {
    steps.contains { if case .token(_, _, let ids) = $0 { !ids.isEmpty } else { false } }
  }

  /// The first element on the path that is not the only one with its id; nil if all are.
  package func ambiguousChoice(in document: JSON) -> AmbiguousChoice? {
    cursor(in: document, countsIDs: true)?.ambiguousChoice
  }
}

extension ValuePath: CustomStringConvertible {
  /// The path's text.
  public var description: String { text }
}

/// A position in a document while resolving a path.
private struct Cursor {
  var value: JSON
  /// Whether to look for further elements with an id.
  var countsIDs = false
  var tokens: [String] = []
  private(set) var ambiguousChoice: ValuePath.AmbiguousChoice?

  /// The positions of all children.
  var children: [Cursor] {
    (0..<value.childCount).map { position in
      var child = self
      _ = child.enter(position)
      return child
    }
  }

  /// Descends by a step; false if it leads nowhere.
  mutating func enter(_ step: ValuePath.Step) -> Bool {
    switch step {
    case .child(let step): enter(value.position(of: step))
    case .token(let token, let name, let ids): enter(token: token, name: name, ids: ids)
    }
  }

  /// Descends to a child; false if there is none.
  private mutating func enter(_ position: Int?) -> Bool {
    guard let position else { return false }
    switch value.step(to: position) {
    case .name(let name): tokens.append(name)
    case .index(let index): tokens.append(String(index))
    }
    value = value.child(at: position)
    return true
  }

  private mutating func enter(token: String, name: String?, ids: [String]) -> Bool {
    if ids.isEmpty || value.position(ofToken: token) != nil {
      return enter(value.position(ofToken: token))
    }
    if let name {
      guard enter(value.position(ofToken: name)) else { return false }
    }
    return ids.allSatisfy { enter(id: $0) }
  }

  private mutating func enter(id: String) -> Bool {
    let elements = value.array ?? []
    let number = JSON(idNumber: id)
    func hasID(_ element: JSON) -> Bool {
      element.elementID.map { $0 == .string(id) || $0 == number } ?? false
    }
    guard let position = elements.firstIndex(where: hasID) else { return false }
    _ = enter(position)
    if countsIDs, ambiguousChoice == nil {
      let count = elements[position...].count(where: hasID)
      if count > 1 {
        ambiguousChoice = .init(id: id, pointer: JSONPointer(tokens: tokens), count: count)
      }
    }
    return true
  }
}

extension JSON {
  /// The position of the child that a token names.
  fileprivate func position(ofToken token: String) -> Int? {
    switch self {
    case .object(let members): members.position(of: token)
    case .array(let elements):
      JSONPointer.arrayIndex(token).flatMap { $0 < elements.count ? $0 : nil }
    default: nil
    }
  }
}

extension JSON {
  /// The element's `id`, if it is a string or a number; as in a path, a zero has no sign.
  package var elementID: JSON? {
    switch self["id"] {
    case .string(let text)?: .string(text)
    case .number(let number)?: JSON(idNumber: number)
    default: nil
    }
  }

  /// The number that a text in `[id=…]` also stands for; nil if it is not a number.
  package init?(idNumber text: String) {
    guard let number = JSONNumber(text: text) else { return nil }
    self.init(idNumber: number)
  }

  private init(idNumber number: JSONNumber) {
    self = number.isNumericallyEqual(to: JSONNumber(0)) ? 0 : .number(number)
  }
}
