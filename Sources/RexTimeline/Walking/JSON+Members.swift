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
      let index = try JSONIndex.scanning(text, limits: limits)
      var members = JSONObject()
      var key = 1
      while key < index.count {
        if let name = names.first(where: { index.isKey(key, $0, in: text) }) {
          members[name] = index.document(at: key + 1, in: text)
        }
        key = Int(index.entries[key + 1].next)
      }
      self = .object(members)
    } catch {
      return nil
    }
  }
}

extension JSONIndex {
  /// Whether a key equals a name.
  fileprivate borrowing func isKey(
    _ key: Int, _ name: String, in text: UnsafeRawBufferPointer
  ) -> Bool {
    let entry = entries[key]
    if entry.isPlain {
      let start = Int(entry.start)
      return text[start..<(start + Int(entry.length))].elementsEqual(name.utf8)
    }
    return document(at: key, in: text).string.map { $0.utf8.elementsEqual(name.utf8) } ?? false
  }
}
