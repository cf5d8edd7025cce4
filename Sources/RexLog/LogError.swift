public import RexDiff
public import RexJSON

/// Why a log cannot be read or written: facts, worded in `LogError+Words`.
public struct LogError: Error, Sendable, Equatable {
  /// What is wrong.
  public var kind: Kind
  /// The log's name: its path, or `-` for standard input.
  public var log: String
  /// Where in the log; the whole file when the trouble has no place of its own.
  public var location: JSONLocation

  /// An error at a place in a log.
  public init(
    _ kind: Kind, log: String, location: JSONLocation = JSONLocation(line: 1, column: 1, offset: 0)
  ) {
    (self.kind, self.log, self.location) = (kind, log, location)
  }

  /// What can be wrong with a log.
  public enum Kind: Sendable, Equatable {
    /// The system refused an operation on the file.
    case system(operation: String, code: Int32)
    /// The path is a folder, or something else that is no file.
    case notAFile
    /// The file has no bytes.
    case empty
    /// The first line is no session line.
    case notALog
    /// The log's major version is not one that this package reads.
    case unsupportedVersion(JSON)
    /// A stream or a line is longer than the limit, in bytes.
    case tooLong(limit: Int)
    /// The file became shorter while it was read.
    case shrank
    /// The file was changed, other than by appending, while it was read.
    case changed
    /// The file was deleted, or changed by others, while it was written.
    case disturbed
    /// A line is no JSON text.
    case json(JSONError.Kind)
    /// A line is JSON, but no object that begins with `kind`.
    case notAnEntry
    /// A member that every entry of this kind has is missing.
    case missingMember(String)
    /// A member has the wrong type.
    case wrongMember(String, expected: String, found: JSON)
    /// A patch is not one of RFC 6902.
    case patch(JSONPatchError)
    /// An action's or keyframe's number is not the next one.
    case outOfOrder(expected: Int, found: Int)
    /// A gap runs backwards.
    case backwardGap(from: Int, to: Int)
    /// A gap is followed by an action where the state should come.
    case noKeyframeAfterGap
    /// A keyframe is missing, which tells the state after an action without a patch.
    case noKeyframeAfterOmission
    /// An action comes before the first state.
    case noFirstKeyframe
    /// A line before the last is an action that never finished.
    case unfinishedInside
    /// A patch is right, but does not fit the state before it.
    case patchDoesNotFit(JSONPatchError)
    /// A keyframe differs, first at this path, from the state that the patches before it lead to.
    case contradiction(JSONPointer)
    /// A second session line, or a line after the end.
    case misplaced(String)
  }
}
