import RexDiff
import RexJSON
import Testing

/// Updates an encoder from state to state and checks the laws after each update.
struct StateChecker<State: Encodable> {
  private let encoder: StateEncoder<State>
  private let redactor: (any LeafRedactor)?
  private var document: JSON
  /// The last patch.
  private(set) var patch = JSONPatch()
  private(set) var patchByteCount = 0

  init(
    _ initial: State, vouchingFor types: [any Any.Type] = [], redactor: (any LeafRedactor)? = nil
  ) throws {
    self.redactor = redactor
    encoder = try StateEncoder(
      initial, coding: .encodable(), vouchingFor: types, userInfo: [:], redactor: redactor)
    document = try JSON(
      parsing: JSONDocumentEncoder().encodeBytes(initial, redactor: redactor), limits: .largest)
    try expectDocument(of: initial, "at the start")
  }

  /// Checks that the encoder's document equals a fresh encoding, and that the patch leads to it.
  mutating func update(to state: State, _ comment: @autoclosure () -> String = "") throws {
    var bytes: [UInt8] = []
    _ = encoder.beginChecks()
    try encoder.update(to: state, patch: &bytes)
    if encoder.foundDifference { throw Failure.reusedText }
    patch = try JSONPatch(parsing: JSON(parsing: bytes, limits: .largest))
    patchByteCount = bytes.count
    try document.apply(patch)
    try expectDocument(of: state, comment())
  }

  private func expectDocument(of state: State, _ comment: String) throws {
    var kept: [UInt8] = []
    encoder.writeDocument(into: &kept)
    let fresh = try JSONDocumentEncoder().encodeBytes(state, redactor: redactor)
    if kept != fresh {
      Issue.record("\(comment): kept \(text(kept))\nnot \(text(fresh))")
      throw Failure.keptDocument
    }
    if encoder.documentByteCount != kept.count { throw Failure.byteCount }
    if try document != JSON(parsing: fresh, limits: .largest) {
      Issue.record("\(comment): \(patch)\nleads to \(document)\nnot to \(text(fresh))")
      throw Failure.patchedDocument
    }
  }

  private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  enum Failure: Error {
    case keptDocument
    case byteCount
    case reusedText
    case patchedDocument
  }
}
