public import RexJSON

/// A place where two documents differ, with the value of each.
public struct JSONDifference: Sendable, Hashable {
  /// The deepest place that holds the whole difference.
  public var path: JSONPointer
  /// The value in the old document; nil when there is none.
  public var old: JSON?
  /// The value in the new document; nil when there is none.
  public var new: JSON?

  /// A difference at a place.
  public init(path: JSONPointer, old: JSON?, new: JSON?) {
    self.path = path
    self.old = old
    self.new = new
  }
}

extension JSON {
  /// The first difference of two documents, in the old document's order; nil when they are equal.
  ///
  /// Members that only the new document has come after those of the old one. Arrays are compared
  /// position by position.
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

  /// The first child by which two containers of one kind differ; nil for anything else.
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
  /// The first difference of two documents that is wanted; nil when there is none.
  ///
  /// Differences come in the order of `firstDifference(from:to:)`; each is the deepest place that
  /// holds it. It recurses as deep as the documents nest.
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
