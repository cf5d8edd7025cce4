import Dispatch
import Foundation
import RexLocking
import RexLog
import RexRecorder
import TestSupport
import Testing

/// Each action's line names the action that caused it, if the app passes or inherits the cause.
@Suite struct CauseTests {
  private let sink = LogBuffer()
  private let recorder: Recorder<Int, Int>

  init() throws { recorder = try Recorder(sink: sink, app: "Sum") }

  /// Records an addition to a state that is not used.
  @discardableResult
  private func add(_ number: Int, to recorder: Recorder<Int, Int>? = nil) -> Int? {
    var state = 0
    let recorder = recorder ?? self.recorder
    return recorder.record(number, into: &state) { state, _ in state = 0 }
  }

  @Test func recordReturnsTheNumberForWithCause() throws {
    let first = add(10)
    recorder.withCause(first) {
      add(20)
      recorder.withCause(add(30)) { add(40) }
      add(50)
    }
    add(60)
    #expect(try causes(in: sink) == ["1", "2←1", "3←1", "4←3", "5←1", "6"])
  }

  @Test func aClosureIsGivenTheNumberOfItsAction() throws {
    var state = 0
    let effect = recorder.record(10, into: &state) { state, action, seq in
      state += action
      return Caused("load", by: seq)
    }
    #expect(effect == Caused("load", by: 1))
    let total = recorder.record(20, into: &state) { state, action in
      state += action
      return state
    }
    #expect(total == 30)
    recorder.withCause(effect.cause) { add(30) }
    #expect(try causes(in: sink).last == "4←1")
  }

  @Test func tasksInheritTheCauseAndDetachedOnesDoNot() async throws {
    await recorder.withCause(add(10)) {
      await Task.yield()
      add(20)
      _ = await Task { add(30) }.value
      async let sibling = Task { @MainActor in add(40) }.value
      _ = await sibling
      await Task.detached { [recorder] in
        var state = 0
        recorder.record(50, into: &state) { state, _ in state = 0 }
      }.value
    }
    #expect(try causes(in: sink) == ["1", "2←1", "3←1", "4←1", "5"])
  }

  @Test func queuesAndThreadsHaveToBeGivenTheCause() throws {
    recorder.withCause(add(10)) {
      let cause = recorder.currentCause
      DispatchQueue(label: "elsewhere").sync {
        let thread = Thread { [recorder] in
          var state = 0
          recorder.record(20, into: &state) { state, _ in state = 0 }
          recorder.withCause(cause) {
            _ = recorder.record(30, into: &state) { state, _ in state = 0 }
          }
        }
        thread.start()
        while !thread.isFinished { Thread.sleep(forTimeInterval: 0.001) }
      }
    }
    #expect(try causes(in: sink) == ["1", "2", "3←1"])
  }

  @Test(arguments: [Int.min, -1, 0, 2, 999, Int.max])
  func aNumberThatCannotBeTheCauseIsNotWritten(_ number: Int) throws {
    add(10)
    recorder.withCause(number) { add(20) }
    #expect(try causes(in: sink) == ["1", "2"])
  }

  @Test func anUnrecordedActionPassesOnItsOwnCause() throws {
    recorder.withCause(add(10)) {
      recorder.pause()
      let paused = add(20)
      #expect(paused == nil)
      recorder.withCause(paused) {
        recorder.resume()
        add(30)
      }
    }
    #expect(try causes(in: sink) == ["1", "3←1"])
  }

  @Test func anActionInsideAReducerHasNoNumber() throws {
    var state = 0
    recorder.record(10, into: &state) { state, _ in
      var inner = 0
      let seq = recorder.record(20, into: &inner) { inner, _ in inner = 1 }
      #expect(seq == nil)
    }
    #expect(try causes(in: sink) == ["1"])
  }

  @Test func recordersDoNotTakeEachOthersCauses() throws {
    let otherSink = LogBuffer()
    let other = try Recorder<Int, Int>(sink: otherSink, app: "Other")
    add(0, to: other)
    recorder.withCause(add(10)) {
      let seq = add(1, to: other)
      other.withCause(seq) {
        add(20)
        add(2, to: other)
      }
    }
    #expect(try causes(in: sink) == ["1", "2←1"])
    #expect(try causes(in: otherSink) == ["1", "2", "3←2"])
  }

  @Test func aDisabledRecorderRunsTheClosures() async {
    let disabled = Recorder<Int, Int>.disabled
    #expect(add(10, to: disabled) == nil)
    #expect(disabled.withCause(7) { disabled.currentCause } == nil)
    #expect(disabled.handling { 8 } == 8)
    #expect(await disabled.withCause(7) { await Task { 9 }.value } == 9)
    #expect(await disabled.handling { await Task { 9 }.value } == 9)
  }

