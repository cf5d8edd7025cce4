package import RexJSON

extension JSON {
  /// Parses some members of an object, or all of any other value; nil if it is not JSON.
  package init?(
    parsing text: UnsafeRawBufferPointer, members names: [String]?, limits: JSONLimits = .standard
  ) {
    do throws(JSONError) {
      guard let names, text.first == UInt8(ascii: "{") else {
        self = try JSON(parsing: text, limits: limits)
        return
      }
      var object = JSONObject()
      for member in try JSON.members(of: text, limits: limits) {
        let (key, value) = (member.key, member.value)
        let quoted = UnsafeRawBufferPointer(rebasing: text[(key.lowerBound - 1)...key.upperBound])
        guard let name = String(quoted: quoted), names.contains(where: name.hasSameBytes) else {
          continue
        }
        object[name] = try JSON(
          parsing: UnsafeRawBufferPointer(rebasing: text[value]), limits: limits)
      }
      self = .object(object)
    } catch {
      return nil
    }
  }
}
