import RexDiff
import RexJSON

/// The state of a log whose actions are changed: a document, decoded once an action is reduced.
struct EditedState {
  private let app: ReplayableApp
  private var position: Position

  private enum Position {
    case document(JSON)
    case reducing(any Reduction)
  }

  init(_ app: ReplayableApp, at state: JSON) { (self.app, position) = (app, .document(state)) }

  /// The state's document.
  var document: JSON {
    switch position {
    case .document(let document): return document
    case .reducing(let reduction):
      var bytes: [UInt8] = []
      reduction.writeState(into: &bytes)
      // It was encoded just now.
      return (try? JSON(parsing: bytes, limits: .largest)) ?? .null
    }
  }

  /// Appends the state's JSON text.
  func write(into bytes: inout [UInt8]) {
    switch position {
    case .document(let document): document.write(into: &bytes)
    case .reducing(let reduction): reduction.writeState(into: &bytes)
    }
  }

  /// Applies a patch; where it does not fit, the state stays as it was.
  mutating func apply(_ patch: JSONPatch) throws(JSONPatchError) {
    guard !patch.isEmpty else { return }
    var state = document
    // Let go of before it changes, so that it has one owner. `apply` changes all or nothing.
    position = .document(.null)
    defer { position = .document(state) }
    try state.apply(patch)
  }

  /// Whether the app has decoded it.
  var isDecoded: Bool { if case .reducing = position { true } else { false } }

  /// Has the app decode it, where that is still to be done.
  mutating func decode() throws(ReductionError) {
    guard case .document(let document) = position else { return }
    position = .reducing(try app.reduction(from: document))
  }

  /// Reduces an action and appends its patch; returns what the reducer threw, in words.
  mutating func reduce(
    _ payload: JSON, patch: inout [UInt8]
  ) throws(ReductionError) -> String? {
    var reduction: any Reduction
    switch position {
    case .document(let document): reduction = try app.reduction(from: document)
    case .reducing(let under): reduction = under
    }
    // Let go of before it changes, so that it has one owner.
    position = .document(.null)
    // An action that cannot be decoded leaves the state as it was.
    defer { position = .reducing(reduction) }
    let bytes = payload.bytes
    return try bytes.withUnsafeBytes { text in
      Result { () throws(ReductionError) in try reduction.reduce(text, patch: &patch) }
    }.get()
  }
}
