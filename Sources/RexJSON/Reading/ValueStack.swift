/// A stack of values in blocks of memory, for the values of containers that are not complete yet.
///
///     full   [65,536 values] [65,536 values]    top   [1,200 values, room for 65,536]
///
/// A full block stays where it is, and is freed as soon as its values are taken. So a long array is
/// never in memory twice, neither while it grows nor while `takeLast` moves it into an array.
struct ValueStack<Element>: ~Copyable {
  private var full: [UnsafeMutablePointer<Element>] = []
  private var top: UnsafeMutablePointer<Element>
  private var topCount = 0
  private var topCapacity = 16

  /// The number of values in a full block, 1 MiB for documents; a smaller one grows.
  private static var blockCount: Int { 1 << 16 }

  init() { top = .allocate(capacity: topCapacity) }

  deinit {
    for block in full {
      block.deinitialize(count: Self.blockCount)
      block.deallocate()
    }
    top.deinitialize(count: topCount)
    top.deallocate()
  }

  var count: Int { full.count * Self.blockCount + topCount }

  @inline(__always)
  mutating func append(_ element: consuming Element) {
    if topCount == topCapacity { makeRoom() }
    assert(topCount < topCapacity, "the element fits")
    (top + topCount).initialize(to: element)
    topCount &+= 1
  }

  @inline(__always)
  mutating func removeLast() -> Element {
    if topCount == 0 { removeTop() }
    assert(topCount > 0, "the stack has an element")
    topCount &-= 1
    return (top + topCount).move()
  }

  /// Removes the elements from an index on, and returns them as an array.
  mutating func takeLast(from first: Int) -> [Element] {
    assert((0...count).contains(first), "the elements are in the stack")
    let taken = count - first
    guard taken > 0 else { return [] }
    return Array(unsafeUninitializedCapacity: taken) { buffer, filled in
      guard let target = buffer.baseAddress else { return }
      var rest = taken
      while rest > 0 {
        if topCount == 0 { removeTop() }
        let part = min(rest, topCount)
        rest -= part
        topCount -= part
        (target + rest).moveInitialize(from: top + topCount, count: part)
      }
      filled = taken
    }
  }

  @inline(never)
  private mutating func makeRoom() {
    let isFull = topCapacity == Self.blockCount
    let capacity = isFull ? Self.blockCount : topCapacity * 2
    let new = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    if isFull {
      full.append(top)
      topCount = 0
    } else {
      new.moveInitialize(from: top, count: topCount)
      top.deallocate()
    }
    (top, topCapacity) = (new, capacity)
  }

  /// Frees the empty top block, and continues with the full one before it.
  @inline(never)
  private mutating func removeTop() {
    precondition(!full.isEmpty, "the stack has an element")
    top.deallocate()
    top = full.removeLast()
    topCount = Self.blockCount
  }
}
