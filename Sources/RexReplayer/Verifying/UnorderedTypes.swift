import RexJSON

/// Finds types whose values have a different order in each process: sets, and dictionaries that
/// `Codable` encodes as arrays.
///
/// The keys of these dictionaries are not `String`, `Int` or `CodingKeyRepresentable`. A reducer
/// that makes an array of such a value may be verified in one run and diverge in another.
enum UnorderedTypes {
  /// The number of actions of a run that are inspected; the actions of an app are similar.
  static let inspectedActionsMax = 64
  /// The number of values inspected in a state or action.
  private static let valuesMax = 4_096

  /// The name of the first such type in a value; nil if none was found.
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
      (mirror.subjectType as? any AnyDictionary.Type)?.encodesAsObject == false
    default: false
    }
  }
}
