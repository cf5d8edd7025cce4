/// A plan, whichever type it is for.
protocol TypedPlan: AnyObject {
  var valueType: Any.Type { get }
}

/// How the values of one type are kept; made once for each type.
class Plan<Value: Encodable>: TypedPlan {
  final var valueType: Any.Type { Value.self }

  /// Appends what stands for a value, or returns false to have it encoded as usual.
  func keep(
    _ value: Value, with cache: EncodingCache, depth: Int, into text: inout [UInt8]
  ) throws -> Bool { false }
}

extension Plan {
  /// Up to so many elements without fragments of their own are as quickly encoded as compared.
  static var plainCountMax: Int { 8 }
}

/// Bounds what copies of the encoder's own take.
enum CopyLimit {
  /// A smaller collection is copied and freed before it could be followed.
  static let countMin = 64
  /// Copies of so few bytes do not matter, whatever their text takes.
  private static let byteCountFree = 1 << 18

  /// What the tables of a list take for each of its values.
  private static let tableStride = 8

  /// Whether a copy of a list's values leaves the encoder below one and a half times the JSON text.
  static func allows(_ list: ListFragment, stride: Int) -> Bool {
    list.count >= countMin
      && list.count * (stride + tableStride) <= max(byteCountFree, list.byteCount / 20 * 9)
  }
}

/// A collection whose elements are kept apart.
protocol CachedCollection: Encodable {
  /// The `Plan` for this very type.
  static func makePlan(_ layouts: inout TypeLayouts) -> AnyObject
}

/// Keeps a big struct or enum, and the state itself, so that it is not even looked into while its
/// bytes stay the same.
final class BoxPlan<Value: Encodable>: Plan<Value> {
  /// Below this size encoding a value costs about what comparing and keeping it would.
  private static var sizeMin: Int { 48 }
  /// A text no longer than this is written in place.
  private static var inlineByteCountMax: Int { 128 }

  private let memory: ValueMemory
  private var isBig: Bool { MemoryLayout<Value>.size >= BoxPlan.sizeMin }

  /// The plan; nil when the bytes of the type's values prove nothing.
  init?(_ layout: TypeLayout) {
    guard layout.isTrusted, !KnownLeaves.contain(Value.self) else { return nil }
    memory = ValueMemory(of: Value.self, layout)
  }

  override func keep(
    _ value: Value, with cache: EncodingCache, depth: Int, into text: inout [UInt8]
  ) throws -> Bool {
    guard depth == 0 || isBig, !cache.isInElement else { return false }
    let old = cache.takeOldFragment(for: value, of: self)
    if let old, old.isSame {
      cache.append(old.fragment, to: &text)
      return true
    }
    var contents = FragmentedText()
    var oldFragments: ArraySlice<Fragment> = []
    if case .value(let fragment) = old?.fragment {
      oldFragments = fragment.text.fragments[...]
      contents.bytes.reserveCapacity(fragment.text.bytes.count + 64)
    }
    try cache.encodeContents(of: value, depth: depth, reusing: oldFragments, into: &contents)
    let isInline =
      depth > 0 && contents.fragments.isEmpty && contents.bytes.count <= BoxPlan.inlineByteCountMax
    if isInline {
      text += contents.bytes
    } else {
      let source = snapshot(of: value, contents)
      cache.append(.value(ValueFragment(contents, source: source)), to: &text)
    }
    return true
  }

  /// Retains the value, unless it holds an array that the app is to change in place.
  private func snapshot(of value: Value, _ contents: FragmentedText) -> Snapshot {
    contents.fragments.allSatisfy { $0.source.retainsStorage }
      ? BoxSnapshot(value, memory, plan: self) : Snapshot(plan: self)
  }
}

/// A snapshot that is compared without padding: a copy of a struct seldom has that of the original.
private final class BoxSnapshot<Value>: TypedSnapshot<Value> {
  private let memory: ValueMemory

  init(_ value: Value, _ memory: ValueMemory, plan: AnyObject) {
    self.memory = memory
    super.init(value, plan: plan)
  }

  @available(*, unavailable)
  required init(_ value: Value, plan: AnyObject) { fatalError("A box has a layout.") }

  override func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    withBytes { mine in
      guard let mine = mine.baseAddress, let other = other.baseAddress else { return true }
      return memory.areEqual(mine, other)
    }
  }
}
