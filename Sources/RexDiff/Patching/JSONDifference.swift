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
  public static func firstDifference(from old: JSON, to new: JSON) -> JSONDifference? {
    guard old != new else { return nil }
    var tokens: [String] = []
    var sides: (old: JSON, new: JSON) = (old, new)
    while let (token, old, new) = firstDifferingChild(sides.old, sides.new) {
      tokens.append(token)
      guard let old, let new else {
        return JSONDifference(path: JSONPointer(tokens: tokens), old: old, new: new)
      }
      sides = (old, new)
    }
    return JSONDifference(path: JSONPointer(tokens: tokens), old: sides.old, new: sides.new)
  }

  /// Returns the first child in which two containers of the same kind differ; nil for other values.
  private static func firstDifferingChild(
    _ old: JSON, _ new: JSON
  ) -> (token: String, old: JSON?, new: JSON?)? {
    switch (old, new) {
    case (.array(let old), .array(let new)):
      let common = min(old.count, new.count)
      let index = (0..<common).first { old[$0] != new[$0] } ?? common
      return (
        String(index), index < old.count ? old[index] : nil, index < new.count ? new[index] : nil
      )
    case (.object(let old), .object(let new)):
      if let (key, value) = old.first(where: { $0.value != new[$0.key] }) {
        return (key, value, new[key])
      }
      return new.first { old[$0.key] == nil }.map { ($0.key, nil, $0.value) }
    default:
      return nil
    }
  }
}

extension JSON {
  /// Returns the first difference that satisfies a condition; nil if there is none.
  ///
  /// Differences are in the order of `firstDifference(from:to:)`, each with the deepest path that
  /// contains it. The function recurses to the depth of the documents.
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
