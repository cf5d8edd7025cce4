import RexDebug
import RexQuestions
import RexTerminal

/// Reads the lines of `step`: edited on a terminal, elsewhere as they come.
struct StepInput {
  enum Line: Equatable {
    case text(String)
    /// Ctrl-C was pressed while the line was typed.
    case cancelled
    case ended
  }

  private let environment: CommandEnvironment

  #if os(macOS) || os(Linux)
    private var reader: LineReader?
    private var history: StepHistory?

    /// - Parameter app: the name of the log's app, whose lines from before can be recalled.
    init(_ environment: CommandEnvironment, ofApp app: String) {
      self.environment = environment
      reader = LineReader(type: environment.lineTerminal)
      guard reader != nil else { return }
      history = environment.stateFolder.map { StepHistory(ofApp: app, in: $0) }
      var lines: [String] = []
      keepingHistory { lines = try $0.lines() }
      reader = LineReader(type: environment.lineTerminal, history: lines)
    }

    /// Whether lines are edited, and Ctrl-C belongs to them.
    var isEdited: Bool { reader != nil }

    /// Reads the next line.
    mutating func nextLine(_ prompt: StyledText?, in session: DebugSession) -> Line {
      guard reader != nil else { return nextPlainLine(prompt) }
      environment.flush()
      let completion = StepCompletion(session: session)
      switch reader?.readLine(prompt: prompt?.plain ?? "", completions: completion.completions) {
      case .text(let text):
        remember(text)
        return .text(text)
      case .cancelled: return .cancelled
      case .ended, nil: return .ended
      }
    }

    private mutating func remember(_ line: String) {
      guard line.contains(where: { $0 != " " }), line != reader?.history.last else { return }
      reader?.remember(line)
      keepingHistory { try $0.append(line) }
    }

    /// Reads or writes the history's file; reports the first failure, and then keeps no history.
    private mutating func keepingHistory(_ body: (StepHistory) throws -> Void) {
      guard let history else { return }
      do {
        try body(history)
      } catch {
        self.history = nil
        environment.printError("step: lines are not kept for later sessions: \(history.path)\n")
      }
    }
  #else
    init(_ environment: CommandEnvironment, ofApp app: String) { self.environment = environment }

    var isEdited: Bool { false }

    mutating func nextLine(_ prompt: StyledText?, in session: DebugSession) -> Line {
      nextPlainLine(prompt)
    }
  #endif

  private func nextPlainLine(_ prompt: StyledText?) -> Line {
    if environment.isInteractive, let prompt { environment.print(prompt) }
    return environment.nextLine().map { .text($0) } ?? .ended
  }
}
