import Dispatch
import Foundation
import RexDebug
import RexJSON
import RexLocking
import RexLog
import RexQuestions
import RexReplayer
import RexStore
import RexTerminal
import TestSupport
import Testing

@testable import RexInspector

/// The inspector without a terminal: keys in, whole screens out.
final class Face {
  private let store: Store<InspectorAction, InspectorState>
  private let worker: InspectorWorker

  init(
    _ log: Log, size: TerminalSize = TerminalSize(columns: 80, rows: 24),
    reducer: any DebugReducer = NoReducer(), lines: any LineCommands = NoLines(),
    reopen: (@Sendable (Log) -> (log: Log, isReplaced: Bool)?)? = nil,
    showState: (@Sendable (Int, JSON) -> StyledText?)? = nil,
    news: (@Sendable () -> String?)? = nil, isStopped: Locked<Bool> = Locked(false)
  ) throws {
    let session = try DebugSession(log, reducer: reducer)
    worker = InspectorWorker(
      InspectorSession(
        session, of: log, lines: lines, open: { try DebugSession($0, reducer: reducer) },
        reducer: { _ in Replayer(SumReducer.app) }, reopen: reopen,
        showState: showState, news: news, isStopped: isStopped))
    let summary = LogSummary(session, number: 0)
    store = Store(
      initialState: InspectorState(
        size: size, log: summary, check: reducer is NoReducer ? nil : .offered),
      reducer: inspectorReducer,
      feedbacks: worker.feedbacks)
  }

  /// The state when everything that was asked for has been read.
  var state: InspectorState {
    // Another thread may still have to handle what was dispatched.
    let settled = DispatchSemaphore(value: 0)
    let observing = store.observe { _ in settled.signal() }
    settled.wait()
    observing.cancel()
    for _ in 0..<1_000 {
      let state = store.state
      let isWaiting =
        state.frameQuery != nil || state.rowsQuery != nil || state.request != nil
        || state.detailsQuery != nil || state.courseQuery != nil
        || state.timeline.readThrough != nil || state.isChecking
        || state.list.filter.map { $0.searchedThrough != nil } ?? false
      if !isWaiting { return state }
      usleep(5_000)
    }
    return store.state
  }

  func send(_ action: InspectorAction) { store.dispatch(action) }

  var screen: Screen { InspectorScreen.screen(state) }

  func type(_ keys: Key...) {
    for key in keys {
      _ = screen
      store.dispatch(.key(key))
    }
  }

  func type(_ text: String) {
    for character in text {
      switch character {
      case "\n": type(Key(.enter))
      case "\t": type(Key(.tab))
      default: type(Key(.character(character)))
      }
    }
  }

  /// Compares the whole screen with a fixture.
  func expectScreen(
    _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let text = screen.text + "\n"
    #expect(
      try text == Fixture.expected("inspector/\(name).txt", for: text),
      sourceLocation: sourceLocation)
  }
}

/// A reducer that is not available.
struct NoReducer: DebugReducer {
  func backfilled(_ log: Log) -> Log? { nil }

  func replay(
    _ log: Log, editing edits: ActionEdits, into sink: some LogSink, _ control: QuestionControl
  ) throws -> EditOutcome {
    throw CancellationError()
  }
}

struct NoLines: LineCommands {
  var history: [String] { [] }

  func run(
    _ line: String, in session: inout DebugSession, _ control: QuestionControl
  ) -> (text: StyledText, isError: Bool)? {
    line == "quit" ? nil : ("no command \(line)\n", true)
  }

  func completions(for text: String, in session: DebugSession) -> LineCompletions {
    LineCompletions(start: text.count, candidates: [])
  }

  func hint(about command: DebugCommand, of session: DebugSession) -> String? {
    if case .continue(.text(let text)?) = command { "hint about \(text)" } else { nil }
  }
}
