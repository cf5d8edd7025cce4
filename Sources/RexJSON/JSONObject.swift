/// The members of an object in order, with unique keys; keys are compared by their UTF-8 bytes.
///
/// A lookup takes constant time. So does adding or removing a member if the object is not shared.
/// Removing a member moves the members after it, as in an array; in an object of more than 1,024
/// members, the last one takes its place.
public struct JSONObject: Sendable {
  private var table: JSONKeyTable
  /// The members' values, in order.
  package private(set) var values: [JSON]

  /// Creates an object without members.
  public init() {
    table = .empty
    values = []
  }

  /// Creates an object with a table's keys and these values.
  init(table: JSONKeyTable, values: [JSON]) {
    precondition(table.keys.count == values.count, "an object has one value for each key")
    self.table = table
    self.values = values
  }

  /// The number of members.
  public var count: Int { values.count }

  /// The value of a key.
  ///
  /// Setting a value replaces it in place or appends a new key; setting nil removes the key.
  public subscript(key: String) -> JSON? {
    get { table.position(of: key).map { values[$0] } }
    set {
      switch (table.position(of: key), newValue) {
      case (let position?, let value?):
        values[position] = value
      case (let position?, nil):
        remove(at: position)
      case (nil, let value?):
        makeTableUnique()
        table.append(key)
        values.append(value)
      case (nil, nil): break
      }
    }
  }

  /// Returns the position of a key in the order of members; nil if it is missing.
  public func position(of key: String) -> Int? { table.position(of: key) }

  private mutating func remove(at position: Int) {
    makeTableUnique()
    if count > Self.orderedRemovalMax {
      table.removeBySwapping(at: position)
      values.swapAt(position, count - 1)
      values.removeLast()
    } else {
      table.remove(at: position)
      values.remove(at: position)
    }
  }

  /// The members of the largest object that keeps its order when one is removed.
  ///
  /// Otherwise, removing all members of an object one by one would take quadratic time.
  private static let orderedRemovalMax = 1024

  private mutating func makeTableUnique() {
    if !isKnownUniquelyReferenced(&table) { table = table.copy() }
  }
}

extension JSONObject: RandomAccessCollection {
  /// The first position: 0.
  public var startIndex: Int { 0 }
  /// The position after the last member.
  public var endIndex: Int { values.count }
  /// The member at a position.
  public subscript(position: Int) -> (key: String, value: JSON) {
    (table.keys[position], values[position])
  }

  /// Changes the value at a position in place.
  package mutating func withValue<Result>(
    at position: Int, _ body: (inout JSON) throws -> Result
  ) rethrows -> Result {
    try body(&values[position])
  }
}

extension JSONObject: Hashable {
  /// Returns whether both have the same keys with equal values, in any order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    guard left.count == right.count else { return false }
    if left.table === right.table { return left.values == right.values }
    // A loop rather than a closure, since the frames of a deep comparison have to fit on a small
    // stack.
    for position in left.values.indices {
      guard let other = right.table.position(of: left.table.keys[position]),
        left.values[position] == right.values[other]
      else { return false }
    }
    return true
  }

  /// Hashes the members, independently of their order.
  public func hash(into hasher: inout Hasher) {
    var sum = 0
    for position in values.indices {
      var memberHasher = hasher
      table.keys[position].hashBytes(into: &memberHasher)
      values[position].hash(into: &memberHasher)
      sum &+= memberHasher.finalize()
    }
    hasher.combine(count)
    hasher.combine(sum)
  }
}
