/// Keyed containers that values have let go of, for the next value with the same keys.
///
/// The standard library puts every container into a box, and looks up the box's type each time:
/// most of what a container costs. A box that only this holds serves again, for another node.
///
///     KeyedEncodingContainer ──▶ box ──▶ ObjectPlace ──▶ node of the tree
///              ▲                  ▲
///            value          KeptContainers
struct KeptContainers {
  private struct Slot {
    var keys: ObjectIdentifier
    var place: ObjectPlace
    /// Optional, because an `AnyObject` is copied out of its place to be asked if it is unique.
    var box: AnyObject?
  }

  private var slots: [Slot] = []
  /// How many new containers there were; far below zero once the encoder is done with.
  private var newCount = 0
  /// The slot to give up next, where all are taken.
  private var oldest = 0

  /// A value asks for containers of few kinds of keys in turns.
  private static let slotsMax = 8
  /// So many are not worth keeping: an action encoded by itself has two.
  private static let newCountMin = 4

  /// Whether the next new container is to be kept, and not the value's own.
  mutating func shouldKeepNext() -> Bool {
    newCount &+= 1
    return newCount > Self.newCountMin
  }

  /// Whether a value still holds a container that is kept here.
  var areHeld: Bool {
    mutating get {
      for index in slots.indices where !isKnownUniquelyReferenced(&slots[index].box) { return true }
      return false
    }
  }

  /// A container of these keys that no value holds, for a node.
  @inline(__always)
  mutating func take<Key>(_ keys: Key.Type, for node: Int32) -> KeyedEncodingContainer<Key>? {
    for index in slots.indices where slots[index].keys == ObjectIdentifier(keys) {
      guard isKnownUniquelyReferenced(&slots[index].box) else { return nil }
      slots[index].place.node = node
      return unsafeBitCast(slots[index].box, to: KeyedEncodingContainer<Key>.self)
    }
    return nil
  }

  /// Keeps a new container; one that gives way and is held by a value keeps its storage alive.
  mutating func keep<Key>(_ container: KeyedEncodingContainer<Key>, at place: ObjectPlace) {
    // All that is known of the type is that it has one stored property, the box.
    guard MemoryLayout<KeyedEncodingContainer<Key>>.size == MemoryLayout<AnyObject>.size else {
      return place.keepStorage()
    }
    let box = unsafeBitCast(container, to: AnyObject.self)
    let slot = Slot(keys: ObjectIdentifier(Key.self), place: place, box: box)
    if let same = slots.firstIndex(where: { $0.keys == slot.keys }) {
      replace(same, by: slot)
    } else if slots.count < Self.slotsMax {
      slots.append(slot)
    } else {
      replace(oldest, by: slot)
      oldest = (oldest + 1) % Self.slotsMax
    }
  }

  private mutating func replace(_ index: Int, by slot: Slot) {
    release(index)
    slots[index] = slot
  }

  private mutating func release(_ index: Int) {
    if !isKnownUniquelyReferenced(&slots[index].box) { slots[index].place.keepStorage() }
  }

  /// Keeps none from now on; those that values hold keep their storage alive.
  mutating func end() {
    for index in slots.indices { release(index) }
    slots = []
    newCount = .min
  }
}

/// The node that a keyed container fills.
final class ObjectPlace {
  unowned(unsafe) let storage: EncodingStorage
  @exclusivity(unchecked) var node: Int32
  /// The storage again, where nothing else keeps it alive for this container.
  private var keeper: EncodingStorage?

  init(_ node: Int32, in storage: EncodingStorage) {
    (self.storage, self.node) = (storage, node)
  }

  /// Makes the storage live as long as the container.
  func keepStorage() { keeper = storage }
}
