public import RexJSON

/// How two states differ, down to the leaf, for a person to read.
///
///     /messages[id=m-17]/body   "hi" → "hello"
///     /messages[id=m-18]        was added
///     /messages[id=m-3]         moved from 3 to 7
///
/// A patch tells how to come from one to the other in few bytes; this tells what is different.
/// Elements of arrays are known by their `id`s; where they have none, equal elements belong
/// together, and of the rest those in the same places.
public struct StateDifference: Sendable {
  /// The differences, in the order of the later state.
  public private(set) var leaves: [Leaf] = []

  /// One difference.
  public struct Leaf: Sendable, Equatable {
    /// The value's path, with elements by their ids where that is clear: a `ValuePath`.
    public var path: String
    /// The value's place in the earlier state; nil where it is not there.
    public var before: JSONPointer?
    /// The value's place in the later state; nil where it is not there.
    public var after: JSONPointer?
    /// What is different.
    public var change: Change
  }

  /// What can be different.
  public enum Change: Sendable, Equatable {
    /// The value is only in the later state.
    case added(JSON)
    /// The value is only in the earlier state.
    case removed(JSON)
    /// Both have a value.
    case replaced(JSON, JSON)
    /// An element has another place among those that are in both.
    case moved(from: Int, to: Int)
  }

  /// The differences between two states, or between their values at a place.
  public init(from old: JSON?, to new: JSON?, at place: JSONPointer = JSONPointer()) {
    compare(old, new, Place(path: place.description, before: place, after: place))
  }

  /// Whether the states are equal.
  public var isEmpty: Bool { leaves.isEmpty }

  private struct Place {
    var path: String
    var before: JSONPointer
    var after: JSONPointer

    func member(_ key: String) -> Place {
      Place(
        path: path + JSONPointer(tokens: [key]).description,
        before: before.appending(key), after: after.appending(key))
    }

    func element(_ name: String, _ old: Int, _ new: Int) -> Place {
      // The root has no name that an id could stand behind.
      let base = path.isEmpty && !name.hasPrefix("/") ? "/" : path
      return Place(path: base + name, before: before.appending(old), after: after.appending(new))
    }
  }

  private mutating func compare(_ old: JSON?, _ new: JSON?, _ place: Place) {
    switch (old, new) {
    case (nil, nil): break
    case (let old?, nil): append(.removed(old), place, after: false)
    case (nil, let new?): append(.added(new), place, before: false)
    case (.object(let old)?, .object(let new)?): compare(old, new, place)
    case (.array(let old)?, .array(let new)?): compare(old, new, place)
    case (let old?, let new?):
      if old != new { append(.replaced(old, new), place) }
    }
  }

  private mutating func append(
    _ change: Change, _ place: Place, before: Bool = true, after: Bool = true
  ) {
    leaves.append(
      Leaf(
        path: place.path, before: before ? place.before : nil, after: after ? place.after : nil,
        change: change))
  }

  private mutating func compare(_ old: JSONObject, _ new: JSONObject, _ place: Place) {
    for (key, value) in old where new[key] == nil { compare(value, nil, place.member(key)) }
    for (key, value) in new { compare(old[key], value, place.member(key)) }
  }

  private mutating func compare(_ old: [JSON], _ new: [JSON], _ place: Place) {
    guard old != new else { return }
    let oldNames = ElementNames(old, besides: new)
    let newNames = ElementNames(new, besides: old)
    let partners = ElementPartners(from: old, oldNames, to: new, newNames)
    for index in old.indices where partners.new[index] == nil {
      compare(old[index], nil, place.element(oldNames[index], index, index))
    }
    for index in new.indices {
      guard let before = partners.old[index] else {
        compare(nil, new[index], place.element(newNames[index], index, index))
        continue
      }
      let element = place.element(newNames[index], before, index)
      if partners.moved.contains(index) { append(.moved(from: before, to: index), element) }
      compare(old[before], new[index], element)
    }
  }
}

/// What an array's elements are called: by their ids where those tell them apart, else by places.
struct ElementNames {
  private let ids: [JSON?]
  /// The ids that elements of an array share.
  private var shared: Set<JSON> = []

  /// The names in an array, which tell the elements of another one apart, too.
  init(_ elements: [JSON], besides other: [JSON] = []) {
    ids = elements.map(\.elementID)
    for list in [ids, other.map(\.elementID)] {
      var seen: Set<JSON> = []
      for case let id? in list where !seen.insert(id).inserted { shared.insert(id) }
    }
  }

  /// The id, where no other element of the array has it.
  func id(_ index: Int) -> JSON? {
    guard let id = ids[index], !shared.contains(id) else { return nil }
    return id
  }

  subscript(index: Int) -> String {
    guard let id = id(index) else { return "/\(index)" }
    let text = id.string ?? id.description
    // What could be read as something else, or hide where the id ends, is told by the place.
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 > 0x20 && !Self.separators.contains($0) }) else {
      return "/\(index)"
    }
    return "[id=\(text)]"
  }

  private static let separators = Array("[]/~=".utf8)
}

/// Which elements of two arrays belong together.
private struct ElementPartners {
  /// The place in the new array, by the place in the old one.
  private(set) var new: [Int?]
  /// The place in the old array, by the place in the new one.
  private(set) var old: [Int?]
  /// The places in the new array of elements that changed their order.
  private(set) var moved: Set<Int> = []

  init(from old: [JSON], _ oldNames: ElementNames, to new: [JSON], _ newNames: ElementNames) {
    self.new = Array(repeating: nil, count: old.count)
    self.old = Array(repeating: nil, count: new.count)
    var oldPlaces: [JSON: Int] = [:]
    for index in old.indices { if let id = oldNames.id(index) { oldPlaces[id] = index } }
    for index in new.indices {
      if let id = newNames.id(index), let partner = oldPlaces[id] { pair(partner, index) }
    }
    let inOrder = SequenceAlignment.longestIncreasing(self.old.compactMap(\.self))
    let paired = new.indices.filter { self.old[$0] != nil }
    moved = Set(paired).subtracting(inOrder.map { paired[$0] })
    pairRest(old, oldNames, new, newNames)
  }

  private mutating func pair(_ before: Int, _ after: Int) {
    (new[before], old[after]) = (after, before)
  }

  /// Pairs the elements without ids: equal ones, then those between the same neighbours.
  private mutating func pairRest(
    _ old: [JSON], _ oldNames: ElementNames, _ new: [JSON], _ newNames: ElementNames
  ) {
    let oldRest = old.indices.filter { oldNames.id($0) == nil }
    let newRest = new.indices.filter { newNames.id($0) == nil }
    let alignment = SequenceAlignment(
      from: oldRest.map { old[$0].hashValue }, to: newRest.map { new[$0].hashValue })
    var (oldStart, newStart) = (0, 0)
    let end = SequenceAlignment.Run(old: oldRest.count, new: newRest.count, count: 0)
    for run in alignment.runs + [end] {
      for (before, after) in zip(oldStart..<run.old, newStart..<run.new) {
        pair(oldRest[before], newRest[after])
      }
      for place in 0..<run.count { pair(oldRest[run.old + place], newRest[run.new + place]) }
      (oldStart, newStart) = (run.old + run.count, run.new + run.count)
    }
  }
}
