import Foundation
import RexActions
import RexLocking
import RexLog
import RexRecorder
import RexStore
import TestSupport
import Testing

/// The log of the hunt for a lost update in docs/find-a-bug.md: two tills sell from one stock.
///
///     sell ─▶ reads what is left ─▶ asks the server ─▶ … ─▶ left(one less)
///
/// The bug is between the reading and the answer, where another till may sell.
@Suite struct TicketHuntTests {
  @Test func theHuntsLogIsWhatASessionRecords() throws {
    let timeMs = Locked(0.0)
    let clock = RecorderClock(
      date: { Date(timeIntervalSince1970: 1_795_000_000) },
      monotonicMs: { timeMs.withLock { $0 } })
    let sink = LogBuffer()
    let recorder = try Recorder<TicketAction, Tickets>(
      sink: sink, app: "Tickets",
      configuration: RecorderConfiguration(
        clock: clock, sessionID: "71C4E700-0000-4000-8000-000000000001"))
    let server = TicketServer()
    let store = Store(
      initialState: Tickets(), reducer: ticketReducer,
      middlewares: [selling(at: server), recorder.middleware])
    var random = SeededGenerator(seed: 8)
    for _ in 0..<40 {
      timeMs.withLock { $0 += Double(Int.random(in: 40...900, using: &random)) }
      // Usually, no other sale is in progress.
      if server.isIdle || Int.random(in: 0..<12, using: &random) == 0 {
        let till = Bool.random(using: &random) ? "north" : "south"
        store.dispatch(.sell(till: till), from: source(line: 18, "Tickets/TillView.swift"))
      } else {
        server.answerFirst()
      }
    }
    server.answerAll()
    recorder.close()
    let text = String(decoding: sink.bytes, as: UTF8.self)
      .replacing(
        /"system":\{[^}]*\}/, with: #""system":{"os":"iOS","arch":"arm64","swift":"6.3"}"#
      )
      .replacing(/"ownMs[^}]*/, with: #""ownMs":0"#)
      .replacing(#","failures":"truncated""#, with: "")
    #expect(try text == Fixture.expected("hunts/tickets.jsonl", for: text))
  }

  private func selling(at server: TicketServer) -> Middleware<TicketAction, Tickets> {
    Middleware { context, next, action in
      next(action)
      guard case .sell = action else { return }
      let left = context.state.left
      server.later {
        context.dispatch(.left(left - 1), from: source(line: 31, "Tickets/Selling.swift"))
      }
    }
  }
}

private struct Tickets: Codable, Sendable, Equatable {
  var left = 50
  var sold: [String: Int] = ["north": 0, "south": 0]
}

private enum TicketAction: Codable, Sendable {
  case sell(till: String)
  case left(Int)
}

private let ticketReducer = Reducer<TicketAction, Tickets> { action, state in
  switch action {
  case .sell(let till): state.sold[till, default: 0] += 1
  case .left(let count): state.left = count
  }
}

/// A server that answers requests in order, when the test lets it.
private final class TicketServer: Sendable {
  private let pending = Locked<[@Sendable () -> Void]>([])

  var isIdle: Bool { pending.withLock { $0.isEmpty } }

  func later(_ answer: @escaping @Sendable () -> Void) { pending.withLock { $0.append(answer) } }

  func answerFirst() {
    pending.withLock { $0.isEmpty ? nil : $0.removeFirst() }?()
  }

  func answerAll() {
    while !isIdle { answerFirst() }
  }
}

private func source(line: Int, _ file: String) -> ActionSource {
  ActionSource(file: file, function: "body", line: line)
}
