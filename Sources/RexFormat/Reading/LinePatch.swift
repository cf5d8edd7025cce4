package import RexDiff
package import RexJSON

extension JSONPatch {
  /// Parses and checks a patch.
  ///
  /// - Parameter needsValues: if not, null may stand for the value of an operation.
  package init(
    text: UnsafeRawBufferPointer, limits: JSONLimits,
    sharing tables: JSONKeyTables = JSONKeyTables(), needsValues: Bool = true
  ) throws {
    guard text.count <= JSONPatch.indexedBytesMax else {
      try self.init(
        parsing: needsValues
          ? JSON(parsing: text, limits: limits, sharing: tables)
          : JSON(outlineOfPatch: text, limits: limits))
      return
    }
    let index = try JSONIndex.scanning(text, limits: limits)
    try self.init(reading: 0, of: index, in: text, sharing: tables, needsValues: needsValues)
  }

  /// The longest text that is indexed; for a longer one, a document takes less memory.
  private static let indexedBytesMax = 1 << 20

  /// Parses a patch at an index entry; the result is the same as from a document.
  init(
    reading array: Int, of index: borrowing JSONIndex, in text: UnsafeRawBufferPointer,
    sharing tables: JSONKeyTables, needsValues: Bool = true
  ) throws(JSONPatchError) {
    guard index.entries[array].kind == .array else { throw JSONPatchError(.patchIsNotArray) }
    let count = Int(index.entries[array].length)
    var operations: [Operation] = []
    operations.reserveCapacity(count)
    var entry = array + 1
    for _ in 0..<count {
      let values = needsValues ? tables : nil
      guard let operation = Operation(addRemoveOrReplace: entry, of: index, in: text, values)
      else {
        // With a rare or invalid operation, the whole patch is parsed, which reports what is wrong.
        try self.init(parsing: index.document(at: array, in: text, sharing: tables))
        return
      }
      operations.append(operation)
      entry = Int(index.entries[entry].next)
    }
    self.init(operations)
  }
}

extension JSON {
  /// Parses a long patch with null for each value, so that these take no memory.
  fileprivate init(outlineOfPatch text: UnsafeRawBufferPointer, limits: JSONLimits)
    throws(JSONError)
  {
    try JSON.check(text, limits: limits)
    var cursor = JSONCursor(text)
    var values: [(range: Range<Int>, text: [UInt8])] = []
    if cursor.enterArray() {
      while cursor.nextElement(), cursor.enterObject() {
        while let key = cursor.nextKey(), let value = cursor.skipValue() {
          if text[key].elementsEqual("value".utf8) { values.append((value, Array("null".utf8))) }
        }
      }
    }
    var outline: [UInt8] = []
    text.write(replacing: values, into: &outline)
    try self.init(parsing: outline, limits: limits)
  }
}

extension JSONPatch.Operation {
  /// Parses an add, remove or replace operation; nil for others.
  ///
  /// - Parameter tables: The key tables of the values; nil if these are not needed.
  fileprivate init?(
    addRemoveOrReplace object: Int, of index: borrowing JSONIndex, in text: UnsafeRawBufferPointer,
    _ tables: JSONKeyTables?
  ) {
    func value(_ entry: Int) -> JSON {
      tables.map { index.document(at: entry, in: text, sharing: $0) } ?? .null
    }
    guard let opEntry = index.member("op", of: object, in: text),
      let pathEntry = index.member("path", of: object, in: text),
      index.entries[pathEntry].kind == .string,
      let path = JSONPointer(index.entries[pathEntry].string(in: text))
    else { return nil }
    if index.entries[opEntry].isText("remove", in: text) {
      self = .remove(path)
      return
    }
    guard let valueEntry = index.member("value", of: object, in: text) else { return nil }
    if index.entries[opEntry].isText("replace", in: text) {
      self = .replace(path, value(valueEntry))
    } else if index.entries[opEntry].isText("add", in: text) {
      self = .add(path, value(valueEntry))
    } else {
      return nil
    }
  }
}

extension JSONIndex {
  /// Returns the entry of a member's value; nil if there is none or the entry is not an object.
  borrowing func member(
    _ name: StaticString, of object: Int, in text: UnsafeRawBufferPointer
  ) -> Int? {
    guard entries[object].kind == .object else { return nil }
    var key = object + 1
    for _ in 0..<entries[object].length {
      let entry = entries[key]
      let isFound =
        entry.isVerbatim
        ? entry.isText(name, in: text) : entry.string(in: text) == name.description
      if isFound {
        return key + 1
      }
      key = Int(entries[key + 1].next)
    }
    return nil
  }
}

extension JSONIndex.Entry {
  /// Returns whether this is a string with exactly this text.
  fileprivate func isText(_ other: StaticString, in text: UnsafeRawBufferPointer) -> Bool {
    kind == .string && Int(length) == other.utf8CodeUnitCount
      && text[Int(start)..<Int(start) + Int(length)].elementsEqual(
        UnsafeBufferPointer(start: other.utf8Start, count: other.utf8CodeUnitCount))
  }

  fileprivate func string(in text: UnsafeRawBufferPointer) -> String {
    string(in: text.utf8Start)
  }
}
