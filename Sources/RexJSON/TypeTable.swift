internal import Synchronization

/// What is known of each type: found once, then looked up without a lock.
///
/// Made for static properties: what it knows lives as long as the process, as types do.
///
/// Sendable because entries are never changed, and the slots only touched through atomic
/// operations; values may hold metatypes, which are not Sendable by themselves only for
/// conformances bound to an actor, and those to the protocols here are not.
final class TypeTable<Value>: @unchecked Sendable {
  private final class Entry: @unchecked Sendable {
    let type: ObjectIdentifier
    let value: Value

    init(_ type: ObjectIdentifier, _ value: Value) {
      self.type = type
      self.value = value
    }
  }

  /// Every entry there is; it keeps those alive that the slots point to.
  private let entries = Mutex<[ObjectIdentifier: Entry]>([:])

  /// A direct-mapped cache before `entries`, read without a lock; the last to miss wins a slot.
  private let slots = UnsafeMutablePointer<Atomic<UnsafeRawPointer?>>.allocate(capacity: slotCount)

  private static var slotCount: Int { 256 }

  init() {
    for slot in 0..<Self.slotCount { (slots + slot).initialize(to: Atomic(nil)) }
  }

  deinit {
    slots.deinitialize(count: Self.slotCount)
    slots.deallocate()
  }

  /// The value of a type; the closure finds it, and may be called again where threads meet.
  @inline(__always)
  func value(of type: Any.Type, finding find: () -> Value) -> Value {
    let type = ObjectIdentifier(type)
    if let known = slot(of: type).pointee.load(ordering: .acquiring) {
      let entry = Unmanaged<Entry>.fromOpaque(known)._withUnsafeGuaranteedRef { $0 }
      if entry.type == type { return entry.value }
    }
    return value(of: type, findingOutOfLine: find)
  }

  @inline(never)
  private func value(of type: ObjectIdentifier, findingOutOfLine find: () -> Value) -> Value {
    let known = entries.withLock { $0[type] }
    // Found outside of the lock: finding may ask the runtime for other types.
    let found = known ?? Entry(type, find())
    let entry = entries.withLock { entries in
      let entry = entries[type] ?? found
      entries[type] = entry
      return entry
    }
    slot(of: type).pointee.store(Unmanaged.passUnretained(entry).toOpaque(), ordering: .releasing)
    return entry.value
  }

  @inline(__always)
  private func slot(
    of type: ObjectIdentifier
  ) -> UnsafeMutablePointer<Atomic<UnsafeRawPointer?>> {
    slots + Int(bitPattern: UInt(bitPattern: type) >> 4 & UInt(Self.slotCount - 1))
  }
}
