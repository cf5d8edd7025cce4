import RexJSON

/// Encodes values; where a value of the state before is at hand, only what changed.
///
/// While RexJSON encodes a value, it asks here about every part of it. A collection, or a big
/// struct, gets a sentinel in the text and is kept as a fragment. The fragments of the text before
/// are offered in their order: the first of the right type, or one of the very same bytes, is what
/// the new fragment is compared with. A wrong guess costs time, never truth.
final class EncodingCache: ValueInterceptor {
  // Unchecked are those that every value touches: the checks are 6% of what recording the change
  // of one Boolean executes.
  private var layouts: TypeLayouts
  private let userInfo: [CodingUserInfoKey: any Sendable]
  private var plans: [ObjectIdentifier: AnyObject] = [:]
  /// A direct-mapped cache before `plans`.
  @exclusivity(unchecked) private var recentPlans = EncodingCache.noRecentPlans
  private static let slotCount = 64

  /// One encoder for each level of fragments being encoded inside each other.
  @exclusivity(unchecked) private var encoders: [InterceptedEncoder] = []
  @exclusivity(unchecked) private var level = 0

  /// The fragments of the text before that are not yet taken.
  @exclusivity(unchecked) private var oldFragments: ArraySlice<Fragment> = []
  /// The fragments made for the texts being encoded inside each other, in order of encoding.
  @exclusivity(unchecked) private var newFragments: [Fragment] = []
  private var listsWithOrigin: [ListFragment] = []
  /// How many bytes of elements the document before retains alone.
  private var freedByteCount = 0
  /// Handing less than this over to another thread costs more than freeing it.
  private static let freedByteCountMin = 1 << 16
  /// Whether the value being encoded is an element, which its collection compares already.
  private(set) var isInElement = false

  private static var noRecentPlans: [(type: ObjectIdentifier, plan: AnyObject)] {
    Array(repeating: (ObjectIdentifier(Unplanned.self), Unplanned.instance), count: slotCount)
  }

  init(vouching types: [Any.Type], userInfo: [CodingUserInfoKey: any Sendable]) {
    layouts = TypeLayouts(vouching: types)
    self.userInfo = userInfo
  }

  /// Encodes a whole state, reusing fragments of the document before.
  func document<State: Encodable>(
    of state: State, reusing old: FragmentedText = FragmentedText()
  ) throws -> FragmentedText {
    var text = FragmentedText()
    isInElement = false
    freedByteCount = 0
    forgetOrigins()
    let plan = plan(for: State.self)
    try nested(reusing: old.fragments[...], into: &text) { encoder, bytes in
      encoder.restart()
      if try plan?.keep(state, with: self, depth: 0, into: &bytes) != true {
        try encoder.encode(state, depth: 0, at: .none, into: &bytes)
      }
    }
    return text
  }

  /// Whether a snapshot retains this very state, by the plan that is current for its type.
  func retains<State: Encodable>(_ state: State, as snapshot: Snapshot) -> Bool {
    guard let plan = plan(for: State.self), snapshot.plan === plan else { return false }
    return withUnsafeBytes(of: state) { snapshot.hasSameBytes(as: $0) }
  }

  /// From now on a type is encoded anew each time.
  func markUnstable(_ type: Any.Type) {
    layouts.markUnstable(type)
    plans = [:]
    recentPlans = EncodingCache.noRecentPlans
  }

  /// Values deeper than this belong to the fragment they stand in.
  ///
  /// Fragments inside fragments take more of the stack than what is encoded as usual; with this,
  /// `JSONLimits.valueDepthMax` levels fit the 512 KiB of a secondary thread in a debug build.
  private static let fragmentDepthMax = 16

  func intercept<T: Encodable>(
    _ value: T, depth: Int, into text: inout [UInt8]
  ) throws -> Bool {
    guard depth <= EncodingCache.fragmentDepthMax, let plan = plan(for: T.self) else {
      return false
    }
    return try plan.keep(value, with: self, depth: depth, into: &text)
  }

  private func plan<T: Encodable>(for type: T.Type) -> Plan<T>? {
    let identifier = ObjectIdentifier(type)
    let slot = identifier.slot & (EncodingCache.slotCount - 1)
    var (recentType, plan) = recentPlans[slot]
    if recentType != identifier {
      plan = plans[identifier] ?? makePlan(for: type)
      recentPlans[slot] = (identifier, plan)
    }
    return plan === Unplanned.instance ? nil : unsafeDowncast(plan, to: Plan<T>.self)
  }

  private func makePlan<T: Encodable>(for type: T.Type) -> AnyObject {
    let plan: AnyObject =
      if let collection = type as? any CachedCollection.Type {
        collection.makePlan(&layouts)
      } else if let leaf = type as? any LongLeaf.Type {
        layouts.layout(of: type).isTrusted ? leaf.makePlan() : Unplanned.instance
      } else {
        BoxPlan<T>(layouts.layout(of: type)) ?? Unplanned.instance
      }
    plans[ObjectIdentifier(type)] = plan
    return plan
  }
}

/// Stands for the plan of a type that has none.
private final class Unplanned: Sendable {
  static let instance = Unplanned()
}

extension EncodingCache {
  /// Appends an element's text; `old` are the fragments of the element it may have come from.
  func encodeElement<T: Encodable>(
    _ value: T, depth: Int, at step: CodingStep, reusing old: ArraySlice<Fragment>,
    into text: inout FragmentedText
  ) throws {
    let wasInElement = isInElement
    isInElement = true
    defer { isInElement = wasInElement }
    try nested(reusing: old, into: &text) { encoder, bytes in
      try encoder.encode(value, depth: depth, at: step, into: &bytes)
    }
  }

