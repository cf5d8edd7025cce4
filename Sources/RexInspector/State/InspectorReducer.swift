import RexDebug
import RexJSON
import RexLog
import RexQuery
import RexQuestions
import RexStore
import RexTerminal
import RexTimeline

/// Changes what is shown; all that takes long is left to workers.
let inspectorReducer = Reducer<InspectorAction, InspectorState> { action, state in
  state.reduce(action)
}

extension InspectorState {
  mutating func reduce(_ action: InspectorAction) {
    switch action {
    case .key(let key):
      // A message stays until the next key.
      message = nil
      if let action = InspectorKeys.action(for: key, in: mode) {
        reduce(action)
      } else if case .browsing = mode {
        tell("this key does nothing; ? shows the keys")
      }
    case .move(let motion): move(motion)
    case .step(let count): move(to: list.seq(count, after: seq, in: log.seqs))
    case .showPane(let count): show(paneAfter: count)
    case .open: setOpen(true)
    case .close: setOpen(false)
    case .toggle: toggle()
    case .back, .forward:
      var isBack = false
      if case .back = action { isBack = true }
      let here = DebugPlaces.Place(seq: seq)
      let target = isBack ? jumps.back(from: here) : jumps.forward(from: here)
      if let target { move(to: target.seq) } else { tell("no jump \(isBack ? "before" : "after")") }
    case .ask(let kind): mode = .typing(Prompt(kind, history: history(of: kind)))
    case .digit(let digit): mode = .typing(Prompt(.goto, text: String(digit)))
    case .type(let key): type(key)
    case .searchNext, .change, .cause, .effect, .place, .filterType, .history, .blame, .causes:
      find(action)
    case .watch, .markFirst, .markSecond, .skip, .switchBranch, .copy, .check: change(action)
    case .help: mode = .help(0)
    case .escape: escape()
    case .quit: isOver = true
    case .mouse(let report): take(report)
    case .resize(let size): self.size = size
    default: take(action)
    }
  }

  mutating func tell(_ text: StyledText, isError: Bool = false) {
    message = Message(text: text, isError: isError)
  }

  /// The line that was typed last, of each kind.
  private func history(of kind: Prompt.Kind) -> [String] { lines[kind] ?? [] }

  private mutating func escape() {
    if case .help = mode {
      mode = .browsing
    } else if request != nil {
      stopRequest()
      stopCount += 1
      tell("stopped")
    } else if panel.answer != nil {
      closeAnswer()
    } else if comparison != .none {
      comparison = .none
    } else if list.filter != nil {
      list.filter = nil
    } else if let query = frameQuery {
      stoppedFrame = query
      stopCount += 1
      tell("stopped")
    } else {
      tell("nothing to stop or to close; q quits")
    }
  }
}
