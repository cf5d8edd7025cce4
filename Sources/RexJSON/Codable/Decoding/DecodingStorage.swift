/// What a decoder and all its containers share: a text, its index, and where look-ups stopped.
///
/// During the call the text is the caller's; a container that outlives it has a copy. A key's
/// `next` in the index is its value's entry; that of an object's first key is changed to the value
/// where the next look-up starts.
final class DecodingStorage {
  private(set) var bytes: UnsafePointer<UInt8>
  let index: JSONIndex
  let userInfo: [CodingUserInfoKey: any Sendable]

  private(set) var text: UnsafeRawBufferPointer

  /// The copy of the text, once there is one.
  private var copy: UnsafeMutableRawBufferPointer?

  /// The keys of large objects in which keys are asked for out of order.
  private var tables: [Int: (keys: JSONKeyTable, values: [Int])] = [:]

  /// For each container on the way to an error, the child that the way went through.
  private var lastSteps: [Int: PathStep] = [:]

  private struct PathStep {
    var child: Int
    var position: Int
  }

  /// The object whose keys were last listed, and the type they were wanted as.
  private(set) var listed: (object: Int, keys: any CodingKey.Type)?

  /// The entry of what is not there, as `superDecoder` may be asked for; decodes as null.
  static let absent = -1

  init(
    scanning source: UnsafeRawBufferPointer, limits: JSONLimits,
    userInfo: [CodingUserInfoKey: any Sendable]
  ) throws(JSONError) {
    index = try JSONIndex.scanning(source, limits: limits)
    text = source
    bytes = source.baseAddress?.assumingMemoryBound(to: UInt8.self) ?? emptyText
    self.userInfo = userInfo
  }

  /// Makes the text the storage's own, so that it stays valid after the caller's is gone.
  func copyText() {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: text.count, alignment: 1)
    copy.copyMemory(from: text)
    self.copy = copy
    text = UnsafeRawBufferPointer(copy)
    if let start = copy.bindMemory(to: UInt8.self).baseAddress { bytes = UnsafePointer(start) }
  }

  deinit { copy?.deallocate() }

  @inline(__always)
  func entry(_ entry: Int) -> JSONIndex.Entry { index.entries[entry] }

  @inline(__always)
  func kind(of entry: Int) -> JSONIndex.Kind {
    entry == Self.absent ? .null : index.entries[entry].kind
  }

  func string(of entry: Int) -> String { index.entries[entry].string(in: bytes) }

  func location(of entry: Int) -> JSONLocation {
    // A string's entry starts after its quote.
    let start = Int(index.entries[entry].start)
    let offset = kind(of: entry) == .string ? start - 1 : start
    return JSONLocation(offset: offset, in: text)
  }
}

extension DecodingStorage {
  private static let tableMin = 16

  /// The entry of a member's value; nil when the object has no such key.
  ///
  /// Values ask for their keys in the order they were written, most of the time: so the key
  /// after the one found last is tried first.
  @inline(__always)
  func value(of key: String, inObject object: Int) -> Int? {
    guard let value = peek(key, inObject: object) else { return nil }
    index.entries[object + 1].next = index.entries[value].next &+ 1
    return value
  }

  /// The same for a question whose answer is not yet the value: the key will be asked for again.
  @inline(__always)
  func peek(_ key: String, inObject object: Int) -> Int? {
    let end = Int(index.entries[object].next)
    guard object + 1 < end else { return nil }
    let hint = Int(index.entries[object + 1].next) - 1
    if hint < end, isKey(hint, key) { return hint + 1 }
    return search(key, inObject: object, from: hint, to: end)
  }

  @inline(never)
  private func search(_ key: String, inObject object: Int, from hint: Int, to end: Int) -> Int? {
    if index.entries[object].length > Self.tableMin {
      let table = table(ofObject: object)
      return table.keys.position(of: key).map { table.values[$0] }
    }
    return search(key, from: hint, to: end) ?? search(key, from: object + 1, to: min(hint, end))
  }

  private func search(_ key: String, from first: Int, to end: Int) -> Int? {
    var candidate = first
    while candidate < end {
      if isKey(candidate, key) { return candidate + 1 }
      candidate = Int(index.entries[candidate + 1].next)
    }
    return nil
  }

  @inline(__always)
  private func isKey(_ entry: Int, _ key: String) -> Bool {
    let written = index.entries[entry]
    guard written.isPlain else { return written.string(in: bytes).hasSameBytes(as: key) }
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
  /// The keys of an object that its decoder's key type knows.
  func keys<Key: CodingKey>(ofObject object: Int, as type: Key.Type) -> [Key] {
    listed = (object, type)
    // An enum with payloads asks for the one key there is, each time it is decoded.
    if index.entries[object].length == 1 {
      guard let key = Key(stringValue: string(of: object + 1)) else { return [] }
      return [key]
    }
    let end = Int(index.entries[object].next)
    var keys: [Key] = []
    keys.reserveCapacity(Int(index.entries[object].length))
    var entry = object + 1
    while entry < end {
      if let key = Key(stringValue: string(of: entry)) { keys.append(key) }
      entry = Int(index.entries[entry + 1].next)
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
    let end = Int(index.entries[container].next)
    var child = container + 1 + stepOverKeys
    while child < end {
      children.append(child)
      child = Int(index.entries[child].next) + stepOverKeys
    }
    return children
  }

  /// The path from the root to an entry, found by walking down.
  ///
  /// Each step starts from where the last one in the same container ended: values that try one
  /// type after another make an error for each element, and those come in order.
  func codingPath(of target: Int) -> [any CodingKey] {
    guard target != Self.absent else { return [] }
    var path: [any CodingKey] = []
    var container = 0
    while container != target {
      let isObject = kind(of: container) == .object
      var step = PathStep(child: container + (isObject ? 2 : 1), position: 0)
      if let last = lastSteps[container], last.child <= target { step = last }
      while case let next = Int(index.entries[step.child].next), next <= target {
        step = PathStep(child: next + (isObject ? 1 : 0), position: step.position + 1)
      }
      lastSteps[container] = step
      container = step.child
      path.append(isObject ? PathKey(string(of: container - 1)) : PathKey(step.position))
    }
    return path
  }

  /// The entry a coding path leads to, as far as it leads.
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