  /// Appends the text of a value that is kept as a fragment itself.
  func encodeContents<T: Encodable>(
    of value: T, depth: Int, reusing old: ArraySlice<Fragment>, into text: inout FragmentedText
  ) throws {
    try nested(reusing: old, into: &text) { encoder, bytes in
      try encoder.encodeContents(of: value, depth: depth, into: &bytes)
    }
  }

  private func nested(
    reusing old: ArraySlice<Fragment>, into text: inout FragmentedText,
    _ encode: (InterceptedEncoder, inout [UInt8]) throws -> Void
  ) throws {
    let outerOldFragments = exchange(&oldFragments, with: old)
    let outerCount = newFragments.count
    if level == encoders.count {
      encoders.append(
        InterceptedEncoder(userInfo: userInfo, interceptor: self, inside: encoders.last))
    }
    level += 1
    defer {
      level -= 1
      oldFragments = outerOldFragments
      while newFragments.count > outerCount { newFragments.removeLast() }
    }
    let start = text.bytes.count
    try encode(encoders[level - 1], &text.bytes)
    if newFragments.count > outerCount { text.resolveSentinels(from: start, newFragments) }
  }
}

extension EncodingCache {
  /// How many fragments ahead one with the same bytes is looked for.
  private static let lookAheadMax = 16

  /// Takes the old fragment that a value of a plan's type may have come from.
  ///
  /// It is the first of that type, or one near by that retains the very same bytes.
  func takeOldFragment<Value>(for value: Value, of plan: AnyObject) -> (
    fragment: Fragment, isSame: Bool
  )? {
    guard !oldFragments.isEmpty else { return nil }
    return withUnsafeBytes(of: value) { takeOldFragment(of: plan, bytes: $0) }
  }

  private func takeOldFragment(
    of plan: AnyObject, bytes: UnsafeRawBufferPointer
  ) -> (fragment: Fragment, isSame: Bool)? {
    var found: Int?
    var isSame = false
    for index in oldFragments.indices.prefix(EncodingCache.lookAheadMax) {
      let source = oldFragments[index].source
      guard source.plan === plan else { continue }
      isSame = source.hasSameBytes(as: bytes)
      if isSame || found == nil { found = index }
      if isSame { break }
    }
    guard let found else { return nil }
    defer { oldFragments = oldFragments[(found + 1)...] }
    return (oldFragments[found], isSame)
  }

  /// Remembers that a list knows the one it came from, until the patch is written.
  func noteOrigin(of list: ListFragment, _ origin: ListFragment.Origin, freedByteCount: Int) {
    list.origin = origin
    listsWithOrigin.append(list)
    noteFreed(byteCount: freedByteCount)
  }

  /// Notes that the document before retains alone so many bytes.
  func noteFreed(byteCount: Int) { freedByteCount += byteCount }

  /// Lets lists take over the snapshots of those they came from; the document before is gone.
  func commitOrigins() {
    guard !listsWithOrigin.isEmpty else { return }
    for list in listsWithOrigin { list.commitOrigin() }
    listsWithOrigin.removeAll(keepingCapacity: true)
  }

  /// Forgets which lists came from which; they would keep each other alive.
  func forgetOrigins() {
    guard !listsWithOrigin.isEmpty else { return }
    for list in listsWithOrigin { list.origin = nil }
    listsWithOrigin.removeAll(keepingCapacity: true)
  }

  /// Lets go of the document before, elsewhere when that takes long.
  func release(_ document: consuming FragmentedText) {
    if freedByteCount >= EncodingCache.freedByteCountMin { BackgroundRelease.release(document) }
    freedByteCount = 0
  }

  /// Puts a fragment in place of the value being encoded.
  func append(_ fragment: Fragment, to text: inout [UInt8]) {
    text.append(Fragment.sentinel)
    withUnsafeBytes(of: UInt32(newFragments.count)) { text += $0 }
    newFragments.append(fragment)
  }
}

extension FragmentedText {
  /// Brings fragments into the order of their sentinels, and each sentinel's number out of the
  /// text.
  ///
  /// Keys encoded twice, and the like, are put in order after the values were encoded.
  fileprivate mutating func resolveSentinels(from start: Int, _ numbered: [Fragment]) {
    let count = bytes.withUnsafeMutableBytes { bytes in
      var (read, written) = (start, start)
      while let sentinel = UnsafeRawBufferPointer(bytes).firstOffset(
        of: Fragment.sentinel, from: read)
      {
        let number = bytes.loadUnaligned(fromByteOffset: sentinel + 1, as: UInt32.self)
        fragments.append(numbered[Int(number)])
        written = bytes.move(read...sentinel, to: written)
        read = sentinel + 1 + MemoryLayout<UInt32>.size
      }
      return bytes.move(read..<bytes.count, to: written)
    }
    bytes.removeSubrange(count...)
  }
}

extension UnsafeMutableRawBufferPointer {
  /// Moves bytes to an offset before them; the offset behind where they stand then.
  fileprivate func move(_ range: some RangeExpression<Int>, to target: Int) -> Int {
    let source = UnsafeRawBufferPointer(rebasing: self[range])
    UnsafeMutableRawBufferPointer(rebasing: self[target...]).copyMemory(from: source)
    return target + source.count
  }
}

extension ObjectIdentifier {
  /// Types stand at multiples of eight or sixteen.
  fileprivate var slot: Int { Int(bitPattern: UInt(bitPattern: self) >> 4) }
}
