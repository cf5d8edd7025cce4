/// An object's members in their order, each key once; keys are compared by their UTF-8 bytes.
public struct JSONObject: Sendable {
  private var members: [(key: String, value: JSON)] = []

  /// An object without members.
  public init() {}

  /// The number of members.
  public var count: Int { members.count }

  /// The value of a key.
  ///
  /// Setting replaces in place or appends a new key; setting nil removes.
  public subscript(key: String) -> JSON? {
    get { position(of: key).map { members[$0].value } }
    set {
      switch (position(of: key), newValue) {
      case (let position?, let value?): members[position].value = value
      case (let position?, nil): members.remove(at: position)
      case (nil, let value?): members.append((key, value))
      case (nil, nil): break
      }
    }
  }

  /// The place of a key in the order of members; nil when it is absent.
  public func position(of key: String) -> Int? {
    members.firstIndex { $0.key.hasSameBytes(as: key) }
  }
}

extension JSONObject: RandomAccessCollection {
  /// The first position: 0.
  public var startIndex: Int { 0 }
  /// The position after the last member.
  public var endIndex: Int { members.count }
  /// The member at a position.
  public subscript(position: Int) -> (key: String, value: JSON) { members[position] }

  /// Changes the value at a position in place.
  package mutating func withValue<Result>(
    at position: Int, _ body: (inout JSON) throws -> Result
  ) rethrows -> Result {
    try body(&members[position].value)
  }
}

extension JSONObject: Hashable {
  /// Whether both have the same keys with equal values, in any order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    guard left.count == right.count else { return false }
    return left.members.allSatisfy { right[$0.key] == $0.value }
  }

  /// Feeds the members into a hasher, whatever their order.
  public func hash(into hasher: inout Hasher) {
    var sum = 0
    for (key, value) in members {
      var memberHasher = hasher
      key.hashBytes(into: &memberHasher)
      value.hash(into: &memberHasher)
      sum &+= memberHasher.finalize()
    }
    hasher.combine(count)
    hasher.combine(sum)
  }
}
