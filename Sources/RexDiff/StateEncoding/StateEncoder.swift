public import RexJSON

/// Converts successive states of an app to patches, at a cost that depends on the change.
///
///     state        cached document                        state, one action later
///
///     ┌ title ──┐  {"title":"News",                       title     encoded again: cheap
///     │ messages┼▶  "messages":▮ ──▶ ┌ list ─────────┐
///     │ draft   │   "draft":""}      │ old array ····┼▶ a retain   same buffer?   same text
///     └─────────┘                    │ […,…,…,…,]    │             else compare bytes,
///                                    │ […,…,…,]      │             element by element:
///                                    └───────────────┘             encode those that differ
///
/// **Why a value with the same bytes as a retained value is equal to it.** The encoder retains the
/// collections and large structs that it has encoded. Storage that is retained is neither freed nor
/// changed in place, since the types in question copy on write; so a pointer to it still refers to
/// the same contents as when its text was written. Types are examined through their metadata:
/// numbers and text, and structs, tuples, enums and standard collections of them, are trusted.
/// Anything else in a value (a class, an existential, a function) makes it opaque, and opaque
/// values are encoded again each time. The `==` of a type is never called.
///
/// **Why the patch is correct.** It does not depend on any of this: it is the difference of two
/// texts, the previous and the new one, in which shared fragments are skipped.
///
/// **What bytes cannot show** is an `encode(to:)` that depends on something other than its value: a
/// clock, a locale. `check(_:patch:)` compares the document with a full encoding. After a mismatch,
/// it corrects the document and no longer trusts the type. The recorder checks the values a few at
/// a time, in rounds that begin at keyframes (`CheckRound`), and calls it if one differs.
///
/// It is a class because encoders must not share fragments, as copies of a struct would.
public final class StateEncoder<State> {
  private let coding: StateCoding<State>
  private let cache: EncodingCache
  private let userInfo: [CodingUserInfoKey: any Sendable]
  private let redactor: (any LeafRedactor)?
  private let dates: DatePlaces?
  private(set) var document: FragmentedText
  /// Whether patches and keyframes have a text in place of the document.
  package internal(set) var isLeftOut = false
  /// The number of corrections that found no type to mark as unstable.
  private var untypedCorrectionCount = 0
  /// Whether the whole state is encoded again in each update.
  private var isUnstable = false

  /// Whether the metadata of types can be read, so that values are compared in memory.
  ///
  /// Otherwise, everything except numbers, text and collections of them is encoded again in each
  /// update, which is slower, but just as correct.
  public static var canReadTypes: Bool { TypeMetadata.isReadable }

  /// Creates an encoder for a state; throws the error of the state's `encode(to:)`.
  ///
  /// - Parameters:
  ///   - initial: The current state.
  ///   - types: Types with value semantics that contain class instances or other pointers. The app
  ///     vouches that the memory that they refer to never changes while it is retained.
  ///   - userInfo: The `Encoder.userInfo` for the values.
  public convenience init(
    _ initial: State, vouchingFor types: [any Any.Type] = [],
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws where State: Encodable {
    try self.init(
      initial, coding: .encodable(), vouchingFor: types, userInfo: userInfo, redactor: nil)
  }

  /// Creates an encoder that replaces the secrets of all states.
  ///
  /// - Parameters:
  ///   - coding: How states are encoded.
  ///   - comparesMemory: Whether values are compared in memory; if not, each update encodes the
  ///     whole state.
  ///   - dates: Where the places of dates in states are noted; nil if they are not.
  package init(
    _ initial: State, coding: StateCoding<State>, vouchingFor types: [any Any.Type],
    comparesMemory: Bool = true, userInfo: [CodingUserInfoKey: any Sendable],
    redactor: (any LeafRedactor)?, dates: DatePlaces? = nil
  ) throws {
    cache = EncodingCache(
      vouching: types, comparesMemory: comparesMemory, reflector: coding.reflector,
      userInfo: userInfo.adding(coding.reflector), redactor: redactor, dates: dates)
    (self.coding, self.userInfo, self.redactor) = (coding, userInfo, redactor)
    self.dates = dates
    document = try coding.document(initial, cache, FragmentedText(), true)
  }

  /// Makes a state the current one, and appends the patch to it, or `[]` if nothing changed.
  ///
  /// If encoding throws, the current state is unchanged and nothing is appended.
  public func update(to next: State, patch bytes: inout [UInt8]) throws {
    let start = bytes.count
    if !cache.checks.isDue, retains(next) {
      bytes += JSONPatch.emptyText
    } else if isUnstable {
      adopt(try freshDocument(of: next), patch: &bytes)
    } else {
      adopt(try coding.document(next, cache, document, true), patch: &bytes)
    }
    cache.checks.earn(patchByteCount: bytes.count - start)
    if isLeftOut { bytes.replaceSubrange(start..., with: JSONPatch.emptyText) }
  }

  /// Returns whether a state's bytes prove that it is the current one; not all types allow this.
  package func retains(_ state: State) -> Bool {
    guard let snapshot = document.onlyFragment?.source, !isUnstable else { return false }
    return coding.retains(state, snapshot, cache)
  }

  /// Appends the current state's JSON text, as in a keyframe.
  public func writeDocument(into bytes: inout [UInt8]) {
    bytes.reserveCapacity(bytes.count + document.byteCount)
    document.slice.write(into: &bytes)
  }

  /// Calls a closure with each run of bytes of the current state's JSON text, in order.
  package func forEachRun<Failure: Error>(
    _ body: (ArraySlice<UInt8>) throws(Failure) -> Void
  ) throws(Failure) {
    guard !isLeftOut else { return try body(JSON.string(LongValue.state).bytes[...]) }
    try document.slice.forEachRun(body)
  }

  /// The number of bytes that `writeDocument(into:)` appends.
  public var documentByteCount: Int { document.byteCount }

  private func adopt(_ next: FragmentedText, patch bytes: inout [UInt8]) {
    var differ = StateDiffer(PatchWriter(appendingTo: exchange(&bytes, with: [])))
    differ.compare(document, next)
    bytes = differ.patch.finish()
    cache.release(exchange(&document, with: next))
    cache.commitOrigins()
  }
}

/// Checks a few values in each update.
extension StateEncoder {
  /// Starts a round in which every value that is not encoded anyway is encoded again once.
  ///
  /// Returns false, and does nothing, if one is running.
  package func beginChecks() -> Bool { !isUnstable && cache.checks.begin() }

