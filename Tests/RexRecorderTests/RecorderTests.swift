import Foundation
import RexDiff
import RexJSON
import RexLocking
import RexLog
import RexRecorder
import RexStore
import RexTimeline
import TestSupport
import Testing

@Suite struct RecorderTests {
  @Test(
    arguments: [
      (19_800, "+05:30"), (-12_600, "-03:30"), (0, "Z"), (nil, nil),
    ] as [(Int?, String?)])
  func theSessionLineTellsTheTimeZoneOfTheClock(_ seconds: Int?, _ text: String?) throws {
    let zone = seconds.flatMap { TimeZone(secondsFromGMT: $0) }
    var clock = RecorderClock.ticking()
    #expect(clock.timeZone() == nil)
    clock.timeZone = { zone }
    let log = LogBuffer()
    let recorder = try Recorder<Counter.Action, Counter>(
      sink: log, app: "Counter", configuration: .init(clock: clock))
    recorder.close()
    #expect(try Log(checked: "log", bytes: log.bytes).session.timeZone == text)
    #expect(RecorderClock.system.timeZone() == TimeZone.current)
  }

  @Test func aRecordingConsistsOfTheseBytes() throws {
    let sink = LogBuffer()
    let recorder = try makeRecorder(sink)
    var state = Counter()
    recorder.record(.add(2), into: &state, source: Self.source, reduce: Counter.reduce)
    recorder.mark("here", data: ["why": "test"])
    recorder.record(.reset, into: &state, reduce: Counter.reduce)
    recorder.record(.reset, into: &state, reduce: Counter.reduce)
    recorder.close()
    #expect(
      Array(linesWithoutStatistics(of: sink).dropFirst()) == [
        #"{"kind":"keyframe","seq":0,"timeMs":1,"state":{"count":0}}"#,
        #"{"kind":"action","seq":1,"timeMs":1,"type":"add","action":{"add":{"_0":2}},"#
          + #""source":{"file":"App/View.swift","line":7,"function":"tap()"},"tookMs":1,"#
          + #""patch":[{"op":"replace","path":"/count","value":2}]}"#,
        #"{"kind":"mark","seq":1,"timeMs":5,"label":"here","data":{"why":"test"}}"#,
        #"{"kind":"action","seq":2,"timeMs":7,"type":"reset","action":{"reset":{}},"tookMs":1,"#
          + #""patch":[{"op":"replace","path":"/count","value":0}]}"#,
        #"{"kind":"action","seq":3,"timeMs":11,"type":"reset","action":{"reset":{}},"tookMs":1,"#
          + #""patch":[]}"#,
        #"{"kind":"end","seq":3,"timeMs":15,"reason":"closed"}"#,
      ])
  }

  @Test func theActionIsWrittenBeforeItsReducerRuns() throws {
    let sink = LogBuffer()
    let recorder = try makeRecorder(sink)
    var state = Counter()
    recorder.record(.add(2), into: &state) { state, action in
      let log = try? Log(name: "during", bytes: sink.bytes)
      #expect(log?.unfinished?.type == "add")
      #expect(log?.unfinished?.action == ["add": ["_0": 2]])
      Counter.reduce(&state, action)
    }
    #expect(state.count == 2)
  }

  @Test func theAppChangesItsArraysInPlace() throws {
    let recorder = try Recorder<Int, [String]>(sink: LogBuffer(), app: "List")
    var state = (0..<1000).map { "item \($0)" }
    var places: [UnsafePointer<String>?] = []
    for index in 0..<10 {
      recorder.record(index, into: &state) { state, index in state[index] = "changed" }
      places.append(state.withUnsafeBufferPointer(\.baseAddress))
    }
    // The first change copies the initial state's array; later ones do not.
    #expect(Set(places.dropFirst()).count == 1, "\(places)")
  }

  @Test func aReducersErrorIsRecordedAndRethrown() throws {
    struct Trouble: Error {}
    let sink = LogBuffer()
    let recorder = try makeRecorder(sink)
    var state = Counter()
    #expect(throws: Trouble.self) {
      try recorder.record(.add(2), into: &state) { state, _ in
        state.count = 9
        throw Trouble()
      }
    }
    let action = try #require(try actions(in: sink).first)
    #expect(action.result?.error == "Trouble()")
    #expect(action.result?.patch?.operations.first?.value == 9)
  }

  @Test(arguments: 0...2)
  func theMiddlewareIsExactAtAnyPosition(position: Int) throws {
    let sink = LogBuffer()
    let recorder = try makeRecorder(sink)
    var middlewares: [Middleware<Counter.Action, Counter>] = [
      makeMiddleware { dispatch, _, next, action in
        if case .add(1) = action { dispatch(.add(10)) }
        next(action)
        if case .add(1) = action { dispatch(.add(100)) }
      },
      makeMiddleware { _, _, next, action in
        if case .add(let count) = action { next(.add(count * 2)) } else { next(action) }
      },
    ]
    middlewares.insert(recorder.middleware, at: position)
    let store = Store(
      initialState: Counter(), reducer: Reducer { Counter.reduce(&$1, $0) },
      middlewares: middlewares)
    store.dispatch(.add(1), info: "tap")
    store.replaceState(Counter(count: 5))
    store.dispatch(.reset)
    recorder.close()

    let actions = try actions(in: sink)
    #expect(actions.map(\.type) == ["add", "add", "add", "replaceState", "reset"])
    #expect(actions.map { $0.result?.patch?.operations.first?.value } == [2, 22, 222, 5, 0])
    #expect(actions[0].source?.info == "tap")
    #expect(actions[0].source?.file.hasSuffix("RecorderTests.swift") == true)
  }

  @Test func manyThreadsAreRecordedInTheOrderOfReduction() async throws {
    let sink = LogBuffer()
    let recorder = try makeRecorder(sink)
    let store = Store(
      initialState: Counter(), reducer: Reducer { Counter.reduce(&$1, $0) },
      middlewares: [recorder.middleware])
    let count = isLongRun ? 125_000 : 100
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for _ in 0..<count { store.dispatch(.add(thread + 1)) }
    }
    await store.settled()
    recorder.close()
    let actions = try actions(in: sink)
    #expect(actions.map(\.seq) == Array(1...8 * count))
    var sum = 0
    for action in actions {
      guard case .action(let json) = action.payload else { continue }
      sum += try #require(json["add"]?["_0"]?.number?.exactly(Int.self))
      let recorded = action.result?.patch?.operations.first?.value?.number?.exactly(Int.self)
      try #require(recorded == sum)
    }
    #expect(store.state.count == sum)
  }

  @Test func keyframesAreSpacedByBytes() throws {
    let sink = LogBuffer()
    let recorder = try makeRecorder(sink)
    var state = Counter()
    for _ in 0..<1000 { recorder.record(.add(1), into: &state, reduce: Counter.reduce) }
    let keyframes = try Log(checked: "many", bytes: sink.bytes).lines().filter {
      $0.kind == .keyframe
    }
    let spans = zip(keyframes, keyframes.dropFirst()).map {
      $1.range.lowerBound - $0.range.upperBound
    }
    #expect(!spans.isEmpty && spans.allSatisfy { (16_384...17_000).contains($0) })
  }

  @Test func aFileIsNeverOverwrittenAndOnlyItsOwnerCanReadIt() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let app = "Counter"
    let recorder = try Recorder<Counter.Action, Counter>(path: path, app: app)
    recorder.close()
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(throws: LogError.self) { try Recorder<Counter.Action, Counter>(path: path, app: app) }
    #expect(try Log(checkedPath: path).isComplete)
  }

  @Test func onlyAnEnumsCasesAreLabels() throws {
    struct Wrapped: Encodable { var user = ["name": "Ada"] }
    enum Reset: String, Encodable { case now }
    for (action, type) in [
      (Wrapped() as any Encodable, "Wrapped"), ("text", "String"), (Reset.now, "now"),
      (Counter.Action.add(1), "add"),
    ] {
      let sink = LogBuffer()
      let recorder = try Recorder<any Encodable, Int>(sink: sink, app: "Labels")
      var state = 0
      recorder.record(action, into: &state) { state, _ in state += 1 }
      #expect(try actions(in: sink).map(\.type) == [type])
    }
  }

  @Test func callsInsideAReducerAreWrittenAfterItsLine() throws {
    let sink = LogBuffer()
    let recorder = try makeRecorder(sink)
    var state = Counter()
    recorder.record(.add(1), into: &state) { state, action in
      recorder.mark("inside")
      recorder.close(reason: "done")
      Counter.reduce(&state, action)
    }
    let log = try Log(checked: "log", bytes: sink.bytes)
    #expect(try log.lines().map(\.kind) == [.session, .keyframe, .action, .mark, .end])
  }

  @Test func aDeepStateThatIsWrittenCanBeRead() throws {
    indirect enum Nest: Encodable {
      case leaf
      case node(Nest)

      func encode(to encoder: any Encoder) throws {
        var container = encoder.unkeyedContainer()
        if case .node(let inner) = self { try container.encode(inner) }
      }
    }
    var nest = Nest.leaf
    for _ in 1..<JSONLimits.valueDepthMax { nest = .node(nest) }
    let sink = LogBuffer()
    let recorder = try Recorder<Int, Nest>(sink: sink, app: "Nest")
    var state = Nest.leaf
    recorder.record(1, into: &state) { state, _ in state = nest }
    recorder.close()
    #expect(recorder.failure == nil)
    #expect(try Log(checked: "deep", bytes: sink.bytes).lastSeq == 1)
  }

  @Test func anImpureEncodingIsCorrected() throws {
    let sink = LogBuffer()
    let recorder = try Recorder<Int, Moody>(
      sink: sink, app: "Moody", configuration: .init().comparing())
    var state = Moody(items: Array(repeating: .init(), count: 100))
    recorder.record(0, into: &state) { state, action in state.count = action }
    Moody.mood.withLock { $0 = "angry" }
    for action in 1...400 {
      recorder.record(action, into: &state) { state, action in state.count = action }
    }
    recorder.close()
    let types = try actions(in: sink).map(\.type)
    #expect(types.contains("encodingCorrected"))
    #expect(!recorder.statistics.distrustedTypes.isEmpty)
    var timeline = Timeline(try Log(checked: "moody", bytes: sink.bytes))
    let last = try timeline.state(at: timeline.log.lastSeq)
    #expect(last["items"]?.array?.allSatisfy { $0["mood"] == "angry" } == true)
    guard case .closed(let end) = timeline.log.ending else {
      Issue.record("the log is not closed")
      return
    }
    #expect(end.statistics?.distrustedTypes == recorder.statistics.distrustedTypes)
  }

  static let source = ActionSource(file: "App/View.swift", function: "tap()", line: 7)
}

