/// Types whose values are in another order in each process: sets, and dictionaries that `Codable`
/// writes as arrays, which are all but those with `String` or `Int` keys.
///
/// A reducer that makes an array of one passes some runs and fails others.
enum UnorderedTypes {
  /// So many actions of a run are looked into; those of one app are much alike.
  static let inspectedActionsMax = 64
  /// So many values of one state or action are looked into.
  private static let valuesMax = 4_096

  /// The name of the first such type that a value holds; nil when none was found.
  static func first(in value: Any) -> String? {
    var waiting: [Any] = [value]
    var count = 0
    while let value = waiting.popLast(), count < valuesMax {
      count += 1
      let mirror = Mirror(reflecting: value)
      if isUnordered(mirror) { return String(describing: type(of: value)) }
      waiting += mirror.children.prefix(valuesMax - count).map(\.value)
    }
    return nil
  }

  private static func isUnordered(_ mirror: Mirror) -> Bool {
    switch mirror.displayStyle {
    case .set: true
    case .dictionary:
      (mirror.subjectType as? any DictionaryType.Type)?.isWrittenAsObject == false
    default: false
    }
  }
}

/// A dictionary of any type.
private protocol DictionaryType {
  /// Whether `Codable` writes it as an object.
  static var isWrittenAsObject: Bool { get }
}

extension Dictionary: DictionaryType {
  fileprivate static var isWrittenAsObject: Bool {
    Key.self == String.self || Key.self == Int.self || Key.self is any CodingKeyRepresentable.Type
  }
}
