import RexDebug
package import RexJSON
import RexLog

/// A debug adapter: an editor's requests in, responses and events out.
///
///     a log is the program · an action is a stop · its causes are the stack's frames
///
/// See https://microsoft.github.io/debug-adapter-protocol/specification.
package struct DebugAdapter {
  let host: DebugHost
  let output: DebugOutput
  var session: DebugSession?
  /// The arguments of `launch`.
  var launch: JSON = [:]
  /// The arguments of `initialize`.
  private var client: JSON = [:]
  private var isInitialized = false
  /// The response to `launch`, which waits for the editor's breakpoints.
  private var pendingLaunch: JSON?
  /// The numbers of the session's breakpoints, by what set them.
  var breakpoints: [String: [Int]] = [:]
  /// The divergences of the log by their actions, once they are found.
  var divergences: [Int: String]?
  var variables = DebugVariables()
  /// The frames of the current stop, an action each.
  var frames: [Int] = []
  /// The first frame's number; like references, they count on, and never name a later frame.
  private(set) var frameFirst = 1
  /// Whether the editor has ended the session.
  package private(set) var isEnded = false

  package init(host: DebugHost, output: DebugOutput) {
    (self.host, self.output) = (host, output)
  }

  /// Which request a message stops.
  package static func stop(by message: JSON) -> MessageQueue.Stop? {
    switch message["command"]?.string {
    case "pause", "disconnect", "terminate": return .all
    case "cancel":
      let arguments = message["arguments"]
      let progress = arguments?["progressId"]?.string.flatMap { Int($0) }
      return (arguments?["requestId"] ?? progress.map { .number($0) }).map { .request(id: $0) }
    default: return nil
    }
  }

  /// Handles a message: writes the response, then the events that follow from it.
  package mutating func handle(
    _ message: ClientMessage, isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    switch message {
    case .malformed(let problem): tell("a message is ignored: \(problem)\n")
    case .document(let request):
      guard request["type"]?.string == "request", request["seq"]?.int != nil,
        let command = request["command"]?.string
      else { return tell("a message that is not a request is ignored\n") }
      do {
        try handle(command, request, isStopped)
      } catch let failure as DebugFailure {
        output.fail(request, failure.message)
      } catch is CancellationError {
        output.fail(request, nil)
      } catch {
        output.fail(request, host.problem(error))
      }
    }
  }

  private mutating func handle(
    _ command: String, _ request: JSON, _ isStopped: @escaping @Sendable () -> Bool
  ) throws {
    let arguments = request["arguments"] ?? [:]
    guard isInitialized || ["initialize", "disconnect"].contains(command) else {
      throw DebugFailure("the session is not initialized")
    }
    switch command {
    case "initialize":
      guard !isInitialized else { throw DebugFailure("the session is initialized already") }
      (client, isInitialized) = (arguments, true)
      output.respond(to: request, Self.capabilities)
    case "launch", "attach": try launch(request, arguments)
    case "configurationDone":
      output.respond(to: request)
      if let launch = pendingLaunch.take() {
        output.respond(to: launch)
        stopped("entry")
      }
    case "disconnect", "terminate":
      output.respond(to: request)
      if command == "terminate" { output.event("terminated") }
      isEnded = command == "disconnect"
    case "cancel": output.respond(to: request)
    default: try handleInSession(command, request, arguments, isStopped)
    }
  }

  private mutating func handleInSession(
    _ command: String, _ request: JSON, _ arguments: JSON,
    _ isStopped: @escaping @Sendable () -> Bool
  ) throws {
    let canProgress = client["supportsProgressReporting"] == true
    let progress = DebugProgress(
      output, of: request, isShown: canProgress, seconds: host.seconds, isStopped)
    defer { progress.end() }
    switch command {
    case "next", "stepIn", "stepOut": try go(.step(count: 1), request, progress)
    case "stepBack": try go(.stepBack(count: 1), request, progress)
    case "continue": try go(.continue(until: nil), request, progress)
    case "reverseContinue": try go(.reverseContinue(until: nil), request, progress)
    case "pause":
      output.respond(to: request)
    // What ran has been stopped, and has told where.
    case "goto": try goto(request, arguments, progress)
    case "evaluate": try evaluate(request, arguments, progress)
    case "setBreakpoints": output.respond(to: request, try setBreakpoints(arguments))
    case "setFunctionBreakpoints":
      output.respond(to: request, try setFunctionBreakpoints(arguments))
    case "setDataBreakpoints": output.respond(to: request, try setDataBreakpoints(arguments))
    case "setExceptionBreakpoints":
      output.respond(to: request, try setExceptionBreakpoints(arguments, progress))
    default:
      guard let body = try answer(to: command, arguments) else {
        throw DebugFailure("there is no request \(command)")
      }
      output.respond(to: request, body)
    }
  }

  /// The answer to a question that changes nothing; nil if there is no such request.
  private mutating func answer(to command: String, _ arguments: JSON) throws -> JSON? {
    switch command {
    case "threads": ["threads": [["id": 1, "name": .string(try threadName)]]]
    case "stackTrace": try stackTrace(arguments)
    case "scopes": try scopes(arguments)
    case "variables": try variables(arguments)
    case "dataBreakpointInfo": try dataBreakpointInfo(arguments)
    case "gotoTargets": try gotoTargets(arguments)
    case "completions": try completions(arguments)
    case "exceptionInfo": try exceptionInfo()
    case "loadedSources":
      ["sources": .array(try current.recorded.fileNames.map(Self.source))]
    default: nil
    }
  }

  /// The session; throws if no log is launched.
  var current: DebugSession {
    get throws {
      guard let session else { throw DebugFailure("no log is launched") }
      return session
    }
  }

  private var threadName: String {
    get throws { try current.log.session.app.name.escapedForDisplay }
  }

  private mutating func launch(_ request: JSON, _ arguments: JSON) throws {
    guard session == nil else { throw DebugFailure("a log is launched already") }
    guard let path = arguments["program"]?.string else {
      throw DebugFailure("program, the log's path, is missing")
    }
    let (session, note) = try host.open(path, arguments)
    (self.session, launch, pendingLaunch) = (session, arguments, request)
    output.event("initialized")
    if let note { tell(note) }
  }

  /// Shows a text, if the editor is ready for it.
  func tell(_ text: String) {
    guard isInitialized else { return }
    output.event("output", ["category": "console", "output": .string(text)])
  }

  /// Tells that the session is at an action, and why; what was known of the last stop is forgotten.
  mutating func stopped(_ reason: String, _ description: String? = nil, breakpoints: [Int] = []) {
    variables.removeAll()
    frameFirst = frameFirst > Int(Int32.max) / 2 ? 1 : frameFirst + frames.count
    frames = []
    let body: JSON = ["reason": .string(reason), "threadId": 1, "allThreadsStopped": true]
    output.event(
      "stopped",
      body.adding([
        "description": description.map(JSON.string), "text": description.map(JSON.string),
        "hitBreakpointIds": breakpoints.isEmpty
          ? Optional.none : .array(breakpoints.map { .number($0) }),
      ]))
  }

  static func source(_ file: String) -> JSON {
    [
      "name": .string((file.split(separator: "/").last ?? file[...]).escapedForDisplay),
      "path": .string(file),
    ]
  }

  private static let capabilities: JSON = [
    "supportsConfigurationDoneRequest": true, "supportsStepBack": true,
    "supportsConditionalBreakpoints": true, "supportsFunctionBreakpoints": true,
    "supportsDataBreakpoints": true, "supportsGotoTargetsRequest": true,
    "supportsEvaluateForHovers": true, "supportsCompletionsRequest": true,
    "supportsExceptionInfoRequest": true, "supportsLoadedSourcesRequest": true,
    "supportsDelayedStackTraceLoading": true, "supportsCancelRequest": true,
    "supportsTerminateRequest": true,
    "exceptionBreakpointFilters": [
      [
        "filter": "divergence", "label": "Divergences",
        "description": "actions that have another result when they are reduced again",
      ],
      ["filter": "error", "label": "Errors", "description": "actions whose reducer threw"],
      ["filter": "gap", "label": "Gaps", "description": "where actions were lost"],
    ],
  ]
}
