import Foundation
import RexJSON
import RexLocking
import RexLog
import RexRecorder
import RexTimeline
import TestSupport
import Testing

/// Diffing in the background gives the same log, and at most one patch is pending.
@Suite struct BackgroundTests {
  @Test func theLogEqualsThatOfInlineDiffing() throws {
    let logs = try [false, true].map { isInBackground in
      try recording(of: Shelf(), inBackground: isInBackground) { recorder in
        var shelf = Shelf()
        for number in 0..<200 {
          recorder.record(number, into: &shelf, reduce: Shelf.reduce)
          if number.isMultiple(of: 7) { recorder.mark("mark", data: number) }
          if number == 50 { shelf.title = "changed outside" }
          if number == 60 {
            shelf = Shelf()
            recorder.recordReplacement(by: shelf)
          }
          if number == 70 { recorder.pause() }
          if number == 80 { recorder.resume() }
        }
      }
    }
    // The session line says how states were diffed, and the last one counts its bytes.
    let lines = logs.map { $0.text.split(separator: "\n") }
    #expect(lines[0].dropLast()[1...] == lines[1].dropLast()[1...])
    #expect(lines[0][0] == lines[1][0].replacing(#","diffing":"background""#, with: ""))
    #expect(try logs[0].log.lines().count { $0.kind == .gap } == 1)
  }

  @Test func theNextActionWaitsForThePatchOfTheLast() throws {
    let gate = Gate()
    let recorder = try makeRecorder(LogBuffer(), of: Guarded.self)
    var state = Guarded(count: 0, gate: gate)
    recorder.start(from: state)
    recorder.record(1, into: &state) { state, count in
      state.count = count
      gate.close()
    }
    let isRecorded = Locked(false)
    let second = Thread { [state] in
      var state = state
      recorder.record(2, into: &state) { $0.count = $1 }
      isRecorded.withLock { $0 = true }
    }
    second.start()
    Thread.sleep(forTimeInterval: 0.05)
    #expect(!isRecorded.withLock { $0 })
    gate.open()
    while !second.isFinished { Thread.sleep(forTimeInterval: 0.001) }
    #expect(recorder.statistics.actionCount == 2)
  }

  @Test func theActionIsWrittenBeforeItsReducerRuns() throws {
    let sink = LogBuffer()
    let recorder = try makeRecorder(sink, of: Shelf.self)
    var shelf = Shelf()
    for number in 0..<10 {
      recorder.record(number, into: &shelf) { shelf, number in
        let log = try? Log(name: "during", bytes: sink.bytes)
        #expect(log?.lastSeq == number, "the patch of the one before is there, too")
        #expect(log?.unfinished?.type == "Int")
        Shelf.reduce(&shelf, number)
      }
    }
  }

  @Test func theAppChangesItsArraysInPlace() throws {
    let recorder = try makeRecorder(LogBuffer(), of: Shelf.self)
    var shelf = Shelf()
    var places: Set<UnsafePointer<String>?> = []
    for number in 0..<10 {
      recorder.record(number, into: &shelf, reduce: Shelf.reduce)
      // Reading the statistics waits until the state is compared.
      #expect(recorder.statistics.actionCount == number + 1)
      if number > 0 { places.insert(shelf.books.withUnsafeBufferPointer(\.baseAddress)) }
    }
    #expect(places.count == 1)
  }

  @Test func changesOfReferencedMemoryBelongToTheNextAction() throws {
    let (log, _) = try recording(of: Shelf(), inBackground: true) { recorder in
      var shelf = Shelf()
      recorder.record(0, into: &shelf, reduce: Shelf.reduce)
      recorder.record(1, into: &shelf, reduce: Shelf.reduce)
      _ = recorder.statistics
      shelf.books[50] = "changed in place"
      recorder.record(2, into: &shelf, reduce: Shelf.reduce)
      shelf.title = "changed in the state itself"
      recorder.record(3, into: &shelf, reduce: Shelf.reduce)
    }
    #expect(log.session.isDiffedInBackground)
    #expect(try log.types() == ["Int", "unrecordedChange"])
    var timeline = Timeline(log)
    #expect(try timeline.state(at: 3)["books"]?.array?[50] == "changed in place")
    #expect(try timeline.state(at: 4)["title"] == "changed in the state itself")
    #expect(try timeline.state(at: 5)["books"]?.array?[3] == "book 3 read")
  }

  @Test func aFailureOnTheOtherThreadIsReported() throws {
    struct Unwilling: Error {}
    struct Picky: Encodable {
      var count = 0
      func encode(to encoder: any Encoder) throws {
        if count == 2 { throw Unwilling() }
        try count.encode(to: encoder)
      }
    }
    let told = DispatchSemaphore(value: 0)
    let known = Known<Recorder<Int, Picky>>()
    let recorder = try makeRecorder(LogBuffer(), of: Picky.self) { configuration in
      configuration.onFailure = { _ in
        // The app may read the recorder here.
        if known.value?.failure != nil { told.signal() }
      }
    }
    known.value = recorder
    var state = Picky()
    for count in 1...3 { recorder.record(count, into: &state) { $0.count = $1 } }
    #expect(told.wait(timeout: .now() + 20) == .success)
    #expect(state.count == 3)
    known.value = nil
  }

