import Foundation
import RexDiff
import RexJSON
import RexLog
import RexRecorder
import RexRedaction
import TestSupport
import Testing

/// The statistics of a recorder, while it records and at the end of its log.
@Suite struct StatisticsTests {
  @Test func theEndOfALogContainsItsStatistics() throws {
    let clock = ManualClock()
    let sink = SlowBuffer(clock: clock)
    let recorder = try Recorder<Account.Action, Account>(
      sink: sink, app: "Bank",
      configuration: .init(
        clock: clock.recorderClock, payloads: .denying("leave"), redaction: .standard
      ).comparing())
    var state = Account(token: "s3cr3t-a", words: [])
    for action in [.enter("s3cr3t-b"), .leave, .enter("s3cr3t-b")] as [Account.Action] {
      recorder.record(action, into: &state) { state, action in
        clock.advance(byMs: 4)
        Account.reduce(&state, action)
      }
    }
    recorder.pause()
    recorder.record(.leave, into: &state, reduce: Account.reduce)
    recorder.resume()
    recorder.record(.leave, into: &state, reduce: Account.reduce)
    recorder.close()

    let log = try Log(checked: "log", bytes: sink.buffer.bytes)
    guard case .closed(let end) = log.ending, let told = end.statistics else {
      Issue.record("there are no statistics")
      return
    }
    let shown = recorder.statistics
    #expect((told.actionCount, told.opaqueCount) == (4, 2))
    #expect((told.gapCount, told.lostCount) == (1, 1))
    #expect(told.redactedCount == shown.redactedCount)
    #expect((5...9).contains(told.redactedCount), "in the start, two actions, three patches…")
    #expect(told.distrustedTypes == [])
    #expect(told.canReadTypes == StateEncoder<Account>.canReadTypes)
    #expect(try told.byteCount == log.lines()[log.lines().count - 1].range.lowerBound)
    #expect(told.reducersMs == 12)
    #expect(told.ownMs == shown.ownMs - 1, "without the writing of the end itself")
    #expect((2.0...2.4).contains(told.ownMsP50))
    #expect((4.0...4.8).contains(told.ownMsP99))
  }

  /// The app's clock can return any number, and go back.
  @Test(arguments: [1e308, -1e308, .infinity, -.infinity, .nan])
  func noClockStopsTheRecorder(stepMs: Double) throws {
    let clock = ManualClock()
    let sink = SlowBuffer(clock: clock, stepMs: stepMs)
    let recorder = try Recorder<Account.Action, Account>(
      sink: sink, app: "Bank", configuration: .init(clock: clock.recorderClock))
    var state = Account(token: "", words: [])
    for _ in 0..<3 {
      recorder.record(.enter("a"), into: &state) { state, action in
        clock.advance(byMs: stepMs)
        Account.reduce(&state, action)
      }
    }
    #expect(recorder.statistics.actionCount == 3)
    recorder.close()
    #expect(try Log(name: "log", bytes: sink.buffer.bytes).lastSeq == 3)
  }
}

/// The lines of a log, whose end is shown without its statistics.
func linesWithoutStatistics(of log: LogBuffer) -> [String] {
  String(decoding: log.bytes, as: UTF8.self)
    .replacing(#/,"statistics":\{[^}]*\}/#, with: "").split(separator: "\n").map(String.init)
}

/// A log in memory whose writes each take a millisecond, or another time.
private struct SlowBuffer: LogSink {
  let buffer = LogBuffer()
  let clock: ManualClock
  var stepMs = 1.0

  func append(_ bytes: [UInt8]) {
    clock.advance(byMs: stepMs)
    buffer.append(bytes)
  }
}

private struct Account: Codable, Sendable {
  var token: String
  var words: [String]

  enum Action: Codable, Sendable {
    case enter(String)
    case leave

    private enum EnterCodingKeys: String, CodingKey { case _0 = "password" }
  }

  static func reduce(_ state: inout Account, _ action: Action) {
    switch action {
    case .enter(let word): state.words.append(word)
    case .leave: state.words = []
    }
  }
}
