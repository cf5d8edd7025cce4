import RexJSON
import RexLog
import RexQuestions
import RexTimeline

extension Verification: CustomStringConvertible {
  /// What `verify` prints: the verdict, then the problems, as lines without control characters.
  public var description: String {
    lines(marking: nil).map(\.escapedForDisplay).joined(separator: "\n")
  }

  /// The most findings of each kind printed; further ones are counted.
  private static let shownMax = 10

  /// The lines, with placeholders marked; they may contain unescaped control characters.
  package func lines(marking placeholders: LogPlaceholders?) -> [String] {
    let summary = counts.text(after: verdict)
    var lines = ["\(log): \(verdict.rawValue): \(summary)"]
    if contradictedKeyframeCount > 0 {
      lines[0] += ", " + LogText.count(contradictedKeyframeCount, "contradicted keyframe")
    }
    if checkedPercent < checkedPercentMin {
      lines.append(
        "  checked   \(Self.percent(checkedPercent)), less than the required "
          + Self.percent(checkedPercentMin))
    }
    if let pass { lines.append(pass.text) }
    if let stoppedAfter {
      let count = LogText.count(counts[.unchecked], "action")
      lines.append("  stopped   after action \(stoppedAfter); \(count) not checked")
    }
    if let unfinished { lines.append(unfinished.text) }
    var shown: [Finding.Kind: Int] = [:]
    for finding in findings {
      let count = shown[finding.kind, default: 0]
      shown[finding.kind] = count + 1
      if count < Self.shownMax { lines += finding.lines(isFirst: count == 0, placeholders) }
    }
    // The list is limited, and may include an action that is counted as a crash.
    shown[.divergence] = max(
      shown[.divergence, default: 0], counts.diverged + contradictedKeyframeCount)
    for (kind, name) in [
      (Finding.Kind.divergence, "divergence"), (.nondeterminism, "nondeterministic action"),
      (.undecodable, "undecodable value"), (.divergedRange, "diverged range"),
    ] {
      let hidden = shown[kind, default: 0] - Self.shownMax
      if hidden > 0 { lines.append("and \(LogText.count(hidden, "more \(name)")) (verify --json)") }
    }
    // What follows the end of a pass was not reduced.
    if divergedRanges == [], pass?.end == nil {
      lines.append("from the start: the states are equal throughout")
    }
    return lines + notes
  }

  private var notes: [String] {
    var notes: [String] = []
    if isQuick {
      notes.append(
        "note: states were compared at keyframes; a difference that recovers before the next "
          + "keyframe does not show")
    }
    if isDiffedInBackground, divergences.contains(where: { !$0.isOfKeyframe }) {
      notes.append(
        "note: the states were diffed in the background: \(LogText.backgroundDiffing), "
          + "which diverges although its reducer is right")
    }
    if causedCount > 0 {
      notes.append(LogText.caused(causedCount))
    }
    if inputActionCount > 0 {
      notes.append(
        "note: \(LogText.count(inputActionCount, "action")) took inputs, such as the time, which "
          + "were served from the log")
    }
    if printedByteCount > 0 {
      notes.append(
        "note: the reducers printed " + LogText.count(printedByteCount, "byte")
          + "; a reducer without side effects prints nothing")
    }
    if runCount > 1, nondeterminism.isEmpty {
      notes.append("note: \(runCount) runs in different processes did the same")
    }
    if let unorderedType, runCount == 1 {
      notes.append(
        "note: the app uses \(unorderedType), whose order may vary between runs; try --runs 10")
    }
    return notes
  }

  private static func percent(_ value: Double) -> String {
    "\((value * 10).rounded() / 10) %"
  }
}

extension Finding {
  /// What is shown of it: all details, or, of a kind with many, only those of the first.
  package func lines(
    isFirst: Bool = true, _ placeholders: LogPlaceholders?
  ) -> [String] {
    switch self {
    case .divergence(let found): isFirst ? found.lines(placeholders) : [found.shortLine]
    case .nondeterminism(let found): isFirst ? found.lines(placeholders) : [found.shortLine]
    case .crash(let found): found.lines
    case .divergedRange(let found): found.lines
    case .codingLoss(let found): found.lines(placeholders)
    case .undecodable(let found): found.lines
    }
  }
}

extension LogText {
  /// What is not known of actions that others caused.
  package static func caused(_ actionCount: Int) -> String {
    "note: \(count(actionCount, "action")) caused by others; middlewares and effects were not run, "
      + "so these were reduced as recorded"
  }
}

extension OutcomeCounts {
  /// `4 of 7 actions verified, 1 diverged, 2 unknown (1 opaque, 1 lost)`.
  fileprivate func text(after verdict: Verdict) -> String {
    let count = "\(verified) of \(LogText.count(actionCount, "action"))"
    var words = [verdict == .verified ? count : count + " verified"]
    if diverged > 0 { words.append("\(diverged) diverged") }
    if crashed > 0 { words.append("\(crashed) crashed") }
    let reasons = UnknownReason.allCases.compactMap { reason in
      unknown[reason].map { "\($0) \(reason.rawValue)" }
    }
    if !reasons.isEmpty {
      words.append("\(unknownCount) unknown (\(reasons.joined(separator: ", ")))")
    }
    return words.joined(separator: ", ")
  }
}

extension Divergence {
  fileprivate var heading: String {
    let subject = type.map { "action \(seq), \($0)" } ?? "the keyframe after action \(seq)"
    let range = after.map { "after action \($0), up to " } ?? ""
    return "\(file):\(line):1: divergence: \(range)\(subject)"
  }

  /// The position, and what differs.
  fileprivate var shortLine: String {
    guard let path else { return heading + "  " + (inputs?.text ?? "the errors differ") }
    return heading + "  " + LogText.path(path)
  }