/// A state whose encoding depends on something other than its value.
private struct Moody: Encodable {
  static let mood = Locked("calm")

  var items: [Item]
  var count = 0

  struct Item: Encodable {
    var name = "item"

    func encode(to encoder: any Encoder) throws {
      try ["name": name, "mood": Moody.mood.withLock { $0 }].encode(to: encoder)
    }
  }
}

struct Counter: Codable, Equatable, Sendable {
  var count = 0

  enum Action: Codable, Sendable {
    case add(Int)
    case reset
  }

  static func reduce(_ state: inout Counter, _ action: Action) {
    switch action {
    case .add(let count): state.count += count
    case .reset: state.count = 0
    }
  }
}

extension RecorderClock {
  /// A clock that returns 0, 1, 2, … ms.
  static func ticking() -> RecorderClock {
    let ticks = Ticks()
    return RecorderClock(date: { Date(timeIntervalSince1970: 0) }, monotonicMs: { ticks.next() })
  }
}

private final class Ticks: Sendable {
  private let value = Locked(-1.0)

  func next() -> Double {
    value.withLock { value in
      value += 1
      return value
    }
  }
}

func makeRecorder(_ sink: LogBuffer) throws -> Recorder<Counter.Action, Counter> {
  try Recorder(
    sink: sink, app: "Counter",
    configuration: .init(clock: .ticking(), sessionID: "1"))
}

func actions(in sink: LogBuffer) throws -> [LogAction] {
  let log = try Log(checked: "log", bytes: sink.bytes)
  return try log.lines().compactMap(\.action)
}
