public import RexJSON

/// Turns the successive states of an app into patches, at a cost that follows the change.
///
///     state        kept document                          state, one action later
///
///     ┌ title ──┐  {"title":"News",                       title     encoded again: cheap
///     │ messages┼▶  "messages":▮ ──▶ ┌ list ─────────┐
///     │ draft   │   "draft":""}      │ old array ····┼▶ a retain   same buffer?   same text
///     └─────────┘                    │ […,…,…,…,]    │             else compare bytes,
///                                    │ […,…,…,]      │             element by element:
///                                    └───────────────┘             encode those that differ
///
/// **Why a value whose bytes are those of a kept value is that value.** The encoder retains the
/// collections, and the big structs, that it has encoded. Storage that is retained is neither
/// freed nor changed in place, since the types in question copy on write; so a pointer to it
/// means today what it meant when its text was written. Types are walked through their metadata:
/// numbers and text, structs, tuples, enums and standard collections of such are trusted. Whatever
/// else there may be in a value (a class, an existential, a function) makes it opaque, and opaque
/// values are encoded again each time. Equality as types define it is never asked.
///
/// **Why the patch is right.** It does not rest on any of this: it is the difference of two texts,
/// the one kept and the one just put together, in which fragments that are shared are stepped over.
///
/// **What bytes cannot show** is an `encode(to:)` that depends on something outside its value: a
/// clock, a locale. `check(_:patch:)` compares with a fresh encoding; the recorder does so at
/// keyframes. On a mismatch it corrects the document and trusts the type no more.
///
/// A class, since the fragments it keeps are its identity: two encoders never share any.
public final class StateEncoder<State: Encodable> {
  private let cache: EncodingCache
  private let userInfo: [CodingUserInfoKey: any Sendable]
  private(set) var document: FragmentedText
  /// Corrections at which there was no type to call unstable.
  private var namelessCorrectionCount = 0
  /// Whether nothing of the state is trusted any more.
  private var isUnstable = false

  /// Whether types can be read here, so that values are compared in memory.
  ///
  /// Where they cannot, all but numbers, text and collections of such is encoded anew in each
  /// update: slower, and no less right.
  public static var canReadTypes: Bool { TypeMetadata.isReadable }

  /// Starts from a state; throws what its `encode(to:)` throws.
  ///
  /// `types` are taken for values although they hold classes or the like: the app vouches that
  /// what is behind their pointers never changes while they are retained. `userInfo` is what
  /// `Encoder.userInfo` shows to the values.
  public init(
    _ initial: State, vouchingFor types: [any Any.Type] = [],
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws {
    cache = EncodingCache(vouching: types, userInfo: userInfo)
    self.userInfo = userInfo
    document = try cache.document(of: initial)
  }

  /// Makes `next` the current state and appends the patch that leads to it, `[]` for no change.
  ///
  /// When encoding throws, the current state stays as it was and nothing is appended.
  public func update(to next: State, patch bytes: inout [UInt8]) throws {
    if retains(next) {
      bytes += JSONPatch.emptyText
    } else if isUnstable {
      adopt(try freshDocument(of: next), patch: &bytes)
    } else {
      adopt(try cache.document(of: next, reusing: document), patch: &bytes)
    }
  }

  /// Whether a state's bytes prove that it is the current one; not every type's do.
  package func retains(_ state: State) -> Bool {
    guard let snapshot = document.onlyFragment?.source, !isUnstable else { return false }
    return cache.retains(state, as: snapshot)
  }

  /// Appends the current state's JSON text, as a keyframe holds it.
  public func writeDocument(into bytes: inout [UInt8]) {
    bytes.reserveCapacity(bytes.count + document.byteCount)
    document.slice.write(into: &bytes)
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

extension StateEncoder {
  /// What a fresh encoding found to be wrong in the kept document.
  public struct Mismatch: Sendable, Hashable {
    /// The first place where the two differed.
    public var pointer: JSONPointer
    /// The innermost type that is kept for itself around that place; else the state's.
    public var type: String
    /// The types that are from now on encoded again each time; none when that is done already.
    public var unstableTypes: [String]
  }

  /// So many corrections that found no type to call unstable end trust in the whole state.
  private static var namelessCorrectionCountMax: Int { 3 }

  /// Compares the kept document with a fresh encoding of the current state.
  ///
  /// On a mismatch the fresh one is adopted, and the patch that leads to it is appended; else
  /// nothing is. The types that were trusted where they differ are trusted no more; where there are
  /// none, the third mismatch ends trust in the whole state, which is then encoded as
  /// `JSONDocumentEncoder` does it. The cost is that of encoding the whole state.
  public func check(
    _ current: State, patch bytes: inout [UInt8]
  ) throws -> Mismatch? {
    let expected = try freshDocument(of: current)
    var kept: [UInt8] = []
    writeDocument(into: &kept)
    if kept == expected.bytes { return nil }

    let old = try JSON(parsing: kept, limits: .largest)
    let new = try JSON(parsing: expected.bytes, limits: .largest)
    let difference = JSON.firstDifference(from: old, to: new)
    let fresh = try cache.document(of: current)
    let unstable = UnstableTypes(between: document, and: fresh)
    var types = unstable.types
    for type in types { cache.markUnstable(type) }
    if types.isEmpty, !isUnstable {
      namelessCorrectionCount += 1
      isUnstable = namelessCorrectionCount >= Self.namelessCorrectionCountMax
      if isUnstable { types = [State.self] }
    }
    adopt(isUnstable ? expected : fresh, patch: &bytes)
    return Mismatch(
      pointer: difference?.path ?? JSONPointer(),
      type: String(reflecting: unstable.innermostType ?? State.self),
      unstableTypes: types.map { String(reflecting: $0) })
  }

  /// The document without any fragments.
  private func freshDocument(of state: State) throws -> FragmentedText {
    var encoder = JSONDocumentEncoder()
    encoder.userInfo = userInfo
    return FragmentedText(bytes: try encoder.encodeBytes(state))
  }
}
