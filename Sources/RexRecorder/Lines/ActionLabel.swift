import RexJSON

/// The label of an action: the name of its enum case, and those of the enums nested in it.
///
///     encoded                                                label
///     {"loadMessages":{}}                                    loadMessages
///     {"news":{"_0":{"dataLoaded":{"_0":[…]}}}}              news.dataLoaded
///     "reset"                                                reset
///     {"PhotoGallery":{"open":{}}}, registered               PhotoGallery.open
///     not Codable: .news(.dataLoaded([…]))                   news.dataLoaded
///
/// An enum case is encoded as an object whose only key is the case and whose value is an object of
/// the payload. If the only payload is another enum, its key is `_0`. Actions with other encodings
/// are labeled with their type's name.
enum ActionLabel {
  /// The limit on nested enums; deeper cases are left out.
  private static let depthMax = 8

  /// Returns the label of an action that is not encoded; nil if it is not an enum.
  static func label(of action: Any) -> String? {
    var names: [String] = []
    var value = action
    while names.count < depthMax, let (name, payload) = enumCase(of: value) {
      names.append(name)
      guard let payload else { break }
      value = payload
    }
    return names.isEmpty ? nil : names.joined(separator: ".")
  }

  /// Returns the name of an enum case, and its payload; several or labeled values are a tuple.
  private static func enumCase(of value: Any) -> (name: String, payload: Any?)? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return nil }
    if let child = mirror.children.first { return child.label.map { ($0, child.value) } }
    // Without a payload, the description is the case's name, unless the type customizes it.
    guard !(value is any CustomStringConvertible), !(value is any TextOutputStreamable),
      !(value is any CustomDebugStringConvertible)
    else { return nil }
    return (String(describing: value), nil)
  }

  /// Returns the label of a registered enum, without the registered name that encloses it.
  static func label(ofRegistered bytes: [UInt8]) -> String? {
    bytes.withUnsafeBytes { bytes in
      onlyMember(of: bytes).flatMap { label(ofEncoded: $0.value) }
    }
  }

  static func label(ofEncoded bytes: [UInt8]) -> String? {
    bytes.withUnsafeBytes { label(ofEncoded: $0) }
  }

  private static func label(ofEncoded text: UnsafeRawBufferPointer) -> String? {
    if text.first == UInt8(ascii: "\"") { return plainText(text.dropFirst().dropLast()) }
    var label: String?
    var enclosed = text
    for _ in 0..<depthMax {
      guard let (name, payload) = onlyMember(of: enclosed), payload.first == UInt8(ascii: "{")
      else { break }
      label = label.map { "\($0).\(name)" } ?? name
      guard let (key, inner) = onlyMember(of: payload), key == "_0" else { break }
      enclosed = inner
    }
    return label
  }

  /// Returns the key and the value of an object with exactly one member.
  private static func onlyMember(
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
