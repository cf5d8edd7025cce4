import RexJSON

/// Encodes values; where a value of the state before is at hand, only what changed.
///
/// While RexJSON encodes a value, it asks here about every part of it. A collection, or a big
/// struct, gets a mark in the text and is kept as a part. The parts of the text before are
/// offered in their order: the first of the right type, or one of the very same bytes, is what
/// the new part is compared with. A wrong guess costs time, never truth.
final class PartKeeper: ValueInterceptor {
  @exclusivity(unchecked) private var layouts: TypeLayouts
  private let userInfo: [CodingUserInfoKey: any Sendable]
  @exclusivity(unchecked) private var plans: [ObjectIdentifier: AnyObject] = [:]
  /// A direct-mapped cache before `plans`.
  @exclusivity(unchecked) private var recentPlans = PartKeeper.noRecentPlans
  private static let slotCount = 64

  /// One encoder for each level of parts being encoded inside each other.
  @exclusivity(unchecked) private var encoders: [InterceptedEncoder] = []
  @exclusivity(unchecked) private var level = 0

  /// The parts of the text before that are not yet taken.
  @exclusivity(unchecked) private var oldParts: ArraySlice<Part> = []
  /// The parts made for the texts being encoded inside each other, in order of encoding.
  @exclusivity(unchecked) private var newParts: [Part] = []
  /// Whether the next part asked for is that of the state, which `retains` has found changed.
  @exclusivity(unchecked) private var isAtChangedState = false
  @exclusivity(unchecked) private var listsWithOrigin: [ListPart] = []
  /// How many bytes of elements the document before retains alone.
  @exclusivity(unchecked) private var freedByteCount = 0
  /// Handing less than this over to another thread costs more than freeing it.
  private static let freedByteCountMin = 1 << 16
  /// Whether the value being encoded is an element, which its collection compares already.
  @exclusivity(unchecked) private(set) var isInElement = false

  private static var noRecentPlans: [(type: ObjectIdentifier, plan: AnyObject)] {
    Array(repeating: (ObjectIdentifier(Unplanned.self), Unplanned.instance), count: slotCount)
  }

  init(vouching types: [Any.Type], userInfo: [CodingUserInfoKey: any Sendable]) {
    layouts = TypeLayouts(vouching: types)
    self.userInfo = userInfo
  }

  /// Encodes a whole state, reusing parts of the document before.
  func document<State: Encodable>(
    of state: State, reusing old: MarkedText = MarkedText()
  ) throws -> MarkedText {
    var text = MarkedText()
    isInElement = false
    freedByteCount = 0
    forgetOrigins()
    let plan = plan(for: State.self)
    isAtChangedState = plan != nil
    try nested(reusing: old.parts[...], into: &text) { encoder, bytes in
      encoder.restart()
      if try plan?.keep(state, by: self, depth: 0, into: &bytes) != true {
        try encoder.encode(state, depth: 0, at: .none, into: &bytes)
      }
    }
    return text
  }

  /// Whether a document is one part, and that retains this very state.
  func retains<State: Encodable>(_ state: State, as document: MarkedText) -> Bool {
    guard let part = document.parts.first, document.bytes.count == 1,
      let plan = plan(for: State.self), part.source.plan === plan
    else { return false }
    return withUnsafeBytes(of: state) { part.source.hasSameBytes(as: $0) }
  }

  /// From now on a type is encoded anew each time.
  func distrust(_ type: Any.Type) {
    layouts.distrust(type)
    plans = [:]
    recentPlans = PartKeeper.noRecentPlans
  }

  /// Values deeper than this are part of what they stand in.
  ///
  /// Parts inside parts take more of the stack than what is encoded as usual; with this,
  /// `JSONLimits.valueDepthMax` levels fit the 512 KiB of a secondary thread in a debug build.
  private static let partDepthMax = 16

  func intercept<T: Encodable>(
    _ value: T, depth: Int, into text: inout [UInt8]
  ) throws -> Bool {
    guard depth <= PartKeeper.partDepthMax, let plan = plan(for: T.self) else { return false }
    return try plan.keep(value, by: self, depth: depth, into: &text)
  }

  private func plan<T: Encodable>(for type: T.Type) -> Plan<T>? {
    let identifier = ObjectIdentifier(type)
    let slot = identifier.slot & (PartKeeper.slotCount - 1)
    let plan: AnyObject
    if recentPlans[slot].type == identifier {
      plan = recentPlans[slot].plan
    } else {
      plan = plans[identifier] ?? makePlan(for: type)
      recentPlans[slot] = (identifier, plan)
    }
    return plan === Unplanned.instance ? nil : unsafeDowncast(plan, to: Plan<T>.self)
  }

