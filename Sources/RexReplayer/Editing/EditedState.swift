import RexDiff
import RexJSON

/// The state during an edited replay: a JSON document, decoded when an action is reduced.
struct EditedState {
  private let app: ReplayableApp
  private var storage: Storage

  private enum Storage {
    case document(JSON)
    case reducing(any Reduction)
  }

  init(_ app: ReplayableApp, at state: JSON) { (self.app, storage) = (app, .document(state)) }

  var document: JSON {
    switch storage {
    case .document(let document): return document
    case .reducing(let reduction):
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
    case .reducing(let reduction): reduction.writeState(into: &bytes)
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
  var isDecoded: Bool { if case .reducing = storage { true } else { false } }

  /// Decodes the document into the app's state, unless that is done already.
  mutating func decode() throws(ReductionError) {
    guard case .document(let document) = storage else { return }
    storage = .reducing(try app.reduction(from: document))
  }

  /// Reduces an action and appends its patch; returns a description of the reducer's error, if any.
  mutating func reduce(
    _ payload: JSON, patch: inout [UInt8]
  ) throws(ReductionError) -> String? {
    var reduction: any Reduction
    switch storage {
    case .document(let document): reduction = try app.reduction(from: document)
    case .reducing(let current): reduction = current
    }
    // Released before the change, so that the state is uniquely referenced.
    storage = .document(.null)
    // If the action cannot be decoded, the state does not change.
    defer { storage = .reducing(reduction) }
    let bytes = payload.bytes
    return try bytes.withUnsafeBytes { text in
      Result { () throws(ReductionError) in try reduction.reduce(text, patch: &patch) }
    }.get()
  }
}