  /// Whether a round is running.
  package var isChecking: Bool { !cache.checks.isDone }

  /// Whether a text differed; `check` shows where.
  package var foundDifference: Bool { cache.checks.foundDifference }

  /// Checks about this many bytes of the current state at once, as an update does with fewer.
  package func resumeChecks(of current: State, byteCount: Int) throws {
    guard isChecking else { return }
    cache.checks.grant(byteCount)
    _ = try coding.document(current, cache, document, false)
  }
}

extension StateEncoder {
  /// A difference between the cached document and a full encoding.
  public struct Mismatch: Sendable, Hashable {
    /// The path of the first difference.
    public var pointer: JSONPointer
    /// The innermost type around that path that is cached separately; otherwise the state's type.
    public var type: String
    /// The types that are always encoded from now on; empty if they already are.
    public var unstableTypes: [String]
  }

  /// The limit on `untypedCorrectionCount`, at which nothing is trusted any more.
  private static var untypedCorrectionCountMax: Int { 3 }

  /// Compares the cached document with a full encoding of the current state.
  ///
  /// If they differ, the encoder continues with the full encoding, and appends the patch to it. The
  /// types that were trusted where they differ are no longer trusted. If there are none, the third
  /// mismatch ends trust in the whole state, which is then encoded by `JSONDocumentEncoder`. The
  /// cost is that of encoding the whole state.
  public func check(
    _ current: State, patch bytes: inout [UInt8]
  ) throws -> Mismatch? {
    cache.checks.forgetDifference()
    let start = bytes.count
    let expected = try freshDocument(of: current)
    var kept: [UInt8] = []
    writeDocument(into: &kept)
    if kept == expected.bytes { return nil }

    let old = try JSON(parsing: kept, limits: .largest)
    let new = try JSON(parsing: expected.bytes, limits: .largest)
    let difference = JSON.firstDifference(from: old, to: new)
    let fresh = try coding.document(current, cache, FragmentedText(), true)
    let unstable = UnstableTypes(between: document, and: fresh)
    var types = unstable.types
    for type in types { cache.markUnstable(type) }
    if types.isEmpty, !isUnstable {
      untypedCorrectionCount += 1
      isUnstable = untypedCorrectionCount >= Self.untypedCorrectionCountMax
      if isUnstable { types = [State.self] }
    }
    adopt(isUnstable ? expected : fresh, patch: &bytes)
    if isLeftOut { bytes.replaceSubrange(start..., with: JSONPatch.emptyText) }
    return Mismatch(
      pointer: difference?.path ?? JSONPointer(),
      type: name(of: unstable.innermostType ?? State.self), unstableTypes: types.map(name))
  }

  /// Returns the name of a type of the app.
  private func name(of type: Any.Type) -> String {
    String(reflecting: (type as? any AnyReflected.Type)?.valueType ?? type)
  }

  /// Returns the document without any fragments.
  private func freshDocument(of state: State) throws -> FragmentedText {
    FragmentedText(
      bytes: try coding.bytes(
        of: state, userInfo: userInfo, redactor: redactor, dates: dates))
  }
}
