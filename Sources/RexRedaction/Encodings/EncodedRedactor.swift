package import RexDiff
import RexJSON

/// Redacts the encoded documents of one log, in the order of its lines.
///
///     bytes ──index──▶ strings, numbers ──nothing to cover──▶ the same bytes
///                                       ──else──▶ a tree ──Redactor──▶ new bytes
///
/// No tree is made of a document with nothing to cover. Nor is one of the state, while nothing in
/// it was covered: its last whole text is kept, and the patches since. A recorder writes a new
/// one before those have many times its bytes.
package struct EncodedRedactor {
  private var redactor: Redactor
  private var state = State.none

  private enum State {
    case none
    /// A state that is shown as it is, and its patches since, each followed by a newline.
    case whole(document: [UInt8], patches: [UInt8])
    /// A state with something covered, which the redactor has.
    case covered
  }

  package init(_ redactor: Redactor) { self.redactor = redactor }

  /// A document that is no state; null where it is not JSON.
  package mutating func redact(_ json: [UInt8]) -> [UInt8] {
    if json.withUnsafeBytes(redactor.showsWhole(document:)) { return json }
    guard let document = EncodedRedactor.parsed(json) else { return JSON.null.bytes }
    return redactor.redact(document).bytes
  }

  /// Free text.
  package func redact(text: String) -> String { redactor.redact(text: text) }

  /// A text as it is encoded.
  package func redact(encodedText json: [UInt8]) -> [UInt8] {
    if json.withUnsafeBytes(redactor.showsWhole(document:)) { return json }
    let text = EncodedRedactor.parsed(json)?.string ?? ""
    return JSON.string(redactor.redact(text: text)).bytes
  }

  /// A state that no patch leads to.
  package mutating func start(from json: [UInt8]) -> [UInt8] {
    if json.withUnsafeBytes(redactor.showsWhole(document:)) {
      (state, redactor.state) = (.whole(document: json, patches: []), nil)
      return json
    }
    guard let document = EncodedRedactor.parsed(json) else { return JSON.null.bytes }
    state = .covered
    return redactor.start(from: document).bytes
  }

  /// The state that the patches lead to, as it is shown by them.
  package mutating func redact(keyframe json: [UInt8]) -> [UInt8] {
    switch state {
    case .none: return start(from: json)
    case .covered where redactor.state == nil || redactor.vault.coveredCount > 0:
      // There is no state where a patch did not fit.
      return redactor.state?.bytes ?? start(from: json)
    case .whole, .covered:
      (state, redactor.state) = (.whole(document: json, patches: []), nil)
      return json
    }
  }

  /// The next patch of the state.
  package mutating func redact(patch json: [UInt8]) throws(JSONPatchError) -> [UInt8] {
    if case .whole(let document, var patches) = state,
      json.withUnsafeBytes(redactor.showsWhole(patch:))
    {
      state = .none
      patches += json
      patches.append(UInt8(ascii: "\n"))
      state = .whole(document: document, patches: patches)
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

  /// Gives the redactor the state, as it is shown: what is a secret only by now is not covered.
  private mutating func makeTree() throws(JSONPatchError) {
    guard case .whole(let document, let patches) = state else { return }
    state = .covered
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
