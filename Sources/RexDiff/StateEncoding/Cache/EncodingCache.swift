import RexJSON

/// Encodes values, and only what has changed if the previous state is known.
///
/// While RexJSON encodes a value, it calls this interceptor for every part of the value. A
/// collection, or a large struct, is kept as a fragment, with a sentinel in its place in the text.
/// The fragments of the previous text are used in order: a value is compared with the first unused
/// one of its type, or with a later one that has the same bytes. A wrong guess costs time, but the
/// result is still correct.
final class EncodingCache: ValueInterceptor {
  // Properties that are accessed for every value are unchecked: exclusivity checks would be 6% of
  // the instructions for recording the change of one Boolean.
  private var layouts: TypeLayouts
  private let reflector: Reflector?
  private let userInfo: [CodingUserInfoKey: any Sendable]
  let redactor: (any LeafRedactor)?
  private let dates: DatePlaces?
  private var plans: [ObjectIdentifier: AnyObject] = [:]
  /// A direct-mapped cache in front of `plans`.
  @exclusivity(unchecked) private var recentPlans = EncodingCache.noRecentPlans
  private static let slotCount = 64

  /// An encoder for each level of nested fragments being encoded.
  @exclusivity(unchecked) private var encoders: [InterceptedEncoder] = []
  @exclusivity(unchecked) private var level = 0

  /// The fragments of the previous text that are not used yet.
  @exclusivity(unchecked) private var oldFragments: ArraySlice<Fragment> = []
  /// The fragments of the nested texts being encoded, in the order of encoding.
  @exclusivity(unchecked) private var newFragments: [Fragment] = []
  private var listsWithOrigin: [ListFragment] = []
  /// The number of bytes of elements that only the previous document retains.
  private var freedByteCount = 0
  /// The minimum number of bytes to free on another thread; freeing fewer here is faster.
  private static let freedByteCountMin = 1 << 16
  /// The check of what is reused.
  @exclusivity(unchecked) var checks = CheckRound()
  /// Whether the state may be a new one; if not, it is encoded only to check what is reused.
  private(set) var isUpdate = true
  /// Whether the value being encoded is in an element, whose collection compares it already.
  private(set) var isInElement = false

  private static var noRecentPlans: [(type: ObjectIdentifier, plan: AnyObject)] {
    Array(repeating: (ObjectIdentifier(Unplanned.self), Unplanned.instance), count: slotCount)
  }

  init(
    vouching types: [Any.Type], comparesMemory: Bool, reflector: Reflector?,
    userInfo: [CodingUserInfoKey: any Sendable], redactor: (any LeafRedactor)?,
    dates: DatePlaces?
  ) {
    layouts = TypeLayouts(vouching: types, comparesMemory: comparesMemory)
    (self.reflector, self.userInfo, self.redactor) = (reflector, userInfo, redactor)
    self.dates = dates
  }

  /// Encodes a whole state, and reuses fragments of the previous document.
  func document<State: Encodable>(
    of state: State, reusing old: FragmentedText = FragmentedText(), isUpdate: Bool = true
  ) throws -> FragmentedText {
    self.isUpdate = isUpdate
    var text = FragmentedText()
    isInElement = false
    freedByteCount = 0
    forgetOrigins()
    checks.beginUpdate()
    let plan = plan(for: State.self)
    let root = EncodedPlace(depth: 0, scope: redactor?.rootScope ?? LeafScope())
    try nested(reusing: old.fragments[...], into: &text) { encoder, bytes in
      encoder.restart()
      if try plan?.encode(state, with: self, at: root, into: &bytes) != true {
        try encoder.encode(state, at: root, after: .none, into: &bytes)
      }
    }
    checks.endUpdate()
    return text
  }

  /// Returns whether a snapshot retains this very state, with the current plan of its type.
  func retains<State: Encodable>(_ state: State, as snapshot: Snapshot) -> Bool {
    guard let plan = plan(for: State.self), snapshot.plan === plan else { return false }
    return withUnsafeBytes(of: state) { snapshot.hasSameBytes(as: $0) }
  }

