import Dispatch
import Foundation
import RexJSON
import RexLocking
import RexLog
import RexRecorder
import TestSupport
import Testing

/// Without patches, the ending of a line is written with the next line.
@Suite struct DeferredEndingTests {
  @Test func anActionTakesOneAppend() throws {
    var subject = try Subject()
    for _ in 0..<3 { subject.add() }
    #expect(
      subject.sink.appended.map(\.wordsOfLine).filter { !$0.isEmpty } == [
        "begin 1", "end", "begin 2", "end, begin 3", "end, begin 4",
      ])
    #expect(try subject.log().lastSeq == 3)
    let unfinished = try #require(try subject.log().unfinished)
    #expect(unfinished.type == "add" && unfinished.mayHaveFinished)
  }

  @Test func noEndingIsDeferredAfterAnActionWithAPatch() throws {
    let sink = CountingSink()
    let recorder = try Recorder<Counter.Action, Counter>(sink: sink, app: "Counter")
    var counter = Counter()
    recorder.record(.add(1), into: &counter, reduce: Counter.reduce)
    recorder.detail = .actions()
    recorder.record(.add(1), into: &counter, reduce: Counter.reduce)
    #expect(try Log(checked: "log", bytes: sink.buffer.bytes).lastSeq == 2)
  }

  @Test func aDeferredEndingIsWrittenAfterADelay() throws {
    var subject = try Subject()
    subject.add()
    #expect(try subject.log().lastSeq == 1)
    subject.flushes.run()
    #expect(try subject.log().lastSeq == 2)
    subject.add()
    subject.flushes.run()
    subject.flushes.run()
    #expect(try subject.log().lastSeq == 3)
    #expect(subject.sink.appended.last?.wordsOfLine == "end")
    #expect(Set(subject.flushes.delaysMs) == [50])
  }

  @Test func theSystemsTimerWritesTheEnding() throws {
    var subject = try Subject(hasTimer: true)
    subject.add()
    let deadline = Date(timeIntervalSinceNow: 30)
    while try subject.log().lastSeq < 2, Date() < deadline { Thread.sleep(forTimeInterval: 0.001) }
    #expect(try subject.log().lastSeq == 2)
  }

  @Test func theTimerDoesNotWaitForAReducer() throws {
    var subject = try Subject()
    subject.add()
    let flushes = subject.flushes
    subject.recorder?.record(.add(1), into: &subject.counter) { counter, action in
      // On another thread, as a timer does.
      let isDone = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        flushes.run()
        isDone.signal()
      }
      isDone.wait()
      Counter.reduce(&counter, action)
    }
    #expect(try subject.log().lastSeq == 2)
    subject.flushes.run()
    #expect(try subject.log().lastSeq == 3)
  }

  @Test(
    arguments: [
      { $0.flush() }, { $0.pause() }, { $0.mark("here") }, { $0.close() },
      { $0.recordReplacement(by: Counter(count: 9)) },
    ] as [@Sendable (Recorder<Counter.Action, Counter>) -> Void])
  func everyOtherCallFlushesTheEndingFirst(
    _ body: @Sendable (Recorder<Counter.Action, Counter>) -> Void
  ) throws {
    var subject = try Subject()
    subject.add()
    subject.recorder.map(body)
    let log = try subject.log()
    #expect(log.lastSeq >= 2 && log.unfinished == nil)
  }

  @Test func releasingTheRecorderFlushesTheEnding() throws {
    var subject = try Subject()
    subject.add()
    subject.recorder = nil
    #expect(try subject.log().lastSeq == 2)
  }

  @Test func anExportContainsTheEnding() throws {
    var subject = try Subject()
    subject.add()
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: url) }
    try subject.recorder?.export(to: url.path)
    #expect(try Log(checkedPath: url.path).lastSeq == 2)
  }

  @Test func aReducersErrorIsWrittenAtOnce() throws {
    var subject = try Subject()
    #expect(throws: Refusal.self) {
      try subject.recorder?.record(.add(1), into: &subject.counter) { _, _ in throw Refusal() }
    }
    #expect(try subject.log().lastSeq == 2)
  }

  @Test func aGapFollowsAnEndingThatCannotBeWritten() throws {
    var subject = try Subject()
    subject.add()
    subject.sink.isBroken.withLock { $0 = true }
    subject.add()
    subject.sink.isBroken.withLock { $0 = false }
    subject.clock.advance(byMs: 60_000)
    subject.add()
    subject.recorder?.close()
    let log = try subject.log()
    let gaps = try log.entries().compactMap { entry -> LogGap? in
      if case .gap(let gap) = entry { gap } else { nil }
    }
    #expect(gaps.map(\.from) == [2] && gaps.map(\.to) == [3])
    #expect(log.lastSeq == 4 && log.isComplete)
    let statistics = try #require(subject.recorder?.statistics)
    #expect(statistics.actionCount == 2 && statistics.lostCount == 2)
  }

  @Test func aFailureOfADeferredEndingIsReportedByTheNextCall() throws {
    let told = Locked(0)
    var subject = try Subject { _ in told.withLock { $0 += 1 } }
    subject.add()
    subject.sink.isBroken.withLock { $0 = true }
    subject.flushes.run()
    #expect(told.withLock { $0 } == 0, "not on the timer's thread")
    #expect(subject.recorder?.failure != nil)
    subject.add()
    #expect(told.withLock { $0 } == 1)
  }
}

private struct Refusal: Error {}

/// A counter recorded without patches.
private struct Subject {
  let sink = CountingSink()
  let clock = ManualClock()
  let flushes = PendingFlushes()
  var counter = Counter()
  var recorder: Recorder<Counter.Action, Counter>?

  /// Records a first action, whose ending is never deferred.
  init(
    hasTimer: Bool = false, onFailure: (@Sendable (RecorderFailure) -> Void)? = nil
  ) throws {
    var configuration = RecorderConfiguration(
      clock: clock.recorderClock, sessionID: "1", detail: .actions(), onFailure: onFailure)
    if !hasTimer { configuration.flushSchedule = flushes.schedule }
    recorder = try Recorder(sink: sink, app: "Counter", configuration: configuration)
    add()
  }

  mutating func add() {
    recorder?.record(.add(1), into: &counter, reduce: Counter.reduce)
  }

  func log() throws -> Log { try Log(checked: "log", bytes: sink.buffer.bytes) }
}

/// A buffer that stores each append, and can be made to fail.
private final class CountingSink: LogSink {
  let buffer = LogBuffer()
  let isBroken = Locked(false)
  private let appends = Locked<[String]>([])

  var appended: [String] { appends.withLock { $0 } }

  func append(_ bytes: [UInt8]) throws(LogError) {
    if isBroken.withLock({ $0 }) {
      throw LogError(.system(operation: "write", code: ENOSPC), log: "log")
    }
    appends.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
    buffer.append(bytes)
  }

  func truncate(to byteCount: Int) throws(LogError) -> Int { buffer.truncate(to: byteCount) }

  func read(_ range: Range<Int>) throws(LogError) -> [UInt8] { try buffer.read(range) }
}

extension String {
  /// Describes the parts of actions' lines in an append.
  fileprivate var wordsOfLine: String {
    var words: [String] = []
    if contains("\"tookMs\"") { words.append("end") }
    if let match = firstMatch(of: #/"kind":"action","seq":(\d+)/#) {
      words.append("begin \(match.1)")
    }
    return words.joined(separator: ", ")
  }
}
