package import RexDiff
package import RexJSON
package import RexQuery

/// The top-level members of a state that a question needs; the others are not tracked.
///
///     state   {"messages":[…],"unreadCount":3,"draft":{…}}
///     focus   {"unreadCount":3}                             for $.unreadCount > 900
///
/// A question that reads one counter tracks only that counter, whatever else the state contains. A
/// state that is not an object is always tracked whole.
package struct StateFocus: Sendable, Equatable {
  /// The members' names; nil for the whole state.
  package let names: [String]?
  /// Pointers to the members, such as `/draft`; nil if one needs escaping in JSON.
  private let prefixes: [[UInt8]]?

  package static let everything = StateFocus(names: nil)

  /// The member that a pointer leads through.
  package init(_ pointer: JSONPointer) { self.init(names: pointer.tokens.first.map { [$0] }) }

  /// The members that a path may lead through.
  package init(_ path: ValuePath) { self.init(names: path.topNames) }

  /// The members that conditions and calculations depend on, and those that paths may lead through.
  package init(
    _ conditions: [Condition], _ paths: [ValuePath] = [], _ calculations: [Calculation] = []
  ) {
    let dependencies = conditions.map(\.dependencies) + calculations.map(\.dependencies)
    let names = paths.map(\.topNames) + dependencies.map { $0.topNames { $0 != .entry } }
    self.init(names: names.joinedUnlessMissing)
  }

  private init(names: [String]?) {
    self.names = names
    let prefixes = names?.map { name -> [UInt8]? in
      let pointer = JSONPointer(tokens: [name]).description
      let isVerbatim = pointer.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
      return isVerbatim ? Array(pointer.utf8) : nil
    }
    self.prefixes = prefixes?.contains { $0 == nil } == true ? nil : prefixes?.compactMap(\.self)
  }

  /// Whether no state is needed at all.
  package var isEmpty: Bool { names?.isEmpty == true }

  /// The part of a state in focus.
  package func part(of state: JSON) -> JSON {
    guard let names, case .object(let members) = state else { return state }
    var part = JSONObject()
    for name in names { part[name] = members[name] }
    return .object(part)
  }

  /// Whether a patch's text may have an operation in focus; false only if it has none.
  ///
  /// Compares the paths' text with `prefixes`; the values are skipped.
  package func mayTouch(_ patch: UnsafeRawBufferPointer) -> Bool {
    guard let prefixes else { return patch.count > 2 }
    var cursor = JSONCursor(patch)
    guard cursor.enterArray() else { return true }
    while cursor.nextElement() {
      guard cursor.enterObject() else { return true }
      while let key = cursor.nextKey(), let value = cursor.skipValue() {
        let name = patch[key]
        // Any other member may be a path, perhaps with an escaped name.
        if name.elementsEqual("value".utf8) || name.elementsEqual("op".utf8) { continue }
        let path = patch[value].dropFirst()
        if path.count < 2 || path.contains(UInt8(ascii: "\\")) { return true }
        if prefixes.contains(where: path.starts(with:)) { return true }
      }
    }
    return cursor.isBroken
  }

  /// The operations that change the part in focus; nil if they depend on the rest of the state.
  package func part(of patch: JSONPatch) -> JSONPatch? {
    guard names != nil else { return patch }
    var operations: [JSONPatch.Operation] = []
    for operation in patch.operations {
      let isWanted = isInside(operation.path)
      if let from = operation.from {
        guard isWanted == isInside(from), !from.tokens.isEmpty, !operation.path.tokens.isEmpty
        else { return nil }
      }
      guard isWanted else { continue }
      switch operation {
      case .replace(let path, let value) where path.tokens.isEmpty,
        .add(let path, let value) where path.tokens.isEmpty:
        guard value.object != nil else { return nil }
        operations.append(.replace(path, part(of: value)))
      case .test: continue
      default: operations.append(operation)
      }
    }
    return JSONPatch(operations)
  }

  private func isInside(_ path: JSONPointer) -> Bool {
    guard let names, let first = path.tokens.first else { return true }
    return names.contains { $0.hasSameBytes(as: first) }
  }
}

extension [Condition.Dependency] {
  /// The names of the members that are read at the top of some documents; nil if any may be.
  package func topNames(where isRead: (Condition.Document) -> Bool) -> [String]? {
    filter { isRead($0.document) }.map { $0.steps.first?.names }.joinedUnlessMissing
  }
}

extension Condition.Dependency.Step {
  /// The names of the members that the step leads to; nil if it may lead to any.
  fileprivate var names: [String]? {
    switch self {
    case .name(let name): [name]
    case .oneOf(let steps): steps.map(\.names).joinedUnlessMissing
    default: nil
    }
  }
}

extension [[String]?] {
  /// All the names; nil if some are nil, which stands for any name.
  fileprivate var joinedUnlessMissing: [String]? {
    contains(nil) ? nil : compactMap(\.self).flatMap(\.self)
  }
}
