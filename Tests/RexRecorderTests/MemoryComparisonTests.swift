import Foundation
import RexJSON
import RexLocking
import RexLog
import RexRecorder
import RexTimeline
import TestSupport
import Testing

extension RecorderConfiguration {
  /// This configuration with or without comparing memory, whatever the environment says.
  func comparing(_ comparesMemory: Bool = true) -> RecorderConfiguration {
    var configuration = self
    configuration.comparesMemory = comparesMemory
    return configuration
  }
}

/// What the recorder finds out by comparing memory, and what it does without.
@Suite(.serialized) struct MemoryComparisonTests {
  @Test(arguments: [RecorderDetail.changes, .actions()])
  func theLogIsTheSameWithoutComparing(_ detail: RecorderDetail) throws {
    let logs = try [true, false].map { comparesMemory in
      let sink = LogBuffer()
      let recorder = try Recorder<Int, Moody>(
        sink: sink, app: "Moody",
        configuration: .init(
          clock: ManualClock().recorderClock, sessionID: "1", detail: detail, redaction: .none
        ).comparing(comparesMemory))
      var state = Moody(items: (0..<100).map { Moody.Item(number: $0) })
      for action in 0..<300 {
        recorder.record(action, into: &state) { state, action in
          state.items[action % state.items.count].number += action % 7
          if action.isMultiple(of: 50) { state.items.reverse() }
        }
        if action.isMultiple(of: 90) { state.items.removeLast() }
      }
      #expect(recorder.statistics.canReadTypes || !comparesMemory)
      return String(decoding: sink.bytes, as: UTF8.self)
    }
    #expect(logs[0] == logs[1])
    #expect(logs[0].split(separator: "\n").count > 300)
  }

  /// The first round begins at the start, the second at a later keyframe.
  @Test func aCorrectionSaysSinceWhenValuesMayBeStale() throws {
    Moody.mood.withLock { $0 = "calm" }
    let sink = LogBuffer()
    let recorder = try Recorder<Int, Moody>(
      sink: sink, app: "Moody", configuration: .init(redaction: .none).comparing())
    var state = Moody(items: (0..<100).map { Moody.Item(number: $0) })
    for action in 1...1500 {
      if action == 900 { Moody.mood.withLock { $0 = "angry" } }
      recorder.record(action, into: &state) { state, action in state.count = action }
    }
    recorder.close()
    let corrections = try actions(in: sink).filter { $0.type == "encodingCorrected" }
    let text = try #require(corrections.first?.payload.opaque)
    #expect(corrections.count == 1)
    let match = try #require(text.firstMatch(of: /may be stale since action ([0-9]+)$/))
    let since = try #require(Int(match.output.1))
    #expect(1..<900 ~= since, "\(text)")
    #expect(corrections[0].seq > 900)
  }

  @Test(arguments: [false, true], [0, 1000])
  func aKeyframeFollowsACorrectionThatIsLeftOut(inBackground: Bool, patchBytesMax: Int) throws {
    Moody.mood.withLock { $0 = "calm" }
    let sink = LogBuffer()
    // The patches of actions are whole, or are left out; that of the correction is left out.
    let recorder = try Recorder<Int, Moody>(
      sink: sink, app: "Moody", diffing: inBackground ? .inBackground : .inline,
      configuration: .init(patchBytesMax: patchBytesMax, redaction: .none).comparing())
    var state = Moody(items: (0..<100).map { Moody.Item(number: $0) })
    recorder.start(from: state)
    _ = recorder.statistics
    Moody.mood.withLock { $0 = "angry" }
    for action in 1...1000 { recorder.record(action, into: &state) { $0.count = $1 } }
    recorder.close()
    let log = try Log(checked: "log", bytes: sink.bytes)
    let corrections = try actions(in: sink).filter { $0.type == "encodingCorrected" }
    guard case .leftOut = corrections.first?.result?.change else {
      Issue.record("no correction was left out: \(corrections.map(\.result))")
      return
    }
    var timeline = Timeline(log)
    let last = try timeline.state(at: log.lastSeq)
    #expect(last["items"]?.array?.allSatisfy { $0.array?.last == "angry" } == true)
  }

  @Test func theWorkerChecksWhileItHasTime() throws {
    Moody.mood.withLock { $0 = "calm" }
    let sink = LogBuffer()
    // Every patch is too large, so that a keyframe follows, and with it a round.
    let recorder = try Recorder<Int, Moody>(
      sink: sink, app: "Moody", diffing: .inBackground,
      configuration: .init(patchBytesMax: 0, redaction: .none).comparing())
    var state = Moody(items: (0..<2000).map { Moody.Item(number: $0) })
    recorder.record(1, into: &state) { $0.count = $1 }
    _ = recorder.statistics
    Moody.mood.withLock { $0 = "angry" }
    recorder.record(2, into: &state) { $0.count = $1 }
    let clock = ContinuousClock()
    let end = clock.now + .seconds(20)
    while !String(decoding: sink.bytes, as: UTF8.self).contains("encodingCorrected") {
      guard clock.now < end else {
        Issue.record("no correction without a further action")
        return
      }
      Thread.sleep(forTimeInterval: 0.001)
    }
    recorder.close()
    #expect(try Log(checked: "log", bytes: sink.bytes).lastSeq == 3)
  }

  @Test func theBackgroundWritesTheStart() throws {
    let sink = LogBuffer()
    let recorder = try Recorder<Int, Moody>(
      sink: sink, app: "Moody", diffing: .inBackground, configuration: .init(redaction: .none))
    var state = Moody(items: (0..<2000).map { Moody.Item(number: $0) })
    recorder.start(from: state)
    recorder.start(from: Moody(items: []))
    recorder.record(1, into: &state) { $0.count = $1 }
    recorder.close()
    let log = try Log(checked: "log", bytes: sink.bytes)
    #expect(try log.lines().map(\.kind) == [.session, .keyframe, .action, .end])
  }
}

/// A state whose elements encode a text that is not part of them.
private struct Moody: Encodable {
  static let mood = Locked("calm")

  var items: [Item]
  var count = 0

  struct Item: Encodable {
    var number: Int
    var name = "an item"

    func encode(to encoder: any Encoder) throws {
      var container = encoder.unkeyedContainer()
      try container.encode(number)
      try container.encode(name)
      try container.encode(Moody.mood.withLock { $0 })
    }
  }
}