  /// Encodes all values of a type again in each update from now on.
  func markUnstable(_ type: Any.Type) {
    layouts.markUnstable(type)
    // What contains a reflected value has a field of the value's own type.
    if let reflected = type as? any AnyReflected.Type { layouts.markUnstable(reflected.valueType) }
    plans = [:]
    recentPlans = EncodingCache.noRecentPlans
  }

  /// The limit on the depth of fragments; deeper values belong to the fragment that contains them.
  ///
  /// Nested fragments need more of the stack than other values. With this limit,
  /// `JSONLimits.valueDepthMax` levels fit on the 512 KiB stack of a secondary thread in a debug
  /// build.
  private static let fragmentDepthMax = 16

  func intercept<T: Encodable>(
    _ value: T, at place: EncodedPlace, into text: inout [UInt8]
  ) throws -> Bool {
    guard place.depth <= EncodingCache.fragmentDepthMax, let plan = plan(for: T.self) else {
      return false
    }
    return try plan.encode(value, with: self, at: place, into: &text)
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
      if let reflected = type as? any AnyReflected.Type, let reflector {
        reflected.makeCachePlan(reflector, &layouts) ?? Unplanned.instance
      } else if let collection = type as? any CachedCollection.Type {
        collection.makePlan(&layouts)
      } else if let leaf = type as? any LongLeaf.Type {
        layouts.layout(of: type).isTrusted ? leaf.makePlan() : Unplanned.instance
      } else {
        LargeValuePlan<T>(layouts.layout(of: type)) ?? Unplanned.instance
      }
    plans[ObjectIdentifier(type)] = plan
    return plan
  }
}

/// The plan of a type that is not cached.
private final class Unplanned: Sendable {
  static let instance = Unplanned()
}

extension EncodingCache {
  /// Returns the place of a list's elements.
  func elementPlace(in list: EncodedPlace) -> EncodedPlace {
    EncodedPlace(
      depth: list.depth + 1, scope: redactor?.scope(ofElementsIn: list.scope) ?? list.scope)
  }

  /// Appends an element's text; `old` contains the fragments of the element it may come from.
  func encodeElement<T: Encodable>(
    _ value: T, at place: EncodedPlace, after step: CodingStep,
    reusing old: ArraySlice<Fragment>, into text: inout FragmentedText
  ) throws {
    let wasInElement = isInElement
    isInElement = true
    defer { isInElement = wasInElement }
    try nested(reusing: old, into: &text) { encoder, bytes in
      try encoder.encode(value, at: place, after: step, into: &bytes)
    }
  }

