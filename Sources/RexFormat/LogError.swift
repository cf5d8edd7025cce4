public import RexDiff
public import RexJSON

/// An error in reading or writing a log, in following its states, or in reducing its actions again.
///
/// `problem` has the message.
public struct LogError: Error, Sendable, Equatable {
  /// What is wrong.
  public var kind: Kind
  /// The log's name: its path, or `-` for standard input; for a tool's error, the tool's name.
  public var log: String
  /// The position in the log; the file's start if the problem has no position.
  public var location: JSONLocation

  /// An error at a position in a log.
  public init(
    _ kind: Kind, log: String, location: JSONLocation = JSONLocation(line: 1, column: 1, offset: 0)
  ) {
    (self.kind, self.log, self.location) = (kind, log, location)
  }

  /// The kinds of errors.
  public enum Kind: Sendable, Equatable {
    /// The system refused an operation on the file.
    case system(operation: String, code: Int32)
    /// The recorder is disabled, so it has nothing to export.
    case disabledRecorder
    /// The path is a folder, or otherwise not a file.
    case notAFile
    /// The file is empty.
    case empty
    /// The first line is not a session line.
    case notALog
    /// The file is compressed by gzip.
    case compressed
    /// The file begins with the byte order mark of UTF-8.
    case byteOrderMark
    /// This package cannot read the log's major version.
    case unsupportedVersion(JSON)
    /// A file, stream, line or action type is longer than its limit, in bytes.
    case tooLong(limit: Int)
    /// The file became shorter while it was read.
    case shrank
    /// The file was changed while it was read, other than by appending.
    case changed
    /// The file was deleted or changed by another process while it was written.
    case disturbed
    /// A line is not valid JSON.
    case json(JSONError.Kind)
    /// A line is valid JSON, but not an object whose first key is `kind`.
    case notAnEntry
    /// A member that every entry of this kind has is missing.
    case missingMember(String)
    /// A member has the wrong type.
    case wrongMember(String, expected: String, found: JSON)
    /// A patch is not a valid JSON Patch (RFC 6902).
    case patch(JSONPatchError)
    /// A line's number does not follow from the lines before it.
    case outOfOrder(expected: Int, found: Int)
    /// A gap ends before it begins.
    case backwardGap(from: Int, to: Int)
    /// A gap is followed by an action instead of a keyframe.
    case noKeyframeAfterGap
    /// An action without a patch is not followed by a keyframe.
    case noKeyframeAfterOmission
    /// An action comes before the first state.
    case noFirstKeyframe
    /// A line before the last is an action that never finished.
    case unfinishedInside
    /// A patch is valid, but cannot be applied to the state before it.
    case patchDoesNotFit(JSONPatchError)
    /// A keyframe differs from the state that the patches before it produce, first at this path.
    case contradiction(JSONPointer)
    /// A second session line, or a line after the end.
    case misplaced(String)
    /// A check found this much damage, and stopped.
    case tooMuchDamage(limit: Int)
    /// What a reader of states, a reducer or a tool cannot do with the log.
    case other(OtherProblem)
  }
}

/// What is wrong with a log, what to do, and what that means to whoever asked a question about it.
///
/// Each module above the format has its own problems; all are thrown as a `LogError`.
public protocol LogProblem: Sendable {
  /// What is wrong, and what to do, in words for a person.
  var message: (problem: String, hint: String) { get }
  /// What it means for a question.
  var status: LogError.Status { get }
  /// What of the log's name and position a sentence about it begins with.
  var place: LogError.Place { get }
}

extension LogError {
  /// What an error means to whoever asked a question about a log.
  public enum Status: String, Sendable, Codable {
    /// The answer is no.
    case negative
    /// The question is wrong.
    case usage
    /// The log cannot be read, or the new one cannot be written.
    case unreadable
    /// There is no answer.
    case noVerdict
  }

  /// Where a problem is.
  public enum Place: Sendable {
    /// In a line of the log, or in the whole log.
    case line
    /// In a question about the log.
    case question
    /// In a tool, whose name `log` is.
    case tool
  }

  /// A problem of another module.
  public struct OtherProblem: Sendable, Equatable {
    /// The problem.
    public let value: any LogProblem

    /// Whether the messages are equal.
    public static func == (left: OtherProblem, right: OtherProblem) -> Bool {
      left.value.message == right.value.message
    }
  }

  /// An error of another module at a position in a log.
  public init(
    _ problem: some LogProblem, log: String,
    location: JSONLocation = JSONLocation(line: 1, column: 1, offset: 0)
  ) {
    self.init(.other(OtherProblem(value: problem)), log: log, location: location)
  }

  /// What is wrong, what to do, and what it means.
  public var problem: any LogProblem {
    if case .other(let problem) = kind { problem.value } else { kind }
  }
}
