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
      let quoted = UnsafeRawBufferPointer(rebasing: text[(key.lowerBound - 1)...key.upperBound])
      guard let name = String(quoted: quoted), names.contains(where: name.hasSameBytes) else {
        continue
      }
      self[name] = try JSON(
        parsing: UnsafeRawBufferPointer(rebasing: text[value]), limits: limits)
    }
  }
}
