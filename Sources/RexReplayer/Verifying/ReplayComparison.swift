import RexDiff
import RexJSON
import RexLog
import RexQuestions
import RexTimeline

/// Compares the states of a log with those of its replay.
///
///     recorded   0 ──▶ 1 ──▶ 2 ──▶ 3 ──▶ 4 ──▶ 5
///     replayed   0 ──▶ 1 ──▶ 2'──▶ 3'──▶ 4 ──▶ 5      diverged at 2, recovered at 4
///
/// While the states differ, only one differing path is compared after each action; the whole states
/// are compared once they agree at that path.
package struct ReplayComparison {
  private let comparison: StateComparison
  private var recorded: RecordedStates
  private var replayed: RecordedStates
  private var ranges: [DivergedRange] = []
  /// A path at which the states differ; nil while they are equal, or unknown.
  private var differingPath: JSONPointer?

  package init(_ log: Log, _ replay: Log, _ rules: ComparisonRules) {
    comparison = StateComparison(rules: rules, placeholders: LogPlaceholders(log))
    (recorded, replayed) = (RecordedStates(log), RecordedStates(replay))
  }

  /// Returns the ranges in which the states differ, in order.
  package mutating func divergedRanges() throws(LogError) -> [DivergedRange] {
    while let entry = try recorded.next() {
      switch entry {
      case .keyframe(let keyframe):
        _ = try replayed.advance { if case .keyframe(keyframe.seq) = $0 { true } else { false } }
        try compare(at: keyframe.seq)
      case .action(let line):
        let other = try replayed.advance {
          if case .action(line.seq) = $0 { true } else { false }
        }
        try compare(line, other)
      case .gap: differingPath = nil
      case .session, .other: break
      }
    }
    return ranges
  }

  private mutating func compare(
    _ line: ActionLine, _ other: ActionLine?
  ) throws(LogError) {
    let patches = (line.patch, other?.patch)
    if let patch = patches.0, let otherPatch = patches.1, patch.elementsEqual(otherPatch) {
      if differingPath == nil, recorded.isKnown, replayed.isKnown {
        recorded.acceptPatch()
        return replayed.acceptPatch()
      }
    } else if patches.0 != nil, patches.1 != nil, differingPath != nil {
      ranges[ranges.count - 1].consequenceCount += 1
      if let other { list(line, other) }
    }
    try compare(at: line.seq)
  }

  /// Lists a consequence, unless there are as many as are listed.
  ///
  /// Those that diverge by themselves are removed later, so some more are listed.
  private mutating func list(_ line: ActionLine, _ other: ActionLine) {
    let listed = ranges[ranges.count - 1].consequences ?? []
    guard listed.count < DivergedRange.consequencesMax + Verification.detailsMax,
      let action = try? line.action(.patch),
      let own = action.result?.patch?.operations,
      let others = (try? other.action(.patch))?.result?.patch?.operations
    else { return }
    let common = zip(own, others).prefix { $0 == $1 }.count
    guard let path = (own.dropFirst(common).first ?? others.dropFirst(common).first)?.path else {
      return
    }
    ranges[ranges.count - 1].consequences =
      listed + [DivergedRange.Consequence(seq: line.seq, type: action.type, path: path)]
  }

  private mutating func compare(at seq: Int) throws(LogError) {
    guard let replayedState = try replayed.state() else {
      differingPath = nil
      return
    }
    guard let recordedState = try recorded.state() else { return }
    if let path = differingPath, recordedState[path] != replayedState[path] { return }
    guard case .different(let difference, _) = comparison.outcome(of: recordedState, replayedState)
    else {
      if differingPath != nil { ranges[ranges.count - 1].recoveredAt = seq }
      differingPath = nil
      return
    }
    if differingPath == nil {
      guard ranges.count < Verification.detailsMax else { return }
      ranges.append(DivergedRange(seq: seq, path: difference.path))
    }
    differingPath = difference.path
  }
}

/// An entry with a number.
private enum NumberedEntry {
  case keyframe(Int)
  case action(Int)
}

extension RecordedStates {
  /// Advances to an entry, over those before it; returns its line if it is an action.
  fileprivate mutating func advance(
    to isWanted: (NumberedEntry) -> Bool
  ) throws(LogError) -> ActionLine? {
    while let entry = try next() {
      switch entry {
      case .keyframe(let keyframe):
        if isWanted(.keyframe(keyframe.seq)) { return nil }
      case .action(let line):
        if isWanted(.action(line.seq)) { return line }
      case .gap, .session, .other: break
      }
    }
    return nil
  }
}
