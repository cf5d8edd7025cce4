import RexJSON

/// Turns the successive states of an app into patches, and keeps the current state's document.
public struct StateEncoder<State: Encodable> {
  private var document: JSON

  /// Starts from a state; throws what its `encode(to:)` throws.
  public init(_ initial: State) throws {
    document = try JSONDocumentEncoder().encode(initial)
  }

  /// Makes `next` the current state and appends the patch that leads to it, `[]` for no change.
  ///
  /// When encoding throws, the current state stays as it was and nothing is appended.
  public mutating func update(to next: State, patch bytes: inout [UInt8]) throws {
    let nextDocument = try JSONDocumentEncoder().encode(next)
    JSONPatch(from: document, to: nextDocument).json.write(into: &bytes)
    document = nextDocument
  }

  /// Appends the current state's JSON text, as a keyframe holds it.
  public func writeDocument(into bytes: inout [UInt8]) {
    document.write(into: &bytes)
  }
}
