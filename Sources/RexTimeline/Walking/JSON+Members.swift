import RexJSON

extension JSON {
  /// Parses some members of an object, or all of any other value; nil if it is not JSON.
  init?(
    parsing text: UnsafeRawBufferPointer, members names: [String]?, limits: JSONLimits = .standard
  ) {
    do throws(JSONError) {
      guard let names, text.first == UInt8(ascii: "{") else {
        self = try JSON(parsing: text, limits: limits)
        return
      }
      try JSON.check(text, limits: limits)
      self = .object(try JSONObject(names, of: text, limits))
    } catch {
      return nil
    }
  }
}

extension JSONObject {
  /// Parses some members of the object that is a valid text.
  fileprivate init(
    _ names: [String], of text: UnsafeRawBufferPointer, _ limits: JSONLimits
  ) throws(JSONError) {
    self.init()
    var cursor = JSONCursor(text)
    guard cursor.enterObject() else { return }
    while let key = cursor.nextKey(), let value = cursor.skipValue() {
      guard let name = names.first(where: { text.isKey(key, $0) }) else { continue }
      self[name] = try JSON(
        parsing: UnsafeRawBufferPointer(rebasing: text[value]), limits: limits)
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether a key, given its range without quotes, equals a name.
  fileprivate func isKey(_ key: Range<Int>, _ name: String) -> Bool {
    guard self[key].contains(UInt8(ascii: "\\")) else { return self[key].elementsEqual(name.utf8) }
    let quoted = UnsafeRawBufferPointer(rebasing: self[(key.lowerBound - 1)...key.upperBound])
    return (try? JSON(parsing: quoted))?.string?.hasSameBytes(as: name) ?? false
  }
}