  /// Appends the text of a value that is itself kept as a fragment.
  func encodeContents<T: Encodable>(
    of value: T, at place: EncodedPlace, reusing old: ArraySlice<Fragment>,
    into text: inout FragmentedText
  ) throws {
    try nested(reusing: old, into: &text) { encoder, bytes in
      try encoder.encodeContents(of: value, at: place, into: &bytes)
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
        InterceptedEncoder(
          userInfo: userInfo, redactor: redactor, interceptor: self, inside: encoders.last,
          dates: dates))
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
  /// The number of fragments to search ahead for one with the same bytes.
  private static let lookAheadMax = 16

  /// Returns the old fragment that a value of a plan's type may come from.
  ///
  /// It is the first of that type in the same scope, where the same secrets are replaced, or a
  /// nearby one that retains the very same bytes. It is removed, together with those before it.
  func takeOldFragment<Value>(
    for value: Value, of plan: AnyObject, in scope: LeafScope
  ) -> (fragment: Fragment, isSame: Bool)? {
    guard !oldFragments.isEmpty else { return nil }
    return withUnsafeBytes(of: value) { takeOldFragment(of: plan, in: scope, bytes: $0) }
  }

  private func takeOldFragment(
    of plan: AnyObject, in scope: LeafScope, bytes: UnsafeRawBufferPointer
  ) -> (fragment: Fragment, isSame: Bool)? {
    var found: Int?
    var isSame = false
    for index in oldFragments.indices.prefix(EncodingCache.lookAheadMax) {
      let source = oldFragments[index].source
      guard source.plan === plan, source.scope == scope else { continue }
      isSame = source.hasSameBytes(as: bytes)
      if isSame || found == nil { found = index }
      if isSame { break }
    }
    guard let found else { return nil }
    defer { oldFragments = oldFragments[(found + 1)...] }
    return (oldFragments[found], isSame)
  }

  /// Stores a list's origin until the patch is written.
  func setOrigin(of list: ListFragment, _ origin: ListFragment.Origin, freedByteCount: Int) {
    list.origin = origin
    listsWithOrigin.append(list)
    addFreed(byteCount: freedByteCount)
  }

  /// Counts bytes that only the previous document retains.
  func addFreed(byteCount: Int) { freedByteCount += byteCount }

  /// Lets lists reuse the snapshots of their origins, after the previous document was released.
  func commitOrigins() {
    guard !listsWithOrigin.isEmpty else { return }
    for list in listsWithOrigin { list.commitOrigin() }
    listsWithOrigin.removeAll(keepingCapacity: true)
  }

  /// Removes the lists' origins; otherwise, a list would keep all its predecessors alive.
  func forgetOrigins() {
    guard !listsWithOrigin.isEmpty else { return }
    for list in listsWithOrigin { list.origin = nil }
    listsWithOrigin.removeAll(keepingCapacity: true)
  }

  /// Releases the previous document, in the background if that takes long.
  func release(_ document: consuming FragmentedText) {
    if freedByteCount >= EncodingCache.freedByteCountMin { BackgroundRelease.release(document) }
    freedByteCount = 0
  }

  /// Returns what replaces the text of the value being encoded; nil if there is no secret in it.
  func redacted(_ text: inout String, as form: LeafForm, in scope: LeafScope) -> String? {
    guard let redactor else { return nil }
    return text.withUTF8 {
      redactor.redacted(text: $0, as: form, in: scope) {
        // Nothing nested is being encoded, so the last encoder has called the interceptor.
        encoders[level - 1].namesOfInterceptedValue
      }
    }
  }

  /// Returns whether to encode a value again although its bytes are the same.
  func shouldCheck(_ fragment: Fragment) -> Bool {
    guard case .value(let fragment) = fragment else { return false }
    return checks.shouldCheck(lastChecked: fragment.checkedRound)
  }

  /// Appends a value's fragment: the known one, which its text is compared with, or a new one.
  ///
  /// - Parameter leftBefore: `leftCount` before the value was encoded.
  func append(
    _ contents: FragmentedText, _ known: Fragment?, leftBefore: Int? = nil,
    to text: inout [UInt8], source: () -> Snapshot
  ) {
    let fragment: ValueFragment
    if case .value(let known) = known {
      checks.compare(contents.slice, known.text.slice)
      fragment = known
    } else {
      fragment = ValueFragment(contents, source: source())
    }
    if leftBefore == nil || leftBefore == checks.leftCount {
      fragment.checkedRound = checks.number
    }
    append(.value(fragment), to: &text)
  }

  /// Appends a fragment in place of the value being encoded.
  func append(_ fragment: Fragment, to text: inout [UInt8]) {
    text.append(Fragment.sentinel)
    withUnsafeBytes(of: UInt32(newFragments.count)) { text += $0 }
    newFragments.append(fragment)
  }
}

extension FragmentedText {
  /// Puts fragments in the order of their sentinels, and removes the numbers after the sentinels.
  ///
  /// Fragments are numbered as they are encoded, but dictionaries and sets are ordered later.
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
  /// Moves bytes to an earlier offset; returns the offset after them.
  fileprivate func move(_ range: some RangeExpression<Int>, to target: Int) -> Int {
    let source = UnsafeRawBufferPointer(rebasing: self[range])
    UnsafeMutableRawBufferPointer(rebasing: self[target...]).copyMemory(from: source)
    return target + source.count
  }
}

extension ObjectIdentifier {
  /// The address without its lowest bits, which are zero for most types.
  fileprivate var slot: Int { Int(bitPattern: UInt(bitPattern: self) >> 4) }
}
