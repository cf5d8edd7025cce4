package import RexDiff
package import RexFormat

/// An action's line that is kept after its reader went on.
package struct KeptAction: Sendable {
  private let line: [UInt8]
  /// The patch, if it was kept, so that a long one is not parsed again.
  package var patch: JSONPatch?

  package init(_ line: UnsafeRawBufferPointer) { self.line = Array(line) }

  /// Calls a closure with the checked line.
  package func read<Result>(
    _ body: (ActionLine) throws(LogError) -> Result
  ) throws(LogError) -> Result {
    let result = line.withUnsafeBytes { bytes in
      Swift.Result { () throws(LogError) in try body(ActionLine(checking: bytes)) }
    }
    return try result.get()
  }

  /// Reads the action, with some of its parts; nil if the line is damaged.
  package func action(_ parts: ActionLine.Parts = .all) -> LogAction? {
    let unknown = patch == nil ? parts : parts.subtracting(.patch)
    guard var action = try? read({ (line) throws(LogError) in try line.action(unknown) }) else {
      return nil
    }
    if parts.contains(.patch), let patch, action.result?.patch != nil {
      action.result?.change = .patch(patch)
    }
    return action
  }
}
