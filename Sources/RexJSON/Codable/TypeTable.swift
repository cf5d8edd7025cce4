internal import Foundation

/// A table of values by type, each computed once.
///
/// Each thread caches the values that it looked up last, so most lookups take no lock; with a lock,
/// encoding a small action takes 18% longer. Use it in static properties: its values live as long
/// as the process, as types do.
///
/// Sendable because `entries` is only accessed while `lock` is held, and entries never change.
/// Values may contain metatypes. A metatype is not Sendable only because a conformance of its type
/// can be isolated to an actor; the conformances used here are not.
final class TypeTable<Value>: @unchecked Sendable {
  private struct Entry {
    let type: ObjectIdentifier
    let value: Value
  }

  /// All entries, which are never freed, so that caches can point to them.
  private var entries: [ObjectIdentifier: UnsafePointer<Entry>] = [:]
  private let lock = NSLock()
  private let cache = ThreadCache<Entry>()

  /// Returns the value of a type; concurrent calls may compute it more than once.
  @inline(__always)
  func value(of type: Any.Type, finding find: () -> Value) -> Value {
    let type = ObjectIdentifier(type)
    if let entry = cache.pointer(for: type), entry.pointee.type == type {
      return entry.pointee.value
    }
    return value(of: type, findingOutOfLine: find)
  }

  @inline(never)
  private func value(of type: ObjectIdentifier, findingOutOfLine find: () -> Value) -> Value {
    let known = lock.withLock { entries[type] }
    let entry = known ?? add(Entry(type: type, value: find()))
    cache.set(entry, for: type)
    return entry.pointee.value
  }

  /// Adds an entry, unless another thread did; it was computed without the lock, since it may need
  /// the values of other types.
  private func add(_ entry: Entry) -> UnsafePointer<Entry> {
    lock.withLock {
      if let known = entries[entry.type] { return known }
      let added = UnsafeMutablePointer<Entry>.allocate(capacity: 1)
      added.initialize(to: entry)
      entries[entry.type] = UnsafePointer(added)
      return UnsafePointer(added)
    }
  }
}

/// A direct-mapped cache of pointers by type, one for each thread; each miss replaces its slot.
///
/// A thread's slots take 2 KiB, and are freed when it ends.
private struct ThreadCache<Pointee> {
  private typealias Slot = UnsafePointer<Pointee>?

  /// The key of the threads' slots; nil if the process has no key left, and then nothing is cached.
  private let key: pthread_key_t?

  private static var slotCount: Int { 256 }

  init() {
    var key = pthread_key_t()
    let code = pthread_key_create(&key) { deallocate($0) }
    self.key = code == 0 ? key : nil
  }

  @inline(__always)
  func pointer(for type: ObjectIdentifier) -> UnsafePointer<Pointee>? {
    guard let slots else { return nil }
    return slots[Self.index(of: type)]
  }

  func set(_ pointer: UnsafePointer<Pointee>, for type: ObjectIdentifier) {
    (slots ?? makeSlots())?[Self.index(of: type)] = pointer
  }

  @inline(__always)
  private var slots: UnsafeMutablePointer<Slot>? {
    guard let key else { return nil }
    return pthread_getspecific(key)?.assumingMemoryBound(to: Slot.self)
  }

  private func makeSlots() -> UnsafeMutablePointer<Slot>? {
    guard let key else { return nil }
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: Self.slotCount)
    slots.initialize(repeating: nil, count: Self.slotCount)
    guard pthread_setspecific(key, slots) == 0 else {
      slots.deallocate()
      return nil
    }
    return slots
  }

  @inline(__always)
  private static func index(of type: ObjectIdentifier) -> Int {
    Int(UInt(bitPattern: type) >> 4 & UInt(slotCount - 1))
  }
}

/// Frees a thread's slots, whose address the system passes as an optional or not.
private func deallocate(_ slots: UnsafeMutableRawPointer?) { slots?.deallocate() }
