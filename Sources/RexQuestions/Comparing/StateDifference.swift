import RexDiff
public import RexJSON
import RexLog
import RexQuery

/// The differences between two states, down to single values, for people to read.
///
///     /messages[id=m-17]/body   "hi" → "hello"
///     /messages[id=m-18]        was added
///     /messages[id=m-3]         moved from 3 to 7
///
/// A patch is a short way to get from one state to the other; this shows what is different. Array
/// elements are matched by `id`. Without ids, equal elements are matched first, then elements at
/// the same position between them.
public struct StateDifference: Sendable, Equatable {
  /// The differences, in the order of the later state.
  public private(set) var leaves: [Leaf] = []
  /// Where values were not compared, since one is redacted and could be the other.
  package private(set) var hidden: [JSONPointer] = []
  private var rules = ComparisonRules()

  /// One difference.
  public struct Leaf: Sendable, Equatable {
    /// The value's path as a `ValuePath`, with elements named by id if that is unambiguous.
    ///
    /// A path of more than 1,024 bytes is cut, and ends with `…`.
    public var path: String
    /// The value's position in the earlier state; nil if it was added.
    public var before: JSONPointer?
    /// The value's position in the later state; nil if it was removed.
    public var after: JSONPointer?
    /// The kind of difference.
    public var change: Change
  }

  /// The kinds of differences.
  public enum Change: Sendable, Equatable {
    /// The value is only in the later state.
    case added(JSON)
    /// The value is only in the earlier state.
    case removed(JSON)
    /// The value differs.
    case replaced(JSON, JSON)
    /// The element is in both states, but in a different order.
    case moved(from: Int, to: Int)
  }

  /// The differences between two states, or between their values at a position.
  public init(from old: JSON?, to new: JSON?, at position: JSONPointer = JSONPointer()) {
    self.init(from: old, to: new, at: position, by: ComparisonRules())
  }

  /// The differences that count.
  package init(
    from old: JSON?, to new: JSON?, at position: JSONPointer = JSONPointer(),
    by rules: ComparisonRules
  ) {
    self.rules = rules
    let path = "".appending(token: position.description)
    compare(old, new, Position(path: path, before: position, after: position))
  }

  /// The differences between the values at a path, which may be elsewhere in the later state.
  init(at path: ValuePath, from old: JSON, to new: JSON) {
    let (before, after) = (path.node(in: old), path.node(in: new))
    guard let name = after?.pointer.named(in: new) ?? before?.pointer.named(in: old),
      let pointer = (after ?? before)?.pointer
    else { return }
    let position = Position(
      path: "".appending(token: name), before: before?.pointer ?? pointer,
      after: after?.pointer ?? pointer)
    compare(before?.value, after?.value, position)
  }

  init(leaves: [Leaf]) { self.leaves = leaves }

  /// The longest path, in bytes of UTF-8; a longer one is cut.
  static let pathBytesMax = 1_024

  /// Whether the states are equal.
  public var isEmpty: Bool { leaves.isEmpty }

  /// Whether the values at a position are not compared.
  private func isIgnored(_ position: Position) -> Bool {
    rules.ignores(position.before) || rules.ignores(position.after)
  }

  private struct Position {
    var path: String
    var before: JSONPointer
    var after: JSONPointer

    func member(_ key: String) -> Position {
      Position(
        path: path.appending(token: JSONPointer(tokens: [key]).description),
        before: before.appending(key), after: after.appending(key))
    }

    func element(_ names: ElementNames, at index: Int, _ old: Int, _ new: Int) -> Position {
      Position(
        path: path.appending(token: names.token(index, below: path)), before: before.appending(old),
        after: after.appending(new))
    }
  }

  private mutating func compare(_ old: JSON?, _ new: JSON?, _ position: Position) {
    guard !isIgnored(position) else { return }
    switch (old, new) {
    case (nil, nil): break
    case (let old?, nil): append(.removed(old), position, after: false)
    case (nil, let new?): append(.added(new), position, before: false)
    case (.object(let old)?, .object(let new)?): compare(old, new, position)
    case (.array(let old)?, .array(let new)?): compare(old, new, position)
    case (let old?, let new?):
      guard old != new, !rules.areClose(old, new) else { break }
      if rules.placeholders?.couldBeEqual(old, new) == true {
        hidden.append(position.before)
      } else {
        append(.replaced(old, new), position)
      }
    }
  }

