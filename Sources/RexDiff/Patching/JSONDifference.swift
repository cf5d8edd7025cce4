public import RexJSON

/// A difference between two documents at a path, with both values.
public struct JSONDifference: Sendable, Hashable {
  /// The deepest path that contains the whole difference.
  public var path: JSONPointer
  /// The value in the old document; nil if there is none.
  public var old: JSON?
  /// The value in the new document; nil if there is none.
  public var new: JSON?

  /// Creates a difference at a path.
  public init(path: JSONPointer, old: JSON?, new: JSON?) {
    self.path = path
    self.old = old
    self.new = new
  }
}

extension JSON {
  /// Returns the first difference in the order of the old document; nil if the documents are equal.
  ///
  /// Members that are only in the new document come last. Arrays are compared position by position.
  /// The function recurses to the depth of the documents.
  public static func firstDifference(from old: JSON, to new: JSON) -> JSONDifference? {
    firstDifference(from: old, to: new) { _ in true }
  }

  /// Returns the first difference that satisfies a condition; nil if there is none.
  ///
  /// Differences are in the order of `firstDifference(from:to:)`, each with the deepest path that
  /// contains it.
  package static func firstDifference(
    from old: JSON, to new: JSON, where isWanted: (JSONDifference) -> Bool
  ) -> JSONDifference? {
    firstDifference(old, new, at: JSONPointer(), where: isWanted)
  }

  private static func firstDifference(
    _ old: JSON?, _ new: JSON?, at path: JSONPointer, where isWanted: (JSONDifference) -> Bool
  ) -> JSONDifference? {
    guard old != new else { return nil }
    let tokens: [String]
    switch (old, new) {
    case (.array(let old), .array(let new)):
      tokens = (0..<max(old.count, new.count)).map { String($0) }
    case (.object(let old), .object(let new)):
      tokens = old.map(\.key) + new.map(\.key).filter { old[$0] == nil }
    default:
      let difference = JSONDifference(path: path, old: old, new: new)
      return isWanted(difference) ? difference : nil
    }
    for token in tokens {
      let child = JSONPointer(tokens: [token])
      let found = firstDifference(
        old?[child], new?[child], at: path.appending(token), where: isWanted)
      if let found { return found }
    }
    return nil
  }
}
