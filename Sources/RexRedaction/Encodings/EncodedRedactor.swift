package import RexDiff
package import RexJSON

/// Redacts the JSON text of one log's documents, in the order of its lines.
///
///     bytes ──index──▶ strings, numbers ──no secrets──▶ the same bytes
///                                       ──else──▶ a tree ──Redactor──▶ new bytes
///
/// It parses only documents that may contain secrets. As long as the state contains none, it keeps
/// the last keyframe's text and the patches since then instead of a tree. Their size is limited,
/// since a recorder writes a new keyframe before the patches are much larger than the last one.
package struct EncodedRedactor {
  private var redactor: Redactor
  private var state = State.none

  private enum State {
    case none
    /// An unchanged state, and the patches since then, each followed by a newline.
    case unredacted(document: [UInt8], patches: [UInt8])
    /// A redacted state, which the redactor has.
    case redacted
  }

  package init(_ redactor: Redactor) { self.redactor = redactor }

  /// Redacts a document that is not a state; returns `null` if it is not valid JSON.
  package mutating func redact(_ json: [UInt8]) -> [UInt8] {
    if json.withUnsafeBytes(redactor.needsNoRedaction(document:)) { return json }
    guard let document = EncodedRedactor.parsed(json) else { return JSON.null.bytes }
    return redactor.redact(document).bytes
  }

  /// Redacts free text.
  package func redact(text: String) -> String { redactor.redact(text: text) }

  /// Redacts the keys of a path.
  package mutating func redact(path: JSONPointer) -> JSONPointer { redactor.redact(path: path) }

  /// Redacts a JSON string.
  package func redact(encodedText json: [UInt8]) -> [UInt8] {
    if json.withUnsafeBytes(redactor.needsNoRedaction(document:)) { return json }
    let text = EncodedRedactor.parsed(json)?.string ?? ""
    return JSON.string(redactor.redact(text: text)).bytes
  }

  /// Redacts the first state, or one after a gap.
  package mutating func start(from json: [UInt8]) -> [UInt8] {
    if json.withUnsafeBytes(redactor.needsNoRedaction(document:)) {
      (state, redactor.state) = (.unredacted(document: json, patches: []), nil)
      return json
    }
    guard let document = EncodedRedactor.parsed(json) else { return JSON.null.bytes }
    state = .redacted
    return redactor.start(from: document).bytes
  }

  /// Redacts a keyframe of the state that the patches lead to.
  package mutating func redact(keyframe json: [UInt8]) -> [UInt8] {
    switch state {
    case .none: return start(from: json)
    case .redacted where redactor.state == nil || !redactor.hasRedactedNothing:
      // The state is nil after a patch that could not be applied.
      return redactor.state?.bytes ?? start(from: json)
    case .unredacted, .redacted:
      (state, redactor.state) = (.unredacted(document: json, patches: []), nil)
      return json
    }
  }

  /// Redacts the next patch of the state.
  package mutating func redact(patch json: [UInt8]) throws(JSONPatchError) -> [UInt8] {
    if case .unredacted(let document, var patches) = state,
      json.withUnsafeBytes(redactor.needsNoRedaction(patch:))
    {
      state = .none
      patches += json
      patches.append(UInt8(ascii: "\n"))
      state = .unredacted(document: document, patches: patches)
      return json
    }
    try makeTree()
    guard let document = EncodedRedactor.parsed(json) else {
      redactor.state = nil
      throw JSONPatchError(.patchIsNotArray)
    }
    let patch = try redactor.redact(JSONPatch(parsing: document))
    var bytes: [UInt8] = []
    patch.write(into: &bytes)
    return bytes
  }

  /// Parses the state for the redactor.
  ///
  /// Secrets that became known after the state was written stay unredacted in it.
  private mutating func makeTree() throws(JSONPatchError) {
    guard case .unredacted(let document, let patches) = state else { return }
    state = .redacted
    redactor.state = nil
    guard var tree = EncodedRedactor.parsed(document) else { return }
    for line in patches.split(separator: UInt8(ascii: "\n")) {
      guard let patch = EncodedRedactor.parsed(Array(line)) else { return }
      try tree.apply(JSONPatch(parsing: patch))
    }
    redactor.state = tree
  }

  private static func parsed(_ json: [UInt8]) -> JSON? {
    try? JSON(parsing: json, limits: .largest)
  }
}
