import RexDebug
import RexDiff
import RexLog
import RexQuery
import RexQuestions
import RexReplayer
import RexTimeline

/// The replies of a debugging session as text.
struct StepText {
  let session: DebugSession
  private let placeholders: LogPlaceholders?

  init(session: DebugSession) {
    self.session = session
    placeholders = LogPlaceholders(session.log)
  }

  /// The most rows of what is unusual.
  private static let unusualMax = 20

  /// The dates in the log, read for replies that can have some.
  private var dates: LogDates? { LogDates(session.log) }

  func text(of content: DebugReply.Content) -> StyledText {
    switch content {
    case .stopped(let stop): return text(of: stop)
    case .value(let value): return dates?.lines(in: value.value, at: value.pointer) ?? ""
    // The lines of `step` set no breakpoints.
    case .breakpoints, .none: return ""
    case .action(let action):
      let payload = action.line.action(.payload)?.payload.action
      let note = payload.flatMap { dates?.note(onPayload: $0) } ?? ""
      return LogText.heading(action.action) + note + "\n"
        + (LogText.inputs(of: action.action, marking: placeholders) ?? "")
    case .difference(let difference):
      guard !difference.difference.isEmpty else { return "  \(DifferenceText.noChange)\n" }
      return DifferenceText.lines(
        difference.difference, .whole, dates: dates, marking: placeholders
      ).indented.text
    case .answer(let answer):
      return AnswerText.lines(of: answer, dates: dates, marking: placeholders).text
    case .changes(let changes, let hasMore):
      return AnswerText.lines(
        of: changes, hasMore: hasMore, dates: dates, marking: placeholders
      ).text
    case .causes(let causes):
      return CausesText(causes).lines().text + (causes.warning(session.log) ?? "")
    case .unusual(let answer): return UnusualText(answer).lines(atMost: Self.unusualMax).text
    case .marks(let marks): return text(of: marks)
    case .watches(let list):
      return list.watches.isEmpty ? "nothing is watched\n" : text(of: list.watches)
    case .branches(let branches): return branches.reduce(StyledText()) { $0 + line(of: $1) }
    case .branched(let branch, _, let stop):
      return heading(of: branch) + (branch.branch?.outcome?.details ?? "")
        + (stop.map(text(of:)) ?? "")
    case .compared(let comparison): return comparison.text
    }
  }

  private func text(of stop: DebugStop) -> StyledText {
    var text = FrameText.heading(stop.action, after: stop.seq, in: session.log)
    if stop.action != nil { text += "  \(paths(of: stop), style: .dim)" }
    text += "\n"
    if let inputs = LogText.inputs(of: stop.action, marking: placeholders) { text += inputs }
    if let problem = stop.problem {
      text += "  the state is unknown: \(StepFace.worded(problem).line)\n"
    }
    return text + self.text(of: stop.watches)
  }

  /// The paths that an action changed, with elements named by id where the patch leaves them at
  /// the indexes that it names.
  private func paths(of stop: DebugStop) -> String {
    var session = session
    guard let patch = stop.patch, !patch.isEmpty, patch.keepsElements, session.seq == stop.seq,
      case .value(let state)? = try? session.reply(to: .evaluate(path: ValuePath(""))).content
    else { return LogText.change(stop.patch, hint: " (diff)") }
    return LogText.paths(
      patch.nearRootFirst.map { operation in
        let path = operation.path
        // Another element may be where one was removed.
        let isNamed = !path.tokens.isEmpty && !(operation.isRemoval && operation.isOfElement)
        return isNamed ? path.named(in: state.value) : LogText.path(path)
      }, hint: " (diff)")
  }

  private func text(of watches: [WatchedValue]) -> StyledText {
    watches.reduce(StyledText()) { text, watch in
      let value = DifferenceText.value(from: watch.old, to: watch.new, marking: placeholders)
      return text + "  \(watch.path)  " + value + "\n"
    }
  }

  private func text(of marks: [LogMark]) -> StyledText {
    guard !marks.isEmpty else { return "no marks\n" }
    return marks.reduce(StyledText()) { text, mark in
      let data = mark.data.map { "  \(LogText.value($0, marking: placeholders))" } ?? ""
      return text + "#\(mark.seq)  \(LogText.seconds(mark.timeMs))  \(mark.label)\(data)\n"
    }
  }

  private func line(of branch: BranchSummary) -> StyledText {
    let marker: StyledText = branch.isHere ? "* " : "  "
    guard let edited = branch.branch else {
      let first = session.recorded.session.after + 1
      return marker + "\(branch.name): #\(first) to #\(branch.last)\n"
    }
    return edited.edits.options.reduce(marker + heading(of: branch)) {
      $0 + "    \($1)\n"
    }
  }

  private func heading(of branch: BranchSummary) -> StyledText {
    guard let outcome = branch.branch?.outcome else { return "\(branch.name): as recorded\n" }
    let count = LogText.count(outcome.actionCount, "action")
    return "\(branch.name): \(count), unchanged before #\(outcome.firstSeq)\n"
  }

  /// The document that is printed after the text, piece by piece, since it can be long.
  func document(of content: DebugReply.Content) -> PrettyText? {
    switch content {
    case .value(let value): return .value(value.value)
    case .action(let action):
      let frame = Frame(seq: action.seq, state: .null, action: action.line)
      return FrameText.content(of: frame, marking: placeholders)
    default: return nil
    }
  }
}