  /// All details.
  fileprivate func lines(_ placeholders: LogPlaceholders?) -> [String] {
    var lines = [heading]
    if after != nil {
      lines.append("  suspect   \(suspect?.text ?? "none changes it when reduced again")")
    } else {
      lines.append("  source    \(source.map { LogText.source($0) } ?? "unknown")")
    }
    if let cause { lines.append("  cause     action \(cause)") }
    if let advice = likelyInput?.advice { lines.append("  likely    \(advice)") }
    if let inputs { lines.append("  inputs    \(inputs.text)") }
    if let path {
      lines.append("  path      \(LogText.path(path))")
      lines.append("  recorded  \(LogText.value(recorded, marking: placeholders))")
      lines.append("  reduced   \(LogText.value(reduced, marking: placeholders))")
    }
    if paths.count > 1 {
      let others = paths.dropFirst().prefix(3).map { LogText.path($0) }.joined(separator: " ")
      let more = paths.count > 4 ? " and \(paths.count - 4) more (verify --json)" : ""
      lines.append("  also at   \(others)\(more)")
    }
    if recordedError != reducedError {
      let errors = [recordedError, reducedError].map { error in
        error.map { placeholders?.marking(LogText.cut($0)) ?? LogText.cut($0) } ?? "(nothing)"
      }
      lines.append("  threw     \(errors[0])")
      lines.append("  now       \(errors[1])")
    }
    guard patchesAddInformation, let recordedPatch, let reducedPatch else { return lines }
    return lines + PatchDifferenceText(recordedPatch, reducedPatch).lines(marking: placeholders)
  }

  /// Whether the patches add information to the values.
  private var patchesAddInformation: Bool {
    [recordedPatch, reducedPatch].contains { patch in
      guard let operations = patch?.array else { return false }
      guard operations.count == 1, let path = operations[0]["path"]?.string else { return true }
      // If another element was removed, all that follow it differ, but only the patches say why.
      return !path.isEmpty && path != paths.first?.description
    }
  }
}

extension Divergence.Suspect {
  fileprivate var text: String {
    "action \(seq), \(type)" + (source.map { "  \(LogText.source($0))" } ?? "")
  }
}

extension Crash {
  fileprivate var lines: [String] {
    var lines = ["\(file):\(line):1: crash: action \(seq)\(type.map { ", \($0)" } ?? "")"]
    lines.append("  source    \(source.map { LogText.source($0) } ?? "unknown")")
    lines.append("  reason    \(reason)")
    if !message.isEmpty { lines.append("  message   \(LogText.cut(message))") }
    return lines
  }
}

extension Nondeterminism {
  /// The position, and what differs.
  fileprivate var shortLine: String {
    "\(file):\(line):1: nondeterminism: action \(seq), \(type)"
      + (path.map { "  " + LogText.path($0) } ?? "") + "  likely \(likelyCause.rawValue)"
  }

  /// All details.
  fileprivate func lines(_ placeholders: LogPlaceholders?) -> [String] {
    var lines = ["\(file):\(line):1: nondeterminism: action \(seq), \(type)"]
    lines.append("  source    \(source.map { LogText.source($0) } ?? "unknown")")
    if let path {
      lines.append("  path      \(LogText.path(path))")
    }
    lines.append("  run 1     \(LogText.value(first, marking: placeholders))")
    let name = "run \(run)"
    let spaces = String(repeating: " ", count: max(1, 10 - name.count))
    lines.append("  \(name)\(spaces)\(LogText.value(other, marking: placeholders))")
    lines.append("  likely    \(likelyCause.advice ?? likelyCause.rawValue)")
    return lines
  }
}

extension Verification.Pass {
  fileprivate var text: String {
    let text = "  pass      from the start, since State is not Codable"
    guard let end, let reason else { return text }
    return text + "; it ends at action \(end) (\(reason)), and what follows is unknown"
  }
}

extension Verification.Unfinished {
  fileprivate var text: String {
    switch self {
    case .reproduced: "reproduced: the action that began and never finished crashes again"
    case .finished: "the action that began and never finished finishes now"
    }
  }
}

extension DivergedRange {
  /// The range, and the first consequences.
  fileprivate var lines: [String] {
    let shown = (consequences ?? []).prefix(Self.shownMax)
    var lines = shown.map {
      "  follows   action \($0.seq), \($0.type)  \(LogText.path($0.path))"
    }
    let more = consequenceCount - shown.count
    if more > 0, !shown.isEmpty { lines.append("  and \(more) more (verify --json)") }
    return [line] + lines
  }

  private static let shownMax = 5

  private var line: String {
    let end = recoveredAt.map { "are equal again after action \($0)" } ?? "still differ at the end"
    let consequences =
      consequenceCount == 0
      ? "" : "; \(LogText.count(consequenceCount, "consequence")) in between"
    return
      "from the start: the states differ after action \(seq) at \(LogText.path(path)) and \(end)"
      + consequences
  }
}

extension CodingLoss {
  fileprivate func lines(_ placeholders: LogPlaceholders?) -> [String] {
    [
      "\(file):\(line):1: coding: the state after action \(seq), decoded and encoded again, "
        + "is not the same",
      "  path      \(LogText.path(path))",
      "  recorded  \(LogText.value(recorded, marking: placeholders))",
      "  encoded   \(LogText.value(encoded, marking: placeholders))",
    ]
  }
}

extension UndecodableValue {
  /// What cannot be decoded, and what to do.
  package var lines: [String] {
    let subject = type.map { "action \(seq), \($0)" } ?? "the state after \(seq)"
    let line = "\(file):\(line):1: undecodable: \(subject): \(reason)"
    return isRedacted ? [line] : [line, "hint: \(hint)"]
  }
}
