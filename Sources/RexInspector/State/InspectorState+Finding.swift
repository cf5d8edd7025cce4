import RexDebug
import RexJSON
import RexQuery
import RexQuestions
import RexTerminal
import RexTimeline

/// Going to other actions, and questions about them.
extension InspectorState {
  mutating func find(_ action: InspectorAction) {
    switch action {
    case .searchNext(let isForward):
      guard let search else { return tell("nothing was searched for; press / or u") }
      ask(.command(search.condition.going(isForward)))
    case .change(let isForward):
      guard let path = selectedPath else { return tell("this path is too long to be followed") }
      ask(.command(StopCondition.change(of: path).going(isForward)))
    case .cause:
      guard case .action(_, let cause?)? = list.row(of: seq)?.kind else {
        return tell("no cause is recorded")
      }
      jump(to: cause)
    case .effect: ask(.effect)
    case .place(let isForward, let isMark): go(toPlace: isForward, isMark: isMark)
    case .filterType:
      if list.filter != nil {
        list.filter = nil
        return
      }
      guard case .action(let type, _)? = list.row(of: seq)?.kind else { return }
      list.filter = ActionList.Filter(text: "@.type == \(JSON.string(type))")
    case .history, .blame:
      guard let path = selectedPath else { return tell("this path is too long to be followed") }
      var limit = 1
      if case .history = action { limit = Self.historyMax }
      ask(.command(.history(path: path, limit: limit)))
    case .causes: ask(.command(.causes(of: seq)))
    default: break
    }
  }

  /// The most changes of a value that are listed at once.
  static let historyMax = 200

  /// The path of the selected value, with elements named by their ids, so that they are followed.
  private var selectedPath: ValuePath? {
    let path =
      frame?.state.map { shownSelection(in: $0).named(in: $0) } ?? tree.selected.description
    return try? ValuePath(path.isEmpty ? "$" : path)
  }

  private mutating func go(toPlace isForward: Bool, isMark: Bool) {
    let places = timeline.places.filter { place in
      if case .mark = place.kind { isMark } else { !isMark }
    }
    let place =
      isForward ? places.first { $0.seq > seq } : places.last { $0.seq < seq }
    guard let place else {
      let what = isMark ? "mark" : "gap, damage or divergence"
      return tell("no \(what) \(isForward ? "after" : "before") this")
    }
    jump(to: place.seq)
    switch place.kind {
    case .mark(let label): tell("mark \(label)")
    case .gap: tell("actions were lost here")
    case .damage: tell("a line is damaged here")
    case .divergence(let text): tell("\(text)")
    }
  }
}

/// Watches, comparisons, branches and the clipboard.
extension InspectorState {
  mutating func change(_ action: InspectorAction) {
    switch action {
    case .watch: toggleWatch()
    case .markFirst:
      comparison = .from(seq)
      panel = Panel()
      tell("compared with #\(seq); b keeps the second state, Esc ends it")
    case .markSecond:
      guard case .from(let first) = comparison else { return tell("press a first") }
      comparison = .between(first, seq)
    case .skip: ask(.skip)
    case .switchBranch:
      if log.branch == nil, lastBranch == nil { return tell("there is no branch; x makes one") }
      ask(.command(.select(branch: log.branch == nil ? lastBranch : nil)))
    case .copy(let isValue): copy(isValue)
    case .check:
      guard check != nil else { return tell(Self.noReducer, isError: true) }
      if isChecking { check = .offered } else { startCheck() }
    default: break
    }
  }

  private static let noReducer: StyledText = """
    no reducer is known for this log; run the app's own tool, or name it with --with TOOL
    """

  private mutating func toggleWatch() {
    guard let path = selectedPath else { return }
    let isWatched = frame?.watches.contains { $0.path == path.text } ?? false
    ask(.command(isWatched ? .unwatch(path: path.text) : .watch(path: path)))
  }

  private mutating func copy(_ isValue: Bool) {
    guard let frame else { return }
    var (text, what) = ("", "")
    switch pane {
    case .state:
      guard let value = frame.state else { return tell("the state is unknown") }
      let selected = shownSelection(in: value)
      text = isValue ? value[selected]?.description ?? "" : selected.named(in: value)
      what = isValue ? "the value" : text.isEmpty ? "the path of the whole state" : text
    case .actions, .panel:
      let lines = pane == .panel ? panelLines : frame.lines
      text = lines.map(\.text.plain).joined(separator: "\n")
      what = pane == .panel ? "this pane" : "the action and its changes"
    }
    // It may be pasted into a shell.
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let escaped = lines.map(\.escapedForDisplay).joined(separator: "\n")
    guard escaped.utf8.count <= ClipboardSequence.bytesMax else {
      return tell("too long for the terminal's clipboard", isError: true)
    }
    clipboard = Clipboard(text: escaped, number: (clipboard?.number ?? 0) + 1)
    tell("copied \(what)")
  }
}

extension StopCondition {
  func going(_ isForward: Bool) -> DebugCommand {
    isForward ? .continue(until: self) : .reverseContinue(until: self)
  }
}
