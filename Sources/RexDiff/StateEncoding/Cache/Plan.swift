import RexJSON

/// A plan for any type.
protocol TypedPlan: AnyObject {
  var valueType: Any.Type { get }
}

/// The way in which values of one type are cached; created once per type.
class Plan<Value: Encodable>: TypedPlan {
  final var valueType: Any.Type { Value.self }

  /// Appends a value as a fragment or as text; returns false if it should be encoded as usual.
  func encode(
    _ value: Value, with cache: EncodingCache, at place: EncodedPlace, into text: inout [UInt8]
  ) throws -> Bool { false }
}

extension Plan {
  /// The maximum number of elements without fragments for which encoding is as fast as comparing.
  static var leafCountMax: Int { 8 }
}

/// Limits the memory of the encoder's own copies.
enum CopyLimit {
  /// The minimum count; copying and freeing a smaller collection is faster than updating a copy.
  static let countMin = 64
  /// The size of a copy in bytes that is always allowed.
  private static let byteCountFree = 1 << 18

  /// The bytes per element in the tables of a list.
  private static let tableStride = 8

  /// Returns whether the encoder, with this copy, needs less memory than one and a half times the
  /// JSON text.
  static func allows(_ list: ListFragment, stride: Int) -> Bool {
    list.count >= countMin
      && list.count * (stride + tableStride) <= max(byteCountFree, list.byteCount / 20 * 9)
  }
}

/// A collection whose elements are cached separately.
protocol CachedCollection: Encodable {
  /// Creates the `Plan` of this type.
  static func makePlan(_ layouts: inout TypeLayouts) -> AnyObject
}

/// Caches a large struct or enum, or the state itself, and skips it while its bytes are unchanged.
final class LargeValuePlan<Value: Encodable>: Plan<Value> {
  /// The minimum size; encoding a smaller value costs about as much as comparing and keeping it.
  private static var sizeMin: Int { 48 }
  /// The maximum size of a text that is written in place.
  private static var inlineByteCountMax: Int { 128 }

  private let memory: ValueMemory
  private var isLarge: Bool { MemoryLayout<Value>.size >= LargeValuePlan.sizeMin }

  /// Creates the plan; returns nil if the bytes of the type's values are not trusted.
  init?(_ layout: TypeLayout) {
    guard layout.isTrusted, !KnownLeaves.contain(Value.self) else { return nil }
    memory = ValueMemory(of: Value.self, layout)
  }

  override func encode(
    _ value: Value, with cache: EncodingCache, at place: EncodedPlace, into text: inout [UInt8]
  ) throws -> Bool {
    guard place.depth == 0 || isLarge, !cache.isInElement else { return false }
    let old = cache.takeOldFragment(for: value, of: self, in: place.scope)
    let known = old?.isSame == true ? old?.fragment : nil
    if let known, !cache.shouldCheck(known) {
      cache.append(known, to: &text)
      return true
    }
    let left = cache.checks.leftCount
    var contents = FragmentedText()
    var oldFragments: ArraySlice<Fragment> = []
    if case .value(let fragment) = old?.fragment {
      oldFragments = fragment.text.fragments[...]
      contents.bytes.reserveCapacity(fragment.text.bytes.count + 64)
    }
    try cache.encodeContents(of: value, at: place, reusing: oldFragments, into: &contents)
    let isInline =
      place.depth > 0 && contents.fragments.isEmpty
      && contents.bytes.count <= Self.inlineByteCountMax
    if isInline, known == nil {
      text += contents.bytes
    } else {
      cache.append(contents, known, leftBefore: left, to: &text) {
        snapshot(of: value, contents, in: place.scope)
      }
    }
    return true
  }

  /// Retains the value, unless it contains an array that the app should be able to change in place.
  private func snapshot(
    of value: Value, _ contents: FragmentedText, in scope: LeafScope
  ) -> Snapshot {
    contents.fragments.allSatisfy { $0.source.retainsStorage }
      ? LargeValueSnapshot(value, memory, plan: self, scope: scope)
      : Snapshot(plan: self, scope: scope)
  }
}

/// A snapshot that is compared without padding, which a copy of a struct rarely preserves.
private final class LargeValueSnapshot<Value>: TypedSnapshot<Value> {
  private let memory: ValueMemory

  init(_ value: Value, _ memory: ValueMemory, plan: AnyObject, scope: LeafScope) {
    self.memory = memory
    super.init(value, plan: plan, scope: scope)
  }

  @available(*, unavailable)
  required init(_ value: Value, plan: AnyObject, scope: LeafScope) {
    fatalError("A large value has a layout.")
  }

  override func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    withBytes { mine in
      guard let mine = mine.baseAddress, let other = other.baseAddress else { return true }
      return memory.areEqual(mine, other)
    }
  }
}
