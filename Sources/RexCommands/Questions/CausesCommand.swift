import RexDebug
import RexLog
import RexQuestions
import RexTimeline

extension Options {
  fileprivate static let all = Option("--all", "show actions that repeat, one per line")
}

extension Command {
  static let causes = Command(
    name: "causes", operands: "LOG SEQ",
    summary: "the causes and effects of an action; exit 1 if none are known",
    example: "causes session.jsonl 12",
    options: [Options.all],
    notes: """
      The first cause comes first, effects are indented below their cause, and > marks the
      requested action. Types that cause each other again and again, as a timer does, are shown
      once. Logs contain causes if the app's recorder was given them.

      """,
    isPaged: true, isStoppable: true
  ) { call in
    let words = try call.operands("LOG", "SEQ")
    let log = try call.open(words[0])
    let seq = try call.seq(words[1], what: "SEQ", in: log)
    let report = try CauseTree(of: seq, in: log, call.control)
    call.print(
      call.has(Options.all) ? report.text(folded: false) : report.text(hint: " (--all)"),
      lines: report.lines)
    if let warning = report.warning(log) { call.environment.printError(warning) }
    return call.status(
      report.causes.isEmpty ? .negative : .success, stoppedAt: report.causes.stoppedSeq, about: log)
  }
}

/// Formats the causes and effects of an action as a tree.
///
///       #12 openScreen  Chat/ChatView.swift:10
///     >   #13 load ← 12  Chat/Loading.swift:20
///           #20 loaded ← 13  Chat/Loading.swift:24
extension CauseTree {
  /// The causes and effects of an action.
  init(of seq: Int, in log: Log, _ control: QuestionControl) throws {
    guard seq > 0 else { throw CommandError.startHasNoCauses(log) }
    let causes = try ActionCauses(of: seq, in: log) { _ in control.isStopped() }
    self.init(seq: seq, causes: causes)
  }

  /// The tree as text.
  ///
  ///         #20 load ← 12
  ///           #21 loaded ← 20
  ///             … #22 to #97: load, loaded, 38 more times
  ///
  /// - Parameter hint: how to see what is folded.
  func text(folded isFolded: Bool = true, hint: StyledText = "") -> StyledText {
    var text = StyledText()
    if causes.hasMoreCauses, let first = causes.chain.first {
      text += "  … more causes before: causes LOG \(first.seq)\n"
    }
    let rows = rows
    let folds = isFolded ? self.folds(of: rows) : [:]
    var index = 0
    // The folds around a row: their depths, and the depth that each hides.
    var outer: [(depth: Int, hidden: Int)] = []
    while index < rows.count {
      let row = rows[index]
      while let last = outer.last, last.depth >= row.depth { outer.removeLast() }
      let depth = row.depth - outer.reduce(0) { $0 + $1.hidden }
      if let fold = folds[index] {
        text += indentation(depth) + self.text(of: fold, in: rows) + hint + "\n"
        outer.append((row.depth, fold.rows.count - 1))
        index = fold.rows.upperBound
        continue
      }
      text += line(row, depth) + "\n"
      if index == 0, causes.skippedCausesCount > 0 {
        let count = LogText.count(causes.skippedCausesCount, "more cause")
        text += indentation(1) + "… \(count) in between\n"
      }
      index += 1
    }
    if let more { text += "  … and \(more); causes LOG SEQ of one of these shows its own\n" }
    return text
  }

  private func text(of fold: Fold, in rows: [Row]) -> StyledText {
    let folded = rows[fold.rows].map(\.action)
    let types = folded.prefix(fold.period).map { $0.action?.type ?? "" }
    return """
      … #\(folded[0].seq) to #\(folded[folded.count - 1].seq): \(types.joined(separator: ", ")), \
      \(fold.rows.count / fold.period) more times
      """
  }

  /// Rows that repeat the types of those before them.
  private struct Fold {
    var rows: Range<Int>
    /// The number of rows that are repeated.
    var period: Int
  }

  /// The longest cycle of types that is found.
  private static let periodMax = 4
  /// A cycle that repeats less often is not folded.
  private static let foldedRepetitionsMin = 2

  /// The folds, by their first rows: in a chain without branches, the same types again.
  ///
  /// The requested action is never folded.
  private func folds(of rows: [Row]) -> [Int: Fold] {
    let effectCounts = Dictionary(rows.map { ($0.action.cause ?? 0, 1) }, uniquingKeysWith: +)
    func isLink(_ index: Int) -> Bool {
      rows[index].relation != "self" && rows[index].action.action != nil
        && (index == 0 || effectCounts[rows[index - 1].action.seq] == 1)
    }
    func repeats(_ index: Int, _ period: Int) -> Bool {
      isLink(index) && rows[index].depth == rows[index - period].depth + period
        && rows[index].action.action?.type == rows[index - period].action.action?.type
    }
    var (folds, index) = ([Int: Fold](), 1)
    while index < rows.count {
      let found = (1...Self.periodMax).lazy.filter { $0 <= index }.map { period in
        var end = index
        while end < rows.count, repeats(end, period) { end += 1 }
        return Fold(rows: index..<(end - (end - index) % period), period: period)
      }.first { $0.rows.count >= $0.period * Self.foldedRepetitionsMin }
      if let found { folds[index] = found }
      index = found?.rows.upperBound ?? index + 1
    }
    return folds
  }

  /// A warning if there is no answer, or part of it may be missing.
  func warning(_ log: Log) -> StyledText? {
    if causes.damageCount > 0 {
      let lines = LogText.count(causes.damageCount, "damaged line")
      return "\(log.name): \(lines) skipped: their effects are unknown\n"
    }
    guard causes.isEmpty else { return nil }
    return "\(log.name): no cause and no effect of action \(seq) is known\n"
  }

  private var more: StyledText? {
    guard causes.moreEffectsCount > 0 else { return nil }
    let count = LogText.count(causes.moreEffectsCount, "more effect")
    return causes.hasUncountedEffects ? "at least \(count)" : "\(count)"
  }

  /// Deeper rows are not indented further.
  private static let shownDepthMax = 20

  private func indentation(_ depth: Int) -> StyledText {
    StyledText(String(repeating: "  ", count: min(depth, Self.shownDepthMax) + 1))
  }

  private func line(_ row: Row, _ depth: Int) -> StyledText {
    let indentation = String(repeating: "  ", count: min(depth, Self.shownDepthMax))
    let marker = row.relation == "self" ? ">" : " "
    let heading =
      row.action.action.map(LogText.heading) ?? "#\(row.action.seq) (\(row.missingReason))"
    return "\(marker) \(indentation)" + heading
  }
}

extension CommandError {
  static func startHasNoCauses(_ log: Log) -> CommandError {
    CommandError(
      "\(log.name):1:1: error: \(DebugMiss.startHasNoCauses.description)",
      hint: "list LOG shows the actions and their causes", .negative)
  }
}