  @Test func encodingMayReadTheRecorder() throws {
    struct Nosy: Encodable {
      var count = 0
      let recorder: @Sendable () -> Recorder<Int, Nosy>?
      func encode(to encoder: any Encoder) throws {
        // Meanwhile, the next action starts, and waits while it holds the recorder's lock.
        Thread.sleep(forTimeInterval: 0.002)
        let recorder = recorder()
        recorder?.mark("does nothing")
        _ = recorder?.statistics
        recorder?.detail = .changes
        var copy = self
        recorder?.record(-1, into: &copy) { $0.count = $1 }
        #expect(recorder == nil || copy.count == -1, "the reducer runs all the same")
        try count.encode(to: encoder)
      }
    }
    let known = Known<Recorder<Int, Nosy>>()
    let sink = LogBuffer()
    let recorder = try makeRecorder(sink, of: Nosy.self)
    known.value = recorder
    var state = Nosy { known.value }
    for count in 1...20 {
      recorder.record(count, into: &state) { $0.count = $1 }
      // Time for the other thread to start.
      Thread.sleep(forTimeInterval: 0.001)
    }
    recorder.close()
    known.value = nil
    let log = try Log(checked: "log", bytes: sink.bytes)
    #expect(try (log.lastSeq, log.lines().count { $0.kind == .mark }) == (20, 0))
  }

  @Test func pendingWorkIsWrittenAfterTheRecorderIsReleased() throws {
    for _ in 0..<50 {
      let sink = LogBuffer()
      var recorder: Recorder? = try makeRecorder(sink, of: Shelf.self)
      var shelf = Shelf()
      recorder?.record(0, into: &shelf, reduce: Shelf.reduce)
      recorder = nil
      let end = Date(timeIntervalSinceNow: 20)
      while try Log(checked: "log", bytes: sink.bytes).unfinished != nil, Date() < end {
        Thread.sleep(forTimeInterval: 0.001)
      }
      #expect(try Log(checked: "log", bytes: sink.bytes).lastSeq == 1)
    }
  }

  @Test func theOtherThreadsTimeIsCountedSeparately() throws {
    let clock = ManualClock()
    struct Slow: Encodable {
      var count = 0
      let clock: ManualClock
      func encode(to encoder: any Encoder) throws {
        clock.advance(byMs: 100)
        try count.encode(to: encoder)
      }
    }
    let recorder = try makeRecorder(LogBuffer(), of: Slow.self) {
      $0.clock = clock.recorderClock
    }
    var state = Slow(clock: clock)
    recorder.start(from: state)
    while clock.recorderClock.monotonicMs() < 100 { Thread.sleep(forTimeInterval: 0.001) }
    recorder.record(1, into: &state) { $0.count = $1 }
    // The search for a change from outside takes 100 ms. The other thread took 100 for the start,
    // and takes another 100, during which nothing reads the recorder.
    while clock.recorderClock.monotonicMs() < 300 { Thread.sleep(forTimeInterval: 0.001) }
    let statistics = recorder.statistics
    #expect((statistics.ownMs, statistics.backgroundMs) == (100, 200))
    #expect(statistics.reducersMs == 0)
  }

  @Test func manyThreadsAreRecordedInTheOrderOfReduction() throws {
    let sink = LogBuffer()
    let recorder = try makeRecorder(sink, of: Counter.self)
    let counter = Locked(Counter())
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for _ in 0..<200 {
        _ = counter.withLock { recorder.record(thread, into: &$0) { $0.count += $1 } }
      }
    }
    recorder.close()
    let log = try Log(checked: "log", bytes: sink.bytes)
    var timeline = Timeline(log)
    #expect(log.lastSeq == 1600)
    #expect(try timeline.state(at: 1600) == ["count": 5600])
  }
}

/// A recorder that diffs in the background.
private func makeRecorder<State: Encodable & Sendable>(
  _ sink: LogBuffer, of type: State.Type, inBackground: Bool = true,
  _ change: (inout RecorderConfiguration) -> Void = { _ in }
) throws -> Recorder<Int, State> {
  var configuration = RecorderConfiguration(clock: ManualClock().recorderClock, sessionID: "1")
    .comparing()
  change(&configuration)
  return try Recorder(
    sink: sink, app: "Test", diffing: inBackground ? .inBackground : .inline,
    configuration: configuration)
}

/// The closed log of what a body records.
private func recording<State: Encodable & Sendable>(
  of state: State, inBackground: Bool, _ body: (Recorder<Int, State>) -> Void
) throws -> (log: Log, text: String) {
  let sink = LogBuffer()
  let recorder = try makeRecorder(sink, of: State.self, inBackground: inBackground)
  recorder.start(from: state)
  body(recorder)
  recorder.close()
  return (try Log(checked: "log", bytes: sink.bytes), String(decoding: sink.bytes, as: UTF8.self))
}

/// A state with an array that the encoder copies when it changes.
private struct Shelf: Codable {
  var title = "shelf"
  var books = (0..<200).map { "book \($0)" }

  static func reduce(_ shelf: inout Shelf, _ number: Int) { shelf.books[number] += " read" }
}

/// A state whose encoding waits while its gate is closed.
private struct Guarded: Encodable {
  var count: Int
  let gate: Gate

  func encode(to encoder: any Encoder) throws {
    gate.pass()
    try count.encode(to: encoder)
  }
}

private final class Gate: Sendable {
  private let isClosed = Locked(false)

  func close() { isClosed.withLock { $0 = true } }
  func open() { isClosed.withLock { $0 = false } }
  func pass() { while isClosed.withLock({ $0 }) { Thread.sleep(forTimeInterval: 0.001) } }
}

/// Passes a recorder to the values that it records.
private final class Known<Value: Sendable>: Sendable {
  private let held = Locked<Value?>(nil)

  var value: Value? {
    get { held.withLock { $0 } }
    set { held.withLock { $0 = newValue } }
  }
}
