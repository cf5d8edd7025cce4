#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A stack in one block of memory, for the parts of a text that are not complete yet.
///
/// `realloc` moves the pages of a large block rather than its bytes. So a long array is never in
/// memory twice, neither while it grows nor while `takeLast` moves it into an array.
struct MemoryStack<Element>: ~Copyable {
  /// The address of the first element; elements from `count` on are not initialized.
  private(set) var elements: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity: Int

  /// Longer runs are moved in parts, after each of which the stack shrinks.
  private static var partCount: Int { 1 << 16 }

  init(capacity: Int = 16) {
    self.capacity = max(capacity, 1)
    elements = Self.resized(nil, to: self.capacity)
  }

  deinit {
    elements.deinitialize(count: count)
    free(elements)
  }

  @inline(__always)
  mutating func append(_ element: consuming Element) {
    if count == capacity { resize(to: capacity * 2) }
    assert(count < capacity, "the element fits")
    (elements + count).initialize(to: element)
    count &+= 1
  }

  @inline(__always)
  mutating func removeLast() -> Element {
    assert(count > 0, "the stack has an element")
    count &-= 1
    return (elements + count).move()
  }

  /// Removes the elements from an index on.
  mutating func removeLast(downTo first: Int) {
    assert((0...count).contains(first), "the elements are in the stack")
    (elements + first).deinitialize(count: count - first)
    count = first
  }

  /// Removes the elements from an index on, and returns them as an array.
  mutating func takeLast(from first: Int) -> [Element] {
    assert((0...count).contains(first), "the elements are in the stack")
    let taken = count - first
    guard taken > 0 else { return [] }
    return Array(unsafeUninitializedCapacity: taken) { buffer, filled in
      guard let target = buffer.baseAddress else { return }
      while count > first {
        let part = max(first, count - Self.partCount)
        (target + (part - first)).moveInitialize(from: elements + part, count: count - part)
        count = part
        if taken > Self.partCount { resize(to: max(count, 1)) }
      }
      filled = taken
    }
  }

  @inline(never)
  private mutating func resize(to capacity: Int) {
    assert(capacity >= count, "the elements still fit")
    elements = Self.resized(elements, to: capacity)
    self.capacity = capacity
  }

  private static func resized(
    _ elements: UnsafeMutablePointer<Element>?, to capacity: Int
  ) -> UnsafeMutablePointer<Element> {
    // Swift values can be moved by copying their bytes, as `realloc` does.
    guard let block = realloc(elements, capacity * MemoryLayout<Element>.stride) else {
      preconditionFailure("there is no memory for a text's values")
    }
    return block.assumingMemoryBound(to: Element.self)
  }
}