  private mutating func append(
    _ change: Change, _ position: Position, before: Bool = true, after: Bool = true
  ) {
    leaves.append(
      Leaf(
        path: position.path, before: before ? position.before : nil,
        after: after ? position.after : nil,
        change: change))
  }

  private mutating func compare(_ old: JSONObject, _ new: JSONObject, _ position: Position) {
    let pairs = hiddenPairs(old, new)
    hidden += pairs.map { position.before.appending($0.old) }
    // Of several, it is not known which belong together.
    if pairs.count == 1, let (before, after) = pairs.first {
      let place = Position(
        path: position.member(after).path, before: position.before.appending(before),
        after: position.after.appending(after))
      compare(old[before], new[after], place)
    }
    let (hiddenOld, hiddenNew) = (Set(pairs.map(\.old)), Set(pairs.map(\.new)))
    for (key, value) in old where new[key] == nil && !hiddenOld.contains(key) {
      compare(value, nil, position.member(key))
    }
    for (key, value) in new where !hiddenNew.contains(key) {
      compare(old[key], value, position.member(key))
    }
  }

  private mutating func compare(_ old: [JSON], _ new: [JSON], _ position: Position) {
    guard old != new else { return }
    // Ids that are ignored do not pair elements.
    let hasIDs =
      (rules.ignoredPaths.isEmpty || !isIgnored(position.member("0").member("id")))
      && !hasHiddenIDs(old, .first) && !hasHiddenIDs(new, .second)
    let oldNames = ElementNames(old, comparedWith: new, byID: hasIDs)
    let newNames = ElementNames(new, comparedWith: old, byID: hasIDs)
    let pairs = ElementPairs(
      from: old, oldNames, to: new, newNames, hiding: rules.placeholders)
    for index in old.indices where pairs.new[index] == nil {
      compare(old[index], nil, position.element(oldNames, at: index, index, index))
    }
    for index in new.indices {
      guard let before = pairs.old[index] else {
        compare(nil, new[index], position.element(newNames, at: index, index, index))
        continue
      }
      let element = position.element(newNames, at: index, before, index)
      if pairs.moved.contains(index), !isIgnored(element) {
        append(.moved(from: before, to: index), element)
      }
      compare(old[before], new[index], element)
    }
  }
}

extension StateDifference {
  /// The keys that only one state has, and that could be the same.
  private func hiddenPairs(_ old: JSONObject, _ new: JSONObject) -> [(old: String, new: String)] {
    guard let placeholders = rules.placeholders else { return [] }
    func keys(_ members: JSONObject, without other: JSONObject, _ side: PlaceholderPair.Side)
      -> (hidden: [String], plain: [String])
    {
      let own = members.map(\.key).filter { other[$0] == nil }
      let isHidden = { (key: String) in placeholders.isHidden(.string(key), in: side) }
      return (own.filter(isHidden), own.filter { !isHidden($0) })
    }
    var (oldKeys, newKeys) = (keys(old, without: new, .first), keys(new, without: old, .second))
    let hiddenCount = oldKeys.hidden.count + newKeys.hidden.count
    guard hiddenCount > 0, hiddenCount <= Self.hiddenKeysMax else { return [] }
    var pairs: [(old: String, new: String)] = []
    func pair(_ olds: inout [String], _ news: inout [String]) {
      olds.removeAll { old in
        let found = news.firstIndex { placeholders.couldBeEqual(.string(old), .string($0)) }
        if let found { pairs.append((old, news.remove(at: found))) }
        return found != nil
      }
    }
    pair(&oldKeys.hidden, &newKeys.hidden)
    pair(&oldKeys.hidden, &newKeys.plain)
    pair(&oldKeys.plain, &newKeys.hidden)
    return pairs
  }

  /// The most redacted keys of an object that are paired with others, each by looking at all.
  private static var hiddenKeysMax: Int { 1000 }

  /// Whether an element's id could be any of the other log.
  private func hasHiddenIDs(_ elements: [JSON], _ side: PlaceholderPair.Side) -> Bool {
    guard let placeholders = rules.placeholders else { return false }
    return elements.contains { element in
      element.elementID.map { placeholders.isHidden($0, in: side) } ?? false
    }
  }
}

