import RexJSON

/// The state shared by a decoder and its containers: a text, its index, and lookup positions.
///
/// During the call, the text belongs to the caller; a container that outlives the call has a copy.
/// In the index, a key's `next` is the entry of its value, except for an object's first key, whose
/// `next` is the value where the next lookup starts.
final class DecodingStorage {
  private(set) var bytes: UnsafePointer<UInt8>
  let index: JSONIndex
  /// The entries of the index, which are read without a call into another module.
  private let entries: UnsafeMutableBufferPointer<JSONIndex.Entry>
  let userInfo: [CodingUserInfoKey: any Sendable]

  private(set) var text: UnsafeRawBufferPointer

  /// The copy of the text, if one was made.
  private var copy: UnsafeMutableRawBufferPointer?

  /// The keys of large objects whose keys are requested out of order.
  private var tables: [Int: (keys: JSONKeyTable, values: [Int])] = [:]

  /// For each container on the path to an error, the child on that path.
  private var lastSteps: [Int: PathStep] = [:]

  private struct PathStep {
    var child: Int
    var position: Int
  }

  /// The object whose keys were listed last, and their type.
  private(set) var listed: (object: Int, keys: any CodingKey.Type)?

  /// The entry of a missing value, for `superDecoder`; it decodes as null.
  static let absent = -1

  init(
    scanning source: UnsafeRawBufferPointer, limits: JSONLimits,
    userInfo: [CodingUserInfoKey: any Sendable]
  ) throws(JSONError) {
    index = try JSONIndex.scanning(source, limits: limits)
    entries = index.entries
    text = source
    bytes = source.utf8Start
    self.userInfo = userInfo
  }

  /// Copies the text, so that it stays valid after the caller's is freed.
  func copyText() {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: text.count, alignment: 1)
    copy.copyMemory(from: text)
    self.copy = copy
    text = UnsafeRawBufferPointer(copy)
    if let start = copy.bindMemory(to: UInt8.self).baseAddress { bytes = UnsafePointer(start) }
  }

  deinit { copy?.deallocate() }

  @inline(__always)
  func entry(_ entry: Int) -> JSONIndex.Entry {
    assert((0..<entries.count).contains(entry), "the entry is in the index")
    return entries[entry]
  }

  @inline(__always)
  func kind(of entry: Int) -> JSONIndex.Kind {
    entry == Self.absent ? .null : self.entry(entry).kind
  }

  func string(of entry: Int) -> String { self.entry(entry).string(in: bytes) }

  func location(of entry: Int) -> JSONLocation {
    // A string's entry starts after its quote.
    let start = Int(self.entry(entry).start)
    let offset = kind(of: entry) == .string ? start - 1 : start
    return JSONLocation(offset: offset, in: text)
  }
}

extension DecodingStorage {
  private static let tableMin = 16

  /// Returns the entry of a member's value; nil if the object does not have the key.
  ///
  /// Values usually request keys in the order of the text, so the key after the last one found is
  /// tried first.
  @inline(__always)
  func value(of key: String, inObject object: Int) -> Int? {
    guard let value = peek(key, inObject: object) else { return nil }
    entries[object + 1].next = index.entries[value].next &+ 1
    return value
  }

  /// Like `value(of:inObject:)`, but does not move on, since the key is requested again.
  @inline(__always)
  func peek(_ key: String, inObject object: Int) -> Int? {
    let end = Int(entry(object).next)
    assert(end <= entries.count, "the object is in the index")
    guard object + 1 < end else { return nil }
    let hint = Int(entries[object + 1].next) - 1
    if hint < end, isKey(hint, key) { return hint + 1 }
    return search(key, inObject: object, from: hint, to: end)
  }

  @inline(never)
  private func search(_ key: String, inObject object: Int, from hint: Int, to end: Int) -> Int? {
    if entries[object].length > Self.tableMin {
      let table = table(ofObject: object)
      return table.keys.position(of: key).map { table.values[$0] }
    }
    return search(key, from: hint, to: end) ?? search(key, from: object + 1, to: min(hint, end))
  }

