import Foundation
import RexDiff
import RexJSON
import RexLog
import RexReplayer
import RexTimeline

/// All errors in words for people: `LOG:LINE:COLUMN: error: what is wrong`, and a hint.
extension CommandError {
  init(_ error: LogError) {
    let (problem, hint) = error.kind.words
    let place: StyledText =
      "\(error.log):\(error.location.line):\(error.location.column): error: "
    self = .failed(place + problem, hint: hint, .unreadable)
  }

  init(_ error: TimelineError, log: Log) {
    switch error.kind {
    case .log(let error): self.init(error)
    case .noFrame(let seq, let seqs):
      self = .failed(
        "\(log.name):1:1: error: there is no action \(seq)",
        hint: "this log has frames \(seqs.lowerBound) to \(seqs.upperBound)", .unreadable)
    case .noState:
      self = .failed(
        "\(log.name):1:1: error: the log has no state",
        hint: "the recording ended before its first keyframe", .unreadable)
    case .lost(let seq, let gap):
      self = .failed(
        "\(log.name):1:1: error: the state after action \(seq) was lost",
        hint: "a gap covers \(gap.from) to \(gap.to): \(gap.reason)", .unreadable)
    case .unrecorded(let seq, let before, let after):
      let known = [before, after].compactMap(\.self).map { String($0) }.joined(separator: " and ")
      self = .failed(
        "\(log.name):1:1: error: the state after action \(seq) is not recorded",
        hint: """
          the app's own tool reduces the actions again; without it, look at the nearest keyframes: \
          \(known)
          """, .unreadable)
    case .patch(let error, let name, let location):
      self.init(error, log: name, location: location)
    }
  }

  init(_ error: ReplayError) {
    let place: StyledText =
      "\(error.log):\(error.location.line):\(error.location.column): error: "
    switch error.kind {
    case .log(let error): self.init(error)
    case .noStart:
      self = .failed(
        place + "there is no state to reduce this action into",
        hint: "a log starts with a keyframe of seq 0", .unreadable)
    case .patch(let patchError):
      self.init(patchError, log: error.log, location: error.location)
    case .reduction(let reduction, let seq, let type):
      let what: StyledText = type.map { "action \(seq), \($0)," } ?? "the state after \(seq)"
      self = .failed(
        place + what + " cannot be \(reduction.stage.words): " + StyledText(reduction.reason),
        hint: reduction.stage.hint, .unreadable)
    }
  }

  private init(_ error: JSONPatchError, log: String, location: JSONLocation) {
    let place: StyledText = "\(log):\(location.line):\(location.column): error: "
    self = .failed(
      place + "the patch does not fit the state before it: " + StyledText(error.words),
      hint: "the log was changed after it was recorded, or its recorder is wrong", .unreadable)
  }
}

