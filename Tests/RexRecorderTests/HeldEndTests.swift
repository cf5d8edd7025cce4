import Foundation
import RexJSON
import RexLog
import RexRecorder
import Synchronization
import TestSupport
import Testing

/// Where actions alone are told, the end of a line goes out with the next line.
@Suite struct HeldEndTests {
  @Test func anActionTakesOneAppend() throws {
    var subject = try Subject()
    for _ in 0..<3 { subject.add() }
    #expect(
      subject.sink.appended.dropFirst(2).map(\.wordsOfLine) == [
        #"begin 1"#, #"end, begin 2"#, #"end, begin 3"#,
      ])
    #expect(try subject.log().lastSeq == 2)
    #expect(try subject.log().unfinished?.type == "add")
  }

  @Test func theEndIsWrittenBeforeLongThoughNothingComes() throws {
    var subject = try Subject()
    subject.add()
    #expect(try subject.log().lastSeq == 0)
    subject.flushes.run()
    #expect(try subject.log().lastSeq == 1)
    subject.add()
    subject.flushes.run()
    subject.flushes.run()
    #expect(try subject.log().lastSeq == 2)
    #expect(subject.sink.appended.last?.wordsOfLine == "end")
  }

  @Test(
    arguments: [
      { $0.flush() }, { $0.pause() }, { $0.mark("here") }, { $0.close() },
      { $0.recordReplacement(by: Counter(count: 9)) },
    ] as [@Sendable (Recorder<Counter.Action, Counter>) -> Void])
  func whateverElseIsAskedForPutsItOutFirst(
    _ body: @Sendable (Recorder<Counter.Action, Counter>) -> Void
  ) throws {
    var subject = try Subject()
    subject.add()
    subject.recorder.map(body)
    let log = try subject.log()
    #expect(log.lastSeq >= 1 && log.unfinished == nil)
  }

  @Test func aRecorderThatGoesPutsItOut() throws {
    var subject = try Subject()
    subject.add()
    subject.recorder = nil
    #expect(try subject.log().lastSeq == 1)
  }

  @Test func anExportHasIt() throws {
    var subject = try Subject()
    subject.add()
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: url) }
    try subject.recorder?.export(to: url.path)
    #expect(try Log(path: url.path).lastSeq == 1)
  }

  @Test func whatAReducerThrowsIsWrittenAtOnce() throws {
    var subject = try Subject()
    #expect(throws: Refusal.self) {
      try subject.recorder?.record(.add(1), into: &subject.counter) { _, _ in throw Refusal() }
    }
    #expect(try subject.log().lastSeq == 1)
  }

  @Test func anEndThatCannotBeWrittenIsMadeUpForByAGap() throws {
    var subject = try Subject()
    subject.add()
    subject.sink.isBroken.withLock { $0 = true }
    subject.add()
    subject.sink.isBroken.withLock { $0 = false }
    subject.clock.advance(byMs: 60_000)
    subject.add()
    subject.recorder?.close()
    let log = try subject.log()
    let gaps = try log.lines.indices.compactMap { index -> LogGap? in
      if case .gap(let gap) = try log.entry(at: index) { gap } else { nil }
    }
    #expect(gaps.map(\.from) == [1] && gaps.map(\.to) == [2])
    #expect(log.lastSeq == 3 && log.isComplete)
  }
}

private struct Refusal: Error {}

/// A counter recorded by its actions alone.
private struct Subject {
  let sink = CountingSink()
  let clock = ManualClock()
  let flushes = PendingFlushes()
  var counter = Counter()
  var recorder: Recorder<Counter.Action, Counter>?

  init() throws {
    var configuration = RecorderConfiguration(
      clock: clock.recorderClock, sessionID: "1", detail: .actions())
    configuration.flushSchedule = flushes.schedule
    recorder = try Recorder(sink: sink, app: "Counter", configuration: configuration)
    recorder?.start(from: counter)
  }

  mutating func add() {
    recorder?.record(.add(1), into: &counter, reduce: Counter.reduce)
  }

  func log() throws -> Log { try Log(name: "log", bytes: sink.buffer.bytes) }
}

/// A buffer that notes each append, and can be made to fail.
private final class CountingSink: LogSink {
  let buffer = LogBuffer()
  let isBroken = Mutex(false)
  private let appends = Mutex<[String]>([])

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
  /// Which parts of actions' lines an append has.
  fileprivate var wordsOfLine: String {
    var words: [String] = []
    if contains("\"tookMs\"") { words.append("end") }
    if let match = firstMatch(of: #/"kind":"action","seq":(\d+)/#) {
      words.append("begin \(match.1)")
    }
    return words.joined(separator: ", ")
  }
}
