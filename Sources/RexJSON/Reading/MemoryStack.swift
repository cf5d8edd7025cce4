import Foundation

/// A stack in one block of memory, for the parts of a text that are not complete yet.
///
/// The elements are `BitwiseCopyable`, so their block may be moved.
struct MemoryStack<Element: BitwiseCopyable>: ~Copyable {
  /// The address of the first element; elements from `count` on are not initialized.
  private(set) var elements: UnsafeMutablePointer<Element>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int = 16) {
    self.capacity = max(capacity, 1)
    elements = Self.resized(nil, to: self.capacity)
  }

  deinit { MemoryBlock.free(elements) }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { resize(to: capacity * 2) }
    assert(count < capacity, "the element fits")
    (elements + count).initialize(to: element)
    count &+= 1
  }

  @inline(__always)
  mutating func removeLast() -> Element {
    assert(count > 0, "the stack has an element")
    count &-= 1
    return elements[count]
  }

  /// Removes the elements from an index on.
  mutating func removeLast(downTo first: Int) {
    assert((0...count).contains(first), "the elements are in the stack")
    count = first
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
    MemoryBlock.resized(elements, to: capacity * MemoryLayout<Element>.stride)
      .bindMemory(to: Element.self, capacity: capacity)
  }
}

/// A block of memory that grows.
package enum MemoryBlock {
  /// A block of this size with the bytes of another, which it replaces.
  ///
  /// `realloc` moves the pages of a large block rather than its bytes, so they are never in memory
  /// twice.
  package static func resized(
    _ block: UnsafeMutableRawPointer?, to byteCount: Int
  ) -> UnsafeMutableRawPointer {
    guard let block = realloc(block, byteCount) else {
      preconditionFailure("there is no memory for a text")
    }
    return block
  }

  package static func free(_ block: UnsafeMutableRawPointer?) { Foundation.free(block) }
}