extension String {
  /// A path to a value below the one at this path, cut if it is long.
  ///
  /// A long key would otherwise be repeated in the path of each value below it.
  fileprivate func appending(token: String) -> String {
    guard utf8.count <= StateDifference.pathBytesMax else { return self }
    let path = self + token
    guard path.utf8.count > StateDifference.pathBytesMax else { return path }
    var end = path.utf8.index(path.startIndex, offsetBy: StateDifference.pathBytesMax)
    while end.samePosition(in: path.unicodeScalars) == nil { end = path.utf8.index(before: end) }
    return path[..<end] + "…"
  }
}

/// Names for an array's elements: their ids if unique, else their indexes.
struct ElementNames {
  private let ids: [JSON?]
  /// The ids that several elements have, or that a path does not tell apart, as 7 and "7".
  private var shared: Set<JSON> = []

  /// Names for an array's elements; an id must be unique in the other array as well.
  init(_ elements: [JSON], comparedWith other: [JSON], byID: Bool = true) {
    ids = elements.map { byID ? $0.elementID : nil }
    guard byID else { return }
    for list in [ids, other.map(\.elementID)] {
      var seen: Set<JSON> = []
      for case let id? in list where !seen.insert(id).inserted { shared.insert(id) }
      guard seen.contains(where: { $0.number != nil }) else { continue }
      for case .string(let text)? in list {
        guard let number = JSON(idNumber: text), seen.contains(number) else { continue }
        shared.formUnion([.string(text), number])
      }
    }
  }

  /// The element's id, if it is unique.
  func id(_ index: Int) -> JSON? {
    guard let id = ids[index], !shared.contains(id) else { return nil }
    return id
  }

  /// What an element adds to the path of its array.
  func token(_ index: Int, below path: String) -> String {
    id(index).flatMap { Self.token(ofID: $0, below: path) } ?? "/\(index)"
  }

  /// The same, for an id; nil for one that could be misread as part of the path.
  static func token(ofID id: JSON, below path: String) -> String? {
    let text = id.string ?? id.description
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 > 0x20 && !separators.contains($0) }) else {
      return nil
    }
    // The root has no name to put an id after.
    return (path.isEmpty ? "/" : "") + "[id=\(text)]"
  }

  private static let separators = Array("[]/~=".utf8)
}

/// Pairs the elements of two arrays.
private struct ElementPairs {
  /// The index in the new array, by the index in the old one.
  private(set) var new: [Int?]
  /// The index in the old array, by the index in the new one.
  private(set) var old: [Int?]
  /// The indexes in the new array of elements that were reordered.
  private(set) var moved: Set<Int> = []

  init(
    from old: [JSON], _ oldNames: ElementNames, to new: [JSON], _ newNames: ElementNames,
    hiding placeholders: PlaceholderPair?
  ) {
    self.new = Array(repeating: nil, count: old.count)
    self.old = Array(repeating: nil, count: new.count)
    var oldIndexes: [JSON: Int] = [:]
    for index in old.indices { if let id = oldNames.id(index) { oldIndexes[id] = index } }
    for index in new.indices {
      if let id = newNames.id(index), let oldIndex = oldIndexes[id] { pair(oldIndex, index) }
    }
    let inOrder = longestIncreasingSubsequence(self.old)
    let paired = new.indices.filter { self.old[$0] != nil }
    moved = Set(paired).subtracting(inOrder)
    pairRest(
      old.indices.filter { oldNames.id($0) == nil }, new.indices.filter { newNames.id($0) == nil }
    ) { index, side in
      let element = side == .first ? old[index] : new[index]
      return (placeholders?.masked(element, in: side) ?? element).hashValue
    }
  }

  private mutating func pair(_ before: Int, _ after: Int) {
    (new[before], old[after]) = (after, before)
  }

  /// Pairs the elements without ids: equal ones, then those between the same neighbours.
  private mutating func pairRest(
    _ oldRest: [Int], _ newRest: [Int], hash: (Int, PlaceholderPair.Side) -> Int
  ) {
    let alignment = SequenceAlignment(
      from: oldRest.map { hash($0, .first) }, to: newRest.map { hash($0, .second) })
    for run in alignment.runs {
      for offset in 0..<run.count {
        pair(oldRest[run.old + offset], newRest[run.new + offset])
      }
    }
    for gap in alignment.gaps(upTo: oldRest.count, newRest.count) {
      for (before, after) in zip(gap.old, gap.new) { pair(oldRest[before], newRest[after]) }
    }
  }
}
