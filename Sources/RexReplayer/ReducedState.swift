import RexDiff
import RexJSON
import RexTimeline

/// The state of a re-reduction: a JSON document, decoded only when an action is reduced into it.
///
///     document ◀──apply── decoded       consecutive opaque actions cost only their patches
///         └──────reduce──────▶
///
/// The progress is told before and after the app's code runs. `seq` is then the number of the
/// action that is at fault if that code never returns.
struct ReducedState {
  private let app: ReplayableApp
  private let progress: (any ReductionProgress)?
  private var storage: Storage

  private enum Storage {
    case document(JSON)
    case decoded(any Reduction)
  }

  init(_ app: ReplayableApp, at state: JSON, _ progress: (any ReductionProgress)?) {
    (self.app, self.progress, storage) = (app, progress, .document(state))
  }

  var document: JSON {
    switch storage {
    case .document(let document): return document
    case .decoded(let reduction):
      var bytes: [UInt8] = []
      reduction.writeState(into: &bytes)
      // Parsing cannot fail: the text was just encoded.
      return (try? JSON(parsing: bytes, limits: .largest)) ?? .null
    }
  }

  /// Appends the state's JSON text.
  func write(into bytes: inout [UInt8]) {
    switch storage {
    case .document(let document): document.write(into: &bytes)
    case .decoded(let reduction): reduction.writeState(into: &bytes)
    }
  }

  /// Applies a patch; if that fails, the state does not change.
  mutating func apply(_ patch: JSONPatch) throws(JSONPatchError) {
    guard !patch.isEmpty else { return }
    var state = document
    // Released before the change, so that the document is uniquely referenced. `apply` is atomic.
    storage = .document(.null)
    defer { storage = .document(state) }
    try state.apply(patch)
  }

  /// Whether the app has decoded it.
  var isDecoded: Bool { if case .decoded = storage { true } else { false } }

  /// A type in the state or the actions whose values have no fixed order, if one was found.
  var unorderedType: String? {
    if case .decoded(let reduction) = storage { reduction.unorderedType } else { nil }
  }

  /// Decodes the document into the app's state, unless that is done already.
  mutating func decode(seq: Int) throws(ReductionError) {
    guard case .document(let document) = storage else { return }
    progress?.willReduce(seq)
    defer { progress?.didReduce() }
    storage = .decoded(try app.makeReduction(document))
  }

  /// Encodes the state after actions that were reduced without a patch.
  mutating func encode(seq: Int) throws(ReductionError) {
    guard isDecoded else { return }
    try reduce(seq: seq) { (reduction) throws(ReductionError) in try reduction.encodeState() }
  }

  /// Reduces an action and appends its patch.
  mutating func reduce(
    _ payload: JSON, _ inputs: ActionInputs, patch: inout [UInt8]
  ) throws(ReductionError) -> Reduced {
    let bytes = payload.bytes
    return try reduce(seq: inputs.seq) { (reduction) throws(ReductionError) in
      try bytes.withUnsafeBytes { text in
        Result { () throws(ReductionError) in try reduction.reduce(text, inputs, patch: &patch) }
      }.get()
    }
  }

  /// Changes the decoded state; if the closure throws while decoding, the state does not change.
  mutating func reduce<Result>(
    seq: Int, by body: (inout any Reduction) throws(ReductionError) -> Result
  ) throws(ReductionError) -> Result {
    progress?.willReduce(seq)
    defer { progress?.didReduce() }
    var reduction: any Reduction
    switch storage {
    case .document(let document): reduction = try app.makeReduction(document)
    case .decoded(let current): reduction = current
    }
    // Released before the change, so that the state is uniquely referenced.
    storage = .document(.null)
    defer { storage = .decoded(reduction) }
    return try body(&reduction)
  }
}
