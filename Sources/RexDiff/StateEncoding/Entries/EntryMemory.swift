/// Compares entries, whose keys and values may stand apart, with entries in an array.
struct EntryMemory {
  private let key: ValueMemory
  /// What stands behind the key in an array's entry, if anything.
  private let value: (memory: ValueMemory, offset: Int)?
  /// From one entry of an array to the next.
  private let stride: Int

  /// For elements of a set.
  init<Element>(of type: Element.Type, _ layouts: inout TypeLayouts) {
    key = ValueMemory(of: type, layouts.layout(of: type))
    value = nil
    stride = MemoryLayout<Element>.stride
  }

  /// For keys and values of a dictionary, which are tuples in an array.
  init<Key, Value>(of key: Key.Type, _ value: Value.Type, _ layouts: inout TypeLayouts) {
    let alignment = MemoryLayout<Value>.alignment
    let offset = (MemoryLayout<Key>.size + alignment - 1) / alignment * alignment
    self.key = ValueMemory(of: key, layouts.layout(of: key))
    self.value = (ValueMemory(of: value, layouts.layout(of: value)), offset)
    stride = MemoryLayout<(Key, Value)>.stride
  }

  /// Whether an entry is that of an array at an index.
  func isEqual(
    _ key: UnsafeRawPointer, _ value: UnsafeRawPointer?, to entries: UnsafeRawPointer, at index: Int
  ) -> Bool {
    let entry = entries + index * stride
    guard self.key.areEqual(entry, key) else { return false }
    guard let value, let (memory, offset) = self.value else { return true }
    return memory.areEqual(entry + offset, value)
  }
}
