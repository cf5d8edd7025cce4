import RexDebug
import RexJSON
import RexLog
import RexQuestions
import RexTimeline

/// Reads the details of rows, each from the states before and after its action.
///
/// It keeps the last state, from which the next row goes on.
struct DetailReader: Sendable {
  private let states: LogStates
  private var timeline: Timeline
  private let dates: LogDates?
  /// The action whose state was read last.
  private var last: Int?

  init(_ session: DebugSession) {
    (states, timeline, dates) = (session.states, Timeline(session.states), LogDates(session.log))
  }

  func reads(_ session: DebugSession) -> Bool { session.states === states }

  /// Some rows in the order in which they are read with the fewest steps.
  func ordered(_ seqs: [Int]) -> [Int] {
    guard let last, let end = seqs.last else { return seqs }
    return last >= end ? seqs.reversed() : seqs
  }

  mutating func details(of seq: Int) -> RowDetails {
    timeline.update()
    let placeholders = LogPlaceholders(timeline.log)
    let payloads = PayloadText(dates: dates, marking: placeholders)
    if seq > timeline.log.lastSeq {
      return RowDetails(
        payload: payload(of: timeline.log.unfinishedLine, payloads),
        remark: StyledText("never finished", style: .removed))
    }
    // A step leads to the next state, back or forward.
    let isBack = last.map { $0 >= seq } ?? false
    var frame = isBack ? try? timeline.checkedFrame(at: seq) : nil
    let before = try? timeline.stateIfKnown(at: seq - 1)
    if !isBack { frame = try? timeline.checkedFrame(at: seq) }
    last = isBack ? seq - 1 : seq
    let line = frame?.line ?? (try? timeline.keptAction(at: seq))
    guard let line, let action = line.action(.patch) else {
      return RowDetails(remark: StyledText("the line is damaged", style: .removed))
    }
    var details = RowDetails(payload: payload(of: line, payloads))
    if let error = action.result?.error {
      details.remark = StyledText("threw \(LogText.cut(error))", style: .removed)
    }
    let patch = action.result?.patch
    details.isUnrecorded = patch == nil
    var difference: StateDifference?
    if let patch, let before, let after = frame?.state {
      difference = StateDifference(ofMembersIn: patch, from: before, to: after)
    }
    if let difference, !difference.isEmpty {
      details.changes = RowChange.changes(of: difference, dates: dates, marking: placeholders)
      details.hasMore = difference.leaves.count > details.changes.count
    } else if details.remark == StyledText() {
      let text = difference == nil ? LogText.change(patch) : DifferenceText.noChange
      details.remark = StyledText(text, style: .dim)
    }
    return details
  }

  private func payload(of line: KeptAction?, _ payloads: PayloadText) -> StyledText {
    guard let action = line?.action([]) else { return StyledText() }
    let text = try? line?.read { (line) throws(LogError) in payloads.text(of: action, line) }
    return text ?? StyledText()
  }
}
