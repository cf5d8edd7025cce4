internal import Foundation
internal import Synchronization

/// A table of values by type, each computed once.
///
/// Lookups take no lock if the system has atomic operations (iOS 18, macOS 15 and Linux); with a
/// lock, encoding a small action takes 18% longer. Use it in static properties: its values live as
/// long as the process, as types do.
///
/// Sendable because `entries` is only accessed while `lock` is held, and entries never change.
/// Values may contain metatypes. A metatype is not Sendable only because a conformance of its type
/// can be isolated to an actor; the conformances used here are not.
final class TypeTable<Value>: @unchecked Sendable {
  final class Entry {
    let type: ObjectIdentifier
    let value: Value

    init(_ type: ObjectIdentifier, _ value: Value) {
      self.type = type
      self.value = value
    }
  }

  /// All entries; this keeps alive those that the cache points to.
  private var entries: [ObjectIdentifier: Entry] = [:]
  private let lock = NSLock()
  /// An `AtomicCache`, whose type cannot be named on older systems.
  private let cache: AnyObject?

  init() {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      cache = AtomicCache()
    } else {
      cache = nil
    }
  }

  /// Returns the value of a type; concurrent calls may compute it more than once.
  @inline(__always)
  func value(of type: Any.Type, finding find: () -> Value) -> Value {
    let type = ObjectIdentifier(type)
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), let cache {
      let known = unsafeDowncast(cache, to: AtomicCache.self).pointer(for: type)
      if let entry = known.map({ Unmanaged<Entry>.fromOpaque($0)._withUnsafeGuaranteedRef { $0 } }),
        entry.type == type
      {
        return entry.value
      }
    }
    return value(of: type, findingOutOfLine: find)
  }

  @inline(never)
  private func value(of type: ObjectIdentifier, findingOutOfLine find: () -> Value) -> Value {
    let known = lock.withLock { entries[type] }
    // Computed outside of the lock, since it may need the values of other types.
    let found = known ?? Entry(type, find())
    let entry = lock.withLock {
      let entry = entries[type] ?? found
      entries[type] = entry
      return entry
    }
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *), let cache {
      unsafeDowncast(cache, to: AtomicCache.self)
        .set(Unmanaged.passUnretained(entry).toOpaque(), for: type)
    }
    return entry.value
  }
}

/// A direct-mapped cache of pointers by type, read without a lock; each miss replaces its slot.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class AtomicCache {
  private let slots = UnsafeMutablePointer<Atomic<UnsafeRawPointer?>>.allocate(capacity: slotCount)

  private static var slotCount: Int { 256 }

  init() {
    for slot in 0..<Self.slotCount { (slots + slot).initialize(to: Atomic(nil)) }
  }

  deinit {
    slots.deinitialize(count: Self.slotCount)
    slots.deallocate()
  }

  @inline(__always)
  func pointer(for type: ObjectIdentifier) -> UnsafeRawPointer? {
    slot(of: type).pointee.load(ordering: .acquiring)
  }

  func set(_ pointer: UnsafeRawPointer, for type: ObjectIdentifier) {
    slot(of: type).pointee.store(pointer, ordering: .releasing)
  }

  @inline(__always)
  private func slot(of type: ObjectIdentifier) -> UnsafeMutablePointer<Atomic<UnsafeRawPointer?>> {
    let slot = Int(bitPattern: UInt(bitPattern: type) >> 4 & UInt(Self.slotCount - 1))
    assert((0..<Self.slotCount).contains(slot), "the slot is in the cache")
    return slots + slot
  }
}
