import RexLog

/// Formats the causes and effects of an action as a tree.
///
///       #12 openScreen  Chat/ChatView.swift:10
///     >   #13 load ← 12  Chat/Loading.swift:20
///           #20 loaded ← 13  Chat/Loading.swift:24
///
/// A line leads to its action.
package struct CausesText {
  private let tree: CauseTree
  private let rows: [CauseTree.Row]
  private let clock: LogClock?

  /// The text of a tree; with a clock, it tells the times of day.
  package init(_ tree: CauseTree, clock: LogClock? = nil) {
    (self.tree, rows, self.clock) = (tree, tree.rows, clock)
  }

  /// The tree as text.
  ///
  ///         #20 load ← 12
  ///           #21 loaded ← 20
  ///             … #22 to #97: load, loaded, 38 more times
  ///
  /// - Parameter hint: how to see what is folded.
  /// - Parameters:
  ///   - hint: how to see what is folded.
  ///   - causes: how to see the causes before the first one.
  ///   - effects: how to see the effects that are left out.
  package func lines(
    folded isFolded: Bool = true, hint: StyledText = "", _ detail: AnswerText.Detail = .whole,
    causes: (Int) -> StyledText = { ": causes LOG \($0)" },
    effects: StyledText = "; causes LOG SEQ of one of these shows its own"
  ) -> [StyledLine] {
    var lines: [StyledLine] = []
    if tree.causes.hasMoreCauses, let first = tree.causes.chain.first {
      lines.append(StyledLine("  … more causes before" + causes(first.seq), seq: first.seq))
    }
    let folds = isFolded ? folds() : [:]
    var index = 0
    // The folds around a row: their depths, and the depth that each hides.
    var outer: [(depth: Int, hidden: Int)] = []
    while index < rows.count {
      let row = rows[index]
      while let last = outer.last, last.depth >= row.depth { outer.removeLast() }
      let depth = row.depth - outer.reduce(0) { $0 + $1.hidden }
      if let fold = folds[index] {
        let text = indentation(depth) + text(of: fold) + hint
        lines.append(StyledLine(text, seq: row.action.seq))
        outer.append((row.depth, fold.rows.count - 1))
        index = fold.rows.upperBound
        continue
      }
      lines.append(line(row, depth, detail))
      if index == 0, tree.causes.skippedCausesCount > 0 {
        let count = LogText.count(tree.causes.skippedCausesCount, "more cause")
        lines.append(StyledLine(indentation(1) + "… \(count) in between"))
      }
      index += 1
    }
    if let more { lines.append(StyledLine("  … and \(more)" + effects)) }
    return lines
  }

  private func text(of fold: Fold) -> StyledText {
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
  private func folds() -> [Int: Fold] {
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

  private var more: StyledText? {
    guard tree.causes.moreEffectsCount > 0 else { return nil }
    let count = LogText.count(tree.causes.moreEffectsCount, "more effect")
    return tree.causes.hasUncountedEffects ? "at least \(count)" : "\(count)"
  }

  /// Deeper rows are not indented further.
  private static let shownDepthMax = 20

  private func indentation(_ depth: Int, _ marker: String = " ") -> StyledText {
    StyledText(marker + String(repeating: " ", count: 2 * min(depth, Self.shownDepthMax) + 1))
  }

  private func line(
    _ row: CauseTree.Row, _ depth: Int, _ detail: AnswerText.Detail
  ) -> StyledLine {
    let indentation = indentation(depth, row.relation == "self" ? ">" : " ")
    guard let action = row.action.action else {
      return StyledLine(indentation + "#\(row.action.seq) (\(row.missingReason))")
    }
    let heading = LogText.heading(action, showsSource: detail == .whole, clock: clock)
    return StyledLine(indentation + heading, seq: action.seq)
  }
}
