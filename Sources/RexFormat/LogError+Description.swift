import RexDiff
public import RexJSON

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension LogError: DescribedError {
  /// The position, the problem and what to do, in one sentence without control characters.
  ///
  ///     /tmp/a.jsonl: cannot create: File exists; an existing file is never overwritten; …
  public var description: String {
    let (problem, hint) = problem.message
    let position =
      switch self.problem.place {
      case .question: ""
      case .tool: "\(log): "
      case .line: location.line == 1 && location.offset == 0 ? "\(log): " : "\(log):\(location): "
      }
    return "\(position)\(problem); \(hint)".escapedForDisplay
  }
}

extension LogError.Kind: LogProblem {
  /// What it means for a question.
  public var status: LogError.Status { .unreadable }
  /// Where it is.
  public var place: LogError.Place { .line }

  /// What is wrong, and what to do.
  public var message: (problem: String, hint: String) {
    switch self {
    case .other(let problem): problem.value.message
    case .system(let operation, EILSEQ):
      ("cannot \(operation): the name is not UTF-8", #"rename it; in a name, \xE9 is the byte E9"#)
    case .system(let operation, let code):
      ("cannot \(operation): \(String(cString: strerror(code)))", LogError.Kind.hint(for: code))
    case .disabledRecorder:
      (
        "cannot export: this recorder is disabled and records nothing",
        "check `sessionID`, which is nil for a disabled recorder, before you offer an export"
      )
    case .notAFile: ("this is a folder", "name a log in it")
    case .empty: ("the file is empty", "a log's first line is its session line")
    case .notALog:
      (
        "not a rexreplay log: the first line is not a session line",
        #"a log starts with {"kind":"session","rexlog":1,…}; see docs/reference/log-format.md"#
      )
    case .byteOrderMark:
      ("the file begins with a byte order mark", "remove it: tail -c +4 FILE > NEW")
    case .compressed: ("the file is compressed", "pass - for LOG, after gunzip -c FILE |")
    case .unsupportedVersion(let version):
      (
        "version \(version) of the log format cannot be read",
        "this tool reads version \(LogSession.version); use a newer one"
      )
    case .tooLong(let limit):
      ("longer than \(limit) bytes", "no recorder writes this; it may be another kind of file")
    case .disturbed:
      (
        "the file was deleted or changed while it was written",
        "write to a file that no other process uses"
      )
    case .shrank: ("the file became shorter while it was read", "read it again when it is complete")
    case .changed:
      ("the file was changed while it was read", "read it again when nothing writes to it")
    case .json(let kind): (kind.description, "each line of a log is a JSON object")
    case .notAnEntry:
      ("this line is not an entry", #"an entry is an object whose first key is "kind""#)
    case .missingMember(let path): ("\(path) is missing", "see docs/reference/log-format.md")
    case .wrongMember(let path, let expected, let found):
      ("\(path) is \(found.displayText), not \(expected)", "see docs/reference/log-format.md")
    case .patch(let error): (error.problem, "a patch is an array of RFC 6902 operations")
    default: orderMessage
    }
  }

  private var orderMessage: (problem: String, hint: String) {
    switch self {
    case .outOfOrder(let expected, let found):
      (
        "seq is \(found) where \(expected) is expected",
        "lines are missing, duplicated or out of order; only a gap line may skip numbers"
      )
    case .backwardGap(let from, let to):
      ("the gap from \(from) to \(to) runs backwards", "from is the first lost action")
    case .noFirstKeyframe:
      ("an action comes before the first state", "the second line must be the keyframe of seq 0")
    case .noKeyframeAfterGap:
      ("an action follows a gap", "a gap must be followed by a keyframe of the state after it")
    case .noKeyframeAfterOmission:
      (
        "the state before this action is not known",
        "after an action without a patch, a keyframe must come before the next patch"
      )
    case .unfinishedInside:
      (
        "this action has no patch, and is not the last line",
        "only a log's last action may be unfinished"
      )
    case .patchDoesNotFit(let error):
      (
        "the patch does not fit the state before it: \(error.problem)",
        "the log was edited after it was recorded, or its recorder has a bug"
      )
    case .contradiction(let path):
      (
        "the keyframe differs from the state before it at \(path.displayText)",
        "this keyframe, or a patch since the keyframe before it, was edited"
      )
    case .misplaced(let what):
      ("\(what) is not allowed here", "a log contains one recording, from session to end")
    case .tooMuchDamage(let limit):
      ("with this line, \(limit) places are damaged", "the rest of the log is not checked")
    default: ("this line cannot be read", "see docs/reference/log-format.md")
    }
  }

  private static func hint(for code: Int32) -> String {
    switch code {
    case ENOENT: "check the path"
    case EEXIST: "an existing file is never overwritten; choose another name"
    case EACCES, EPERM: hintForRefusal
    case ENOSPC, EDQUOT: "free space on the disk"
    case EFBIG: "the process may not write larger files; raise its limit with `ulimit -f`"
    case EBUSY, EWOULDBLOCK: "another recorder is writing there; try again once it is done"
    case EDEADLK:
      "the reducers of two recorders record into each other; dispatch after the reducer instead"
    case EROFS: "the disk is read-only; choose another folder"
    case ENOTSUP, EOPNOTSUPP: "choose a folder on a local disk"
    default: "the system refused"
    }
  }

  private static var hintForRefusal: String {
    #if os(iOS) || os(tvOS) || os(watchOS) || os(visionOS)
      // Data protection refuses access with EPERM: to files of the class "complete" while the
      // device is locked, to those of the default class until it is first unlocked.
      """
      check the file's permissions; while the device is locked, or until it is first unlocked, \
      data protection refuses access: try again once protected data is available
      """
    #else
      "check the file's permissions"
    #endif
  }
}

extension JSONPointer {
  fileprivate var displayText: String { tokens.isEmpty ? "the root" : description }
}

extension JSON {
  /// The number itself, or the kind of any other value: `an array`, `null`.
  fileprivate var displayText: String {
    switch self {
    case .number: LogText.value(self)
    case .null: kind
    case .array, .object: "an \(kind)"
    case .bool, .string: "a \(kind)"
    }
  }
}
