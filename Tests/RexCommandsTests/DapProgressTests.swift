import Foundation
import RexDebug
import RexJSON
import RexLocking
import RexLog
import RexQuestions
import RexServers
import TestSupport
import Testing

@testable import RexCommands

/// Long requests tell how far they are, and stop when the editor cancels them.
@Suite struct DapProgressTests {
  private static let start = [
    #"initialize {"supportsProgressReporting":true}"#, #"launch {"program":"shop.jsonl"}"#,
    #"setFunctionBreakpoints {"breakpoints":[{"name":"nothing"}]}"#, "configurationDone {}",
  ]

  @Test func cancelingTheProgressStopsTheRequest() throws {
    let transcript = try converse(
      Self.start + [#"continue {"threadId":1}"#],
      after: [
        ("progressUpdate", #"cancel {"progressId":"5"}"#),
        // The progress of a request that has ended stops none of those that follow.
        ("progressEnd", #"cancel {"progressId":"5"}"#),
        ("cancel", #"continue {"threadId":1}"#),
        ("stopped", "disconnect {}"),
      ])
    #expect(
      transcript == [
        "continue",
        #"progressStart {"progressId":"5","title":"continue","cancellable":true}"#,
        #"progressUpdate {"progressId":"5","message":"action 1"}"#,
        #"output {"category":"console","output":"stopped when it had reached action 1\n"}"#,
        #"stopped {"reason":"pause","threadId":1,"allThreadsStopped":true}"#,
        #"progressEnd {"progressId":"5"}"#,
        "cancel", "cancel", "continue",
        #"stopped {"reason":"step","threadId":1,"allThreadsStopped":true}"#,
        "disconnect",
      ])
  }

  /// What was found until then is not taken for all of it.
  @Test func cancelingARequestStopsIt() throws {
    let request = #"setExceptionBreakpoints {"filters":["divergence"]}"#
    let transcript = try converse(
      Self.start + [request],
      after: [
        ("progressUpdate", #"cancel {"requestId":5}"#), ("cancel", request),
        ("setExceptionBreakpoints", "disconnect {}"),
      ])
    #expect(
      transcript == [
        #"progressStart {"progressId":"5","title":"setExceptionBreakpoints","cancellable":true}"#,
        #"progressUpdate {"progressId":"5","message":"action 1"}"#,
        #"setExceptionBreakpoints {"breakpoints":[{"verified":false,"message":"cancelled"}]}"#,
        #"progressEnd {"progressId":"5"}"#,
        "cancel",
        #"setExceptionBreakpoints {"breakpoints":[{"id":2,"verified":true}]}"#,
        "disconnect",
      ])
  }

  /// Sends requests, and further ones after messages of some kinds; returns what comes after the
  /// first stop.
  private func converse(
    _ requests: [String], after later: [(kind: String, request: String)]
  ) throws -> [String] {
    let queue = MessageQueue(idKey: "seq", stop: DebugAdapter.stop)
    let editor = Editor(queue, later)
    let call = CommandCall(
      tool: tool,
      arguments: try Arguments([String](), options: Command.dap.specs),
      environment: CommandEnvironment(write: { _ in }, writeError: { _ in }, nextLine: { nil }))
    var host = call.debugHost
    host.seconds = editor.seconds
    host.divergences = { log, _, control in
      (1...log.lastSeq).first(where: control.isStopped).map { [$0: "this far"] } ?? [3: "/total"]
    }
    for request in requests { editor.send(request) }
    queue.start(HeaderFraming(), read: editor.read, isGone: { false })
    var adapter = DebugAdapter(host: host, output: DebugOutput(write: editor.receive))
    while !adapter.isEnded, let message = queue.next() {
      adapter.handle(message) { queue.isStopped }
    }
    editor.close()
    #expect(queue.next() == nil)
    let received = editor.received
    return Array(received.drop { !$0.hasPrefix("stopped") }.dropFirst())
  }
}

/// An editor that sends further requests after messages, for which a second passes whenever it is
/// looked at, up to the first progress.
private final class Editor: Sendable {
  private struct State {
    var later: [(kind: String, request: String)]
    var sent: [[UInt8]] = []
    var sentCount = 0
    var seconds = 0.0
    var isFrozen = false
    var received: [String] = []
  }

  private let queue: MessageQueue
  private let state: Locked<State>
  private let pieces = DispatchSemaphore(value: 0)

  init(_ queue: MessageQueue, _ later: [(kind: String, request: String)]) {
    (self.queue, state) = (queue, Locked(State(later: later)))
  }

  var received: [String] { state.withLock(\.received) }

  @Sendable func seconds() -> Double {
    state.withLock { state in
      if !state.isFrozen { state.seconds += 1 }
      return state.seconds
    }
  }

  func send(_ request: String) {
    let words = request.split(separator: " ", maxSplits: 1).map(String.init)
    let folder = Fixture.url("logs/v1").path + "/"
    let arguments = words[1].replacing("shop.jsonl", with: folder + "shop.jsonl")
    state.withLock { state in
      state.sentCount += 1
      let text = """
        {"seq":\(state.sentCount),"type":"request","command":"\(words[0])",\
        "arguments":\(arguments)}
        """
      state.sent.append(Array("Content-Length: \(text.utf8.count)\r\n\r\n\(text)".utf8))
    }
    pieces.signal()
  }

  func close() { pieces.signal() }

  @Sendable func read() -> [UInt8]? {
    pieces.wait()
    return state.withLock { $0.sent.isEmpty ? nil : $0.sent.removeFirst() }
  }

  @Sendable func receive(_ message: JSON) {
    let kind = message["event"]?.string ?? message["command"]?.string ?? ""
    let request = state.withLock { state in
      let body = message["body"].map { " \($0)" } ?? ""
      state.received.append(kind + (kind == "continue" ? "" : body))
      state.isFrozen = state.isFrozen || kind == "progressUpdate"
      let isNext = state.later.first?.kind == kind
      return isNext ? state.later.removeFirst().request : nil
    }
    guard let request else { return }
    send(request)
    // The request goes on when it is stopped.
    for _ in 0..<5_000 where kind == "progressUpdate" && !queue.isStopped {
      Thread.sleep(forTimeInterval: 0.001)
    }
  }
}
