import RexActions
import RexDiff
import RexFormat
import RexJSON

/// The label of an action: the name of its enum case, and those of the enums nested in it.
///
///     encoded                                                label
///     {"loadMessages":{}}                                    loadMessages
///     {"news":{"_0":{"dataLoaded":{"_0":[…]}}}}              news.dataLoaded
///     {"profiles":{"_0":{"ann@example.org":{…}}}}            profiles: its payload is no enum
///     "reset"                                                reset
///     {"PhotoGallery":{"open":{}}}, registered               PhotoGallery.open
///     not Codable: .news(.dataLoaded([…]))                   news.dataLoaded
///     .path(.element(id: 0, action: .meeting(.started)))     path.element.meeting.started
///     .binding(.set(\\State.title, "…")), not Codable        binding.title
///
/// All names are from the app's source, whatever the action's encoding contains. Actions with other
/// encodings are labeled with their type's name.
enum ActionLabel {
  /// The limit on nested enums; deeper cases are left out.
  static let depthMax = 8

  /// Returns the label of an action that is not encoded; nil if it is not an enum.
  static func label(of action: Any) -> String? {
    var (names, value) = cases(of: action)
    if let field = value.flatMap(boundField), names.count < depthMax { names.append(field) }
    return names.isEmpty ? nil : LineLimits.name(names.joined(separator: "."))
  }

  /// Returns whether the innermost action is a `BindingAction`.
  static func isBinding(_ action: Any) -> Bool {
    cases(of: action).inner.map { isBindingAction(Mirror(reflecting: $0)) } ?? false
  }

  /// Returns the cases of an action and of those in it, and what is in the last one.
  private static func cases(of action: Any) -> (names: [String], inner: Any?) {
    var names: [String] = []
    var value: Any? = action
    while names.count < depthMax, let outer = value, let (name, payload) = enumCase(of: outer),
      let name
    {
      names.append(name)
      value = payload.flatMap(innerAction)
    }
    return (names, value)
  }

  private static func isBindingAction(_ mirror: Mirror) -> Bool {
    String(describing: mirror.subjectType).hasPrefix("BindingAction<")
  }

  /// Returns the case of an enum and its payload, which is a tuple of several or labeled values.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - key: The key with which it was encoded, if it was.
  /// - Returns: Nil if the value is not an enum; a name of nil if it cannot be known.
  static func enumCase(of value: Any, key: String? = nil) -> (name: String?, payload: Any?)? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return nil }
    if value is any CustomReflectable { return (knownName(key, of: value), nil) }
    if let child = mirror.children.first {
      return (child.label ?? knownName(key, of: value), child.value)
    }
    // Without a payload, the description is the case's name, unless the type customizes it.
    let isDescribedByItself =
      value is any CustomStringConvertible || value is any TextOutputStreamable
      || value is any CustomDebugStringConvertible
    if isDescribedByItself || CaseNames(of: type(of: value)) == nil {
      return (knownName(key, of: value), nil)
    }
    return (String(describing: value), nil)
  }

  /// Returns the value in the payload of a case that can be an action: the only one, or the one
  /// that is labeled `action`; nil if there is none.
  static func innerAction(in payload: Any) -> Any? {
    let mirror = Mirror(reflecting: payload)
    switch mirror.displayStyle {
    case .tuple:
      return mirror.children.first { $0.label == "action" }.flatMap { innerAction(in: $0.value) }
    case .optional: return mirror.children.first.flatMap { innerAction(in: $0.value) }
    default: return payload
    }
  }

  /// Returns the name of the field that a `BindingAction` sets, if the runtime knows it.
  private static func boundField(of value: Any) -> String? {
    let mirror = Mirror(reflecting: value)
    guard isBindingAction(mirror),
      let keyPath = mirror.children.first(where: { $0.label == "keyPath" })
    else { return nil }
    return KeyPathName.field(of: keyPath.value)
  }

  /// Returns a key that is the name of a case.
  ///
  /// In a build without reflection metadata, any key with the form of a name is.
  private static func knownName(_ key: String?, of value: Any) -> String? {
    guard let key else { return nil }
    if let names = CaseNames(of: type(of: value)) { return names.contains(key) ? key : nil }
    return key.utf8.allSatisfy { $0 < 128 && ($0 == UInt8(ascii: "_") || $0.isAlphanumeric) }
      ? key : nil
  }

  /// Returns the keys that are cases in an encoding of nested enums, from the outermost.
  ///
  /// An enum case is encoded as an object whose only key is the case and whose value is an object
  /// of the payload. If the only payload is not labeled, its key is `_0`.
  static func keys(ofEncoded text: UnsafeRawBufferPointer) -> [String] {
    if let key = plainText(text) { return [key] }
    var keys: [String] = []
    var text = text
    while keys.count < depthMax, let (key, payload) = encodedCase(text) {
      keys.append(key)
      guard let inner = innerAction(in: payload) else { break }
      text = inner
    }
    return keys
  }

  /// Returns the text of a string, which can be an enum with raw values; nil if it has escapes.
  static func plainText(_ text: UnsafeRawBufferPointer) -> String? {
    text.first == UInt8(ascii: "\"") ? plainText(text.dropFirst().dropLast()) : nil
  }

  /// Returns the case and the payload of an encoded enum.
  static func encodedCase(
    _ text: UnsafeRawBufferPointer
  ) -> (key: String, payload: UnsafeRawBufferPointer)? {
    guard let (key, payload) = onlyMember(of: text), payload.first == UInt8(ascii: "{") else {
      return nil
    }
    return (key, payload)
  }

  /// Returns the only value in a payload, if it has no label, or the one that is labeled `action`.
  static func innerAction(in payload: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    if let (key, value) = onlyMember(of: payload), key == "_0" { return value }
    var cursor = JSONCursor(payload)
    guard cursor.enterObject() else { return nil }
    while let key = cursor.nextKey(), let range = cursor.skipValue() {
      if payload[key].elementsEqual("action".utf8) {
        return UnsafeRawBufferPointer(rebasing: payload[range])
      }
    }
    return nil
  }

  /// Returns the key and the value of an object with exactly one member.
  static func onlyMember(
    of object: UnsafeRawBufferPointer
  ) -> (key: String, value: UnsafeRawBufferPointer)? {
    var cursor = JSONCursor(object)
    guard cursor.enterObject(), let key = cursor.nextKey(), let value = cursor.skipValue(),
      cursor.nextKey() == nil, let name = plainText(object[key])
    else { return nil }
    return (name, UnsafeRawBufferPointer(rebasing: object[value]))
  }

  /// Returns the text of a string, given without quotes; nil if it contains escapes.
  private static func plainText(_ string: Slice<UnsafeRawBufferPointer>) -> String? {
    string.contains(UInt8(ascii: "\\")) ? nil : String(decoding: string, as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var isAlphanumeric: Bool {
    let lower = self | 0x20
    return lower >= UInt8(ascii: "a") && lower <= UInt8(ascii: "z")
      || self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9")
  }
}
