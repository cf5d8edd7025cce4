import RexJSON
import RexLog

extension JSON {
  /// Parses some members of an object, or all of any other value; nil if it is not JSON.
  init?(
    parsing text: UnsafeRawBufferPointer, members names: [String]?, limits: JSONLimits = .standard
  ) {
    guard let names, text.first == UInt8(ascii: "{") else {
      guard let whole = try? JSON(parsing: text, limits: limits) else { return nil }
      self = whole
      return
    }
    do throws(JSONError) {
      let index = try JSONIndex.outlining(text, limits: limits)
      guard let members = try index.members(names, of: text, limits) else {
        let whole = try JSON(parsing: text, limits: limits)
        self = .object(JSONObject(names, of: whole))
        return
      }
      self = .object(members)
    } catch {
      return nil
    }
  }
}

extension JSONObject {
  /// Some members of an object.
  fileprivate init(_ names: [String], of whole: JSON) {
    self.init()
    for name in names { self[name] = whole[name] }
  }
}

extension JSONIndex {
  /// Some members of a text's object; nil if it is so long that the index lacks members.
  fileprivate borrowing func members(
    _ names: [String], of text: UnsafeRawBufferPointer, _ limits: JSONLimits
  ) throws(JSONError) -> JSONObject? {
    var members = JSONObject()
    var (key, count) = (1, 0)
    while key < self.count {
      let next = Int(entries[key + 1].next)
      if let name = names.first(where: { isKey(key, $0, in: text) }) {
        members[name] = try document(ofMember: key, before: next, in: text, limits)
      }
      (key, count) = (next, count + 1)
    }
    return count == entries[0].length ? members : nil
  }

  /// The value of a member, which is parsed again if the index lacks values.
  private borrowing func document(
    ofMember key: Int, before next: Int, in text: UnsafeRawBufferPointer, _ limits: JSONLimits
  ) throws(JSONError) -> JSON {
    guard !isComplete else { return document(at: key + 1, in: text) }
    return try JSON(
      parsing: self.text(ofValueAt: key + 1, before: next, in: text), limits: limits)
  }

  /// The text of a member's value.
  private borrowing func text(
    ofValueAt entry: Int, before next: Int, in text: UnsafeRawBufferPointer
  ) -> UnsafeRawBufferPointer {
    let isString = entries[entry].kind == .string
    let start = Int(entries[entry].start) - (isString ? 1 : 0)
    // The next key's quote, or the end of the text.
    var end = next < count ? Int(entries[next].start) - 1 : text.count
    let separator = next < count ? UInt8(ascii: ",") : UInt8(ascii: "}")
    repeat { end -= 1 } while text[end] != separator
    return UnsafeRawBufferPointer(rebasing: text[start..<end])
  }

  /// Whether a key equals a name.
  fileprivate borrowing func isKey(
    _ key: Int, _ name: String, in text: UnsafeRawBufferPointer
  ) -> Bool {
    let entry = entries[key]
    if entry.isPlain {
      let start = Int(entry.start)
      return text[start..<(start + Int(entry.length))].elementsEqual(name.utf8)
    }
    return document(at: key, in: text).string?.hasSameBytes(as: name) ?? false
  }
}