  private func search(_ key: String, from first: Int, to end: Int) -> Int? {
    var candidate = first
    while candidate < end {
      if isKey(candidate, key) { return candidate + 1 }
      candidate = Int(entries[candidate + 1].next)
    }
    return nil
  }

  @inline(__always)
  private func isKey(_ entry: Int, _ key: String) -> Bool {
    let written = self.entry(entry)
    assert(Int(written.start) + Int(written.length) <= text.count, "the key is in the text")
    guard written.isVerbatim else { return written.string(in: bytes).hasSameBytes(as: key) }
    let start = bytes + Int(written.start)
    return key.utf8.withContiguousStorageIfAvailable { key in
      key.count == Int(written.length) && bytesAreEqual(key.baseAddress, start, count: key.count)
    } ?? written.string(in: bytes).hasSameBytes(as: key)
  }

  private func table(ofObject object: Int) -> (keys: JSONKeyTable, values: [Int]) {
    if let table = tables[object] { return table }
    let values = values(ofObject: object)
    let table = (JSONKeyTable(values.map { string(of: $0 - 1) }), values)
    tables[object] = table
    return table
  }
}

extension DecodingStorage {
  /// Returns the keys of an object that are valid for a type of keys.
  func keys<Key: CodingKey>(ofObject object: Int, as type: Key.Type) -> [Key] {
    listed = (object, type)
    // An enum with payloads requests the only key each time it is decoded.
    if entries[object].length == 1 {
      guard let key = Key(stringValue: string(of: object + 1)) else { return [] }
      return [key]
    }
    let end = Int(entries[object].next)
    var keys: [Key] = []
    keys.reserveCapacity(Int(entries[object].length))
    var entry = object + 1
    while entry < end {
      if let key = Key(stringValue: string(of: entry)) { keys.append(key) }
      entry = Int(entries[entry + 1].next)
    }
    return keys
  }

  func values(ofObject object: Int) -> [Int] {
    children(of: object, stepOverKeys: 1)
  }

  func elements(ofArray array: Int) -> [Int] {
    children(of: array, stepOverKeys: 0)
  }

  private func children(of container: Int, stepOverKeys: Int) -> [Int] {
    var children: [Int] = []
    let end = Int(entries[container].next)
    var child = container + 1 + stepOverKeys
    while child < end {
      children.append(child)
      child = Int(entries[child].next) + stepOverKeys
    }
    return children
  }

  /// Returns the path from the root to an entry, found by walking down.
  ///
  /// Each step starts where the last one in the same container ended: values that try one type
  /// after another create an error for each element, in order.
  func codingPath(of target: Int) -> [any CodingKey] {
    guard target != Self.absent else { return [] }
    var path: [any CodingKey] = []
    var container = 0
    while container != target {
      let isObject = kind(of: container) == .object
      var step = PathStep(child: container + (isObject ? 2 : 1), position: 0)
      if let last = lastSteps[container], last.child <= target { step = last }
      while case let next = Int(entries[step.child].next), next <= target {
        step = PathStep(child: next + (isObject ? 1 : 0), position: step.position + 1)
      }
      lastSteps[container] = step
      container = step.child
      path.append(isObject ? PathKey(string(of: container - 1)) : PathKey(step.position))
    }
    return path
  }

  /// Returns the entry at a coding path, or its nearest ancestor that exists.
  func entry(at path: [any CodingKey]) -> Int {
    var entry = 0
    for step in path {
      var child: Int?
      switch (kind(of: entry), step.intValue) {
      case (.object, _): child = value(of: step.stringValue, inObject: entry)
      case (.array, let position?):
        let elements = elements(ofArray: entry)
        if elements.indices.contains(position) { child = elements[position] }
      default: break
      }
      guard let child else { break }
      entry = child
    }
    return entry
  }
}