  private func makePlan<T: Encodable>(for type: T.Type) -> AnyObject {
    let plan: AnyObject =
      if let collection = type as? any KeptCollection.Type {
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

extension PartKeeper {
  /// Appends an element's text; `old` are the parts of the element it may have come from.
  func encodeElement<T: Encodable>(
    _ value: T, depth: Int, at step: CodingStep, reusing old: ArraySlice<Part>,
    into text: inout MarkedText
  ) throws {
    let wasInElement = isInElement
    isInElement = true
    defer { isInElement = wasInElement }
    try nested(reusing: old, into: &text) { encoder, bytes in
      try encoder.encode(value, depth: depth, at: step, into: &bytes)
    }
  }

  /// Appends the text of a value that is kept as a part itself.
  func encodeContents<T: Encodable>(
    of value: T, depth: Int, reusing old: ArraySlice<Part>, into text: inout MarkedText
  ) throws {
    try nested(reusing: old, into: &text) { encoder, bytes in
      try encoder.encodeContents(of: value, depth: depth, into: &bytes)
    }
  }

  private func nested(
    reusing old: ArraySlice<Part>, into text: inout MarkedText,
    _ encode: (InterceptedEncoder, inout [UInt8]) throws -> Void
  ) throws {
    let outerOldParts = oldParts
    oldParts = old
    let outerCount = newParts.count
    if level == encoders.count {
      encoders.append(
        InterceptedEncoder(userInfo: userInfo, interceptor: self, inside: encoders.last))
    }
    level += 1
    defer {
      level -= 1
      oldParts = outerOldParts
      while newParts.count > outerCount { newParts.removeLast() }
    }
    let start = text.bytes.count
    try encode(encoders[level - 1], &text.bytes)
    if newParts.count > outerCount { text.resolveMarks(from: start, newParts) }
  }
}

extension PartKeeper {
  /// How many parts ahead one with the same bytes is looked for.
  private static let lookAheadMax = 16

  /// Takes the old part that a value of a plan's type may have come from.
  ///
  /// It is the first of that type, or one near by that retains the very same bytes.
  func takeOldPart<Value>(for value: Value, of plan: AnyObject) -> (part: Part, isSame: Bool)? {
    let isChanged = exchange(&isAtChangedState, with: false)
    guard !oldParts.isEmpty else { return nil }
    if isChanged {
      guard let root = oldParts.first, root.source.plan === plan else { return nil }
      oldParts.removeFirst()
      return (root, false)
    }
    return withUnsafeBytes(of: value) { takeOldPart(of: plan, bytes: $0) }
  }

  private func takeOldPart(
    of plan: AnyObject, bytes: UnsafeRawBufferPointer
  ) -> (part: Part, isSame: Bool)? {
    var found: Int?
    var isSame = false
    for index in oldParts.indices.prefix(PartKeeper.lookAheadMax) {
      let source = oldParts[index].source
      guard source.plan === plan else { continue }
      isSame = source.hasSameBytes(as: bytes)
      if isSame || found == nil { found = index }
      if isSame { break }
    }
    guard let found else { return nil }
    defer { oldParts = oldParts[(found + 1)...] }
    return (oldParts[found], isSame)
  }

  /// Remembers that a list knows the one it came from, until the patch is written.
  func noteOrigin(of list: ListPart, _ origin: ListPart.Origin, freedByteCount: Int) {
    list.origin = origin
    listsWithOrigin.append(list)
    self.freedByteCount += freedByteCount
  }

  /// Lets lists take over the snapshots of those they came from; the document before is gone.
  func settleOrigins() {
    guard !listsWithOrigin.isEmpty else { return }
    for list in listsWithOrigin { list.settle() }
    listsWithOrigin.removeAll(keepingCapacity: true)
  }

  /// Forgets which lists came from which; they would keep each other alive.
  func forgetOrigins() {
    guard !listsWithOrigin.isEmpty else { return }
    for list in listsWithOrigin { list.origin = nil }
    listsWithOrigin.removeAll(keepingCapacity: true)
  }

  /// Lets go of the document before, elsewhere when that takes long.
  func retire(_ document: consuming MarkedText) {
    if freedByteCount >= PartKeeper.freedByteCountMin { Retirement.release(document) }
    freedByteCount = 0
  }

  /// Puts a part in place of the value being encoded.
  func append(_ part: Part, to text: inout [UInt8]) {
    text.append(Part.mark)
    withUnsafeBytes(of: UInt32(newParts.count)) { text += $0 }
    newParts.append(part)
  }
}

extension MarkedText {
  /// Brings parts into the order of their marks, and each mark's number out of the text.
  ///
  /// Keys encoded twice, and the like, are put in order after the values were encoded.
  fileprivate mutating func resolveMarks(from start: Int, _ numbered: [Part]) {
    let count = bytes.withUnsafeMutableBytes { bytes in
      var (read, written) = (start, start)
      while let mark = UnsafeRawBufferPointer(bytes).firstOffset(of: Part.mark, from: read) {
        let number = bytes.loadUnaligned(fromByteOffset: mark + 1, as: UInt32.self)
        parts.append(numbered[Int(number)])
        written = bytes.move(read...mark, to: written)
        read = mark + 1 + MemoryLayout<UInt32>.size
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