extension LogError.Kind {
  fileprivate var words: (StyledText, hint: StyledText) {
    switch self {
    case .system(let operation, let code):
      ("cannot \(operation): \(String(cString: strerror(code)))", LogError.Kind.hint(for: code))
    case .notAFile: ("this is a folder", "name a log in it")
    case .empty: ("the file is empty", "a log's first line is its session line")
    case .notALog:
      (
        "this is no log: its first line is no session line",
        #"a log starts with {"kind":"session","rexlog":1,…}; see docs/log-format.md"#
      )
    case .unsupportedVersion(let version):
      (
        "version \(version.description) of the log format cannot be read",
        "this tool reads version \(LogSession.version); use a newer one"
      )
    case .tooLong(let limit):
      ("longer than \(limit) bytes", "no recorder writes this; it may be another kind of file")
    case .disturbed:
      ("others deleted or changed the file while it was written", "write to a place of its own")
    case .shrank: ("the file became shorter while it was read", "read it again when it is whole")
    case .json(let kind): (StyledText(kind.description), "each line of a log is a JSON object")
    case .notAnEntry:
      ("this line is no entry", #"an entry is an object whose first key is "kind""#)
    case .missingMember(let path): ("\(path) is missing", "see docs/log-format.md")
    case .wrongMember(let path, let expected, let found):
      ("\(path) is \(found.inWords), not \(expected)", "see docs/log-format.md")
    case .patch(let error): (StyledText(error.words), "a patch is an array of RFC 6902 operations")
    default: wordsOfOrder
    }
  }

  private var wordsOfOrder: (StyledText, hint: StyledText) {
    switch self {
    case .outOfOrder(let expected, let found):
      (
        "seq is \(found) where \(expected) is due",
        "lines are missing, doubled or out of order; only a gap line may skip numbers"
      )
    case .backwardGap(let from, let to):
      ("the gap from \(from) to \(to) runs backwards", "from is the first lost action")
    case .noFirstKeyframe:
      ("an action comes before the first state", "the second line is the keyframe of seq 0")
    case .noKeyframeAfterGap:
      ("an action follows a gap", "after a gap comes the keyframe of the state it led to")
    case .noKeyframeAfterOmission:
      (
        "the state before this action is not known",
        "after an action without a patch, a keyframe comes before the next patch"
      )
    case .unfinishedInside:
      (
        "this action has no patch, and is not the last line",
        "only a log's last action may be unfinished"
      )
    case .misplaced(let what):
      ("\(what) stands here", "a log holds one recording, from session to end")
    default: ("this line cannot be read", "see docs/log-format.md")
    }
  }

  private static func hint(for code: Int32) -> StyledText {
    switch code {
    case ENOENT: "check the path"
    case EEXIST: "an existing file is never overwritten; choose another name"
    case EACCES, EPERM: "check the file's permissions"
    case ENOSPC, EDQUOT: "make room on the disk"
    default: "the system refused"
    }
  }
}

extension JSONPatchError {
  fileprivate var words: String {
    let place = operation.map { "operation \($0)" } ?? "the patch"
    let path = pointer.map { " at \($0.description.isEmpty ? "the root" : $0.description)" } ?? ""
    return "\(place)\(path): \(kind.words)"
  }
}

extension JSONPatchError.Kind {
  fileprivate var words: String {
    switch self {
    case .patchIsNotArray: "it is no array of operations"
    case .operationIsNotObject: "it is no object"
    case .memberMissing(let key): "its member \"\(key)\" is missing or of the wrong kind"
    case .operationUnknown(let name): "there is no operation \"\(name)\""
    case .pointerInvalid(let text): "\"\(text)\" is no JSON Pointer"
    case .targetMissing: "there is no value"
    case .indexInvalid(let token): "\"\(token)\" is no index of an array"
    case .indexBeyondEnd(let index, let last): "index \(index) is beyond \(last)"
    case .rootRemoved: "the whole state cannot be removed"
    case .moveIntoItself: "a value cannot be moved into itself"
    case .testFailed: "the value is not the one demanded"
    case .tooDeep(let max): "the state would nest deeper than \(max)"
    case .copyTooLarge(let max): "a copy of more than \(max) bytes"
    }
  }
}

extension ReductionError {
  fileprivate var reason: String {
    let context: DecodingError.Context
    switch cause {
    case DecodingError.typeMismatch(_, let found), DecodingError.valueNotFound(_, let found),
      DecodingError.keyNotFound(_, let found), DecodingError.dataCorrupted(let found):
      context = found
    default: return String(describing: cause)
    }
    // The decoder counts lines and columns inside the value; the log's line is told already.
    let text = context.debugDescription.replacing(#/ \(line \d+, column \d+\)$/#, with: "")
    return path.tokens.isEmpty ? text : "\(path.description): \(text)"
  }
}

extension ReductionError.Stage {
  fileprivate var words: StyledText {
    switch self {
    case .decodingState, .decodingAction: "decoded by this app"
    case .encodingState: "encoded"
    }
  }

  fileprivate var hint: StyledText {
    switch self {
    case .decodingState: "the app's State changed since; replay with the build that recorded it"
    case .decodingAction: "the app's Action changed since; replay with the build that recorded it"
    case .encodingState: "the state's encode(to:) threw"
    }
  }
}

extension JSON {
  /// A number as it is, anything else by its kind: `an array`, `null`.
  fileprivate var inWords: String {
    switch self {
    case .number: LogText.value(self)
    case .null: kind
    case .array, .object: "an \(kind)"
    case .bool, .string: "a \(kind)"
    }
  }
}

/// Runs what can fail with a log's error, and words the error.
func reading<Result>(_ body: () throws(LogError) -> Result) throws(CommandError) -> Result {
  do throws(LogError) {
    return try body()
  } catch {
    throw CommandError(error)
  }
}

/// Runs what can fail with a frame's error, and words the error.
func seeking<Result>(
  in log: Log, _ body: () throws(TimelineError) -> Result
) throws(CommandError) -> Result {
  do throws(TimelineError) {
    return try body()
  } catch {
    throw CommandError(error, log: log)
  }
}

/// Runs what can fail with a re-reduction's error, and words the error.
func reducing<Result>(_ body: () throws(ReplayError) -> Result) throws(CommandError) -> Result {
  do throws(ReplayError) {
    return try body()
  } catch {
    throw CommandError(error)
  }
}