  @Test func errorsPassThroughEveryForm() async throws {
    struct Refused: Error {}
    #expect(throws: Refused.self) { try recorder.withCause(1) { throw Refused() } }
    #expect(throws: Refused.self) { try recorder.handling { throw Refused() } }
    await #expect(throws: Refused.self) {
      try await recorder.withCause(1) {
        await Task.yield()
        throw Refused()
      }
    }
  }

  @Test func anEndlessChainNeedsNoMemoryForItsCauses() async throws {
    final class Chain: Sendable {
      let recorder: Recorder<Int, Int>
      let left = Locked(20_000)
      init(_ recorder: Recorder<Int, Int>) { self.recorder = recorder }

      func run() async {
        await withCheckedContinuation { done in step(done) }
      }

      func step(_ done: CheckedContinuation<Void, Never>) {
        let isLast = left.withLock {
          $0 -= 1
          return $0 == 0
        }
        if isLast { return done.resume() }
        recorder.handling {
          var state = 0
          recorder.record(1, into: &state) { state, _ in state = 0 }
          Task { step(done) }
        }
      }
    }
    // Inside an action whose handling lasts until the end.
    await recorder.handling { await Chain(recorder).run() }
    let log = try Log(name: "log", bytes: sink.bytes)
    #expect(log.lastSeq == 19_999)
    #expect(try log.action(19_999, [])?.cause == 19_998)
  }

  @Test func causesAreKeptAcrossSegmentsAndInExports() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let copy = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer {
      try? FileManager.default.removeItem(at: folder)
      try? FileManager.default.removeItem(at: copy)
    }
    let recorder = try Recorder<Int, Int>(
      folder: folder.path, app: "Sum", segments: Segments(each: .bytes(1)))
    let first = add(1, to: recorder)
    for number in 2...5 { recorder.withCause(first) { _ = add(number, to: recorder) } }
    recorder.close()
    try recorder.export(to: copy.path)
    let expected = ["1", "2←1", "3←1", "4←1", "5←1"]
    #expect(try causes(in: Log(path: folder.path)) == expected)
    #expect(try causes(in: Log(path: copy.path)) == expected)
  }
}

extension CauseTests {
  @Test func theFirstMiddlewareSaysWhichActionIsHandled() throws {
    var chain: ((Int) -> Void)?
    let last = { (action: Int) in
      // The chain dispatches before and after the reducer, and drops 3.
      if action == 2 { chain?(20) }
      if action == 3 { return chain?(30) ?? () }
      add(action)
      if action == 1 { chain?(2) }
      if action == 2 { chain?(3) }
    }
    chain = { action in recorder.handling { last(action) } }
    for action in [1, 7] { chain?(action) }
    // 20 was dispatched before 2 had a number; 30 was dispatched by 3, which was dropped.
    #expect(try actions(in: sink) == ["1", "20←1", "2←1", "30←3", "7"])
  }

  @Test func theCurriedMiddlewareRecordsCauses() throws {
    let state = Locked(0)
    var chain: ((Int) -> Void)?
    let look = recorder.curriedMiddleware()({ _ in }, { state.withLock { $0 } })({ action in
      state.withLock { $0 += action }
    })
    chain = { action in
      recorder.handling {
        look(action)
        if action < 3 { chain?(action + 1) }
      }
    }
    for action in [1, 7] { chain?(action) }
    recorder.withCause(1) { look(9) }
    #expect(try actions(in: sink) == ["1", "2←1", "3←2", "7", "9←1"])
  }
}

/// The numbers of a log's actions with their causes: `2←1`.
func causes(in sink: LogBuffer) throws -> [String] {
  try causes(in: Log(name: "log", bytes: sink.bytes))
}

/// The numbers of a log's actions with their causes: `2←1`.
func causes(in log: Log) throws -> [String] {
  try log.lines().compactMap(\.action).map { action in
    "\(action.seq)" + (action.cause.map { "←\($0)" } ?? "")
  }
}

/// The actions of a log, which are numbers, with the numbers of their causes: `20←1`.
private func actions(in sink: LogBuffer) throws -> [String] {
  try Log(name: "log", bytes: sink.bytes).lines().compactMap(\.action).map { action in
    guard case .action(let payload) = action.payload else { return action.type }
    return "\(payload)" + (action.cause.map { "←\($0)" } ?? "")
  }
}
