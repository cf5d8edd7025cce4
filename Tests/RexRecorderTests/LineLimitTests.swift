import Foundation
import RexActions
import RexDiff
import RexJSON
import RexLog
import TestSupport
import Testing

@testable import RexRecorder

/// What is longer than a reader takes is cut or left out, and recording goes on.
@Suite struct LineLimitTests {
  @Test(arguments: [-1, 0, 1, 1000], [RecorderDetail.changes, .actions()])
  func aLongNumberIsLeftOut(_ excess: Int, _ detail: RecorderDetail) throws {
    let count = JSONLimits.standard.numberBytesMax + excess
    let number = try #require(JSONNumber(text: "-" + String(repeating: "7", count: count - 1)))
    let json: JSON = ["a": [.number(number)]]
    let log = try record(detail: detail) { recorder, state in
      recorder.record(json, into: &state) { state, json in
        state = Inputs().value("json") { json }
      }
      recorder.mark("here", data: json)
    }
    let marker = JSON.string("left out: a number of \(count - 1) digits")
    let shown: JSON = excess > 0 ? ["a": [marker]] : json
    let action = try #require(try log.lines().compactMap(\.action).first)
    #expect(action.payload == .action(shown))
    #expect(action.inputs == [["value": ["json": shown]]])
    #expect(try log.lines().compactMap(\.mark?.data) == [shown])
    if detail == .changes {
      #expect(action.result?.patch?.operations == [.replace(JSONPointer(), shown)])
    }
  }

  @Test func theFormatHasTheLimits() throws {
    let path = Fixture.repository.appending(path: "docs/reference/log-format.md")
    let rows = try String(contentsOf: path, encoding: .utf8).split(separator: "\n")
    for (row, limit) in [
      ("a number", JSONLimits.standard.numberBytesMax),
      ("an action's `type`", LineLimits.nameBytesMax),
      ("a `session` or `end` line", LineLimits.reasonBytesMax),
      ("other texts", LineLimits.textBytesMax),
    ] {
      let number = limit.formatted(.number.locale(Locale(identifier: "en_US")))
      #expect(rows.contains { $0.hasPrefix("| \(row)") && $0.contains(" \(number) bytes") })
    }
  }

  @Test func namesAndReasonsAreCut() throws {
    let text = String(repeating: "\u{1}", count: 100_000)
    var configuration = RecorderConfiguration.quiet
    (configuration.appVersion, configuration.appBuild) = (text, text)
    configuration.sessionID = text
    let sink = LogBuffer()
    let recorder = try Recorder<JSON, JSON>(sink: sink, app: text, configuration: configuration)
    var state = JSON.null
    let source = ActionSource(file: text, function: text, line: .max, info: text)
    recorder.record(1, into: &state, source: source) { state, action in state = action }
    recorder.mark(text)
    recorder.close(reason: text)
    let log = try Log(checked: "log", bytes: sink.bytes)
    let name = String(repeating: "\u{1}", count: 1021)
    #expect(log.session.app == .init(name: name + "…", version: name + "…", build: name + "…"))
    #expect(log.session.id == name + "…")
    guard case .closed(let end) = log.ending else {
      Issue.record("the end line is not read")
      return
    }
    #expect(end.reason.utf8.count == 4096)
    let action = try #require(try log.lines().compactMap(\.action).first?.source)
    #expect([action.file, action.function] == [name + "…", name + "…"])
    #expect(action.info?.utf8.count == 65_536)
    #expect(try log.lines().compactMap(\.mark?.label) == [name + "…"])
  }

  @Test func longErrorsAreCut() throws {
    struct Long: Error, CustomStringConvertible {
      var description: String { String(repeating: "é", count: 1 << 20) }
    }
    let log = try record { recorder, state in
      #expect(throws: Long.self) {
        try recorder.record(1, into: &state) { (_, _) throws in throw Long() }
      }
    }
    let error = try log.lines().compactMap(\.action).first?.result?.error
    #expect(error == String(repeating: "é", count: 32_766) + "…")
  }

  @Test func largeDataOfAMarkIsLeftOut() throws {
    let text = String(repeating: "a", count: 2 << 20)
    let log = try record { recorder, _ in
      recorder.mark("large", data: text)
      recorder.mark("small", data: "a")
    }
    let data = try log.lines().compactMap(\.mark?.data)
    #expect(data == ["left out: 2097154 bytes, more than 1048576", "a"])
  }

  @Test func aLongRegisteredNameIsCut() throws {
    struct Step: Codable {}
    let name = String(repeating: "n", count: 3000)
    let sink = LogBuffer()
    let recorder = try Recorder<Step, Int>(
      sink: sink, app: "Long", actions: ActionRegistry(names: [name: Step.self]))
    var count = 0
    recorder.record(Step(), into: &count) { count, _ in count += 1 }
    recorder.close()
    let log = try Log(checked: "log", bytes: sink.bytes)
    #expect(try log.types() == [String(repeating: "n", count: 1021) + "…"])
  }

  @Test func aLongReasonOfAGapIsCut() throws {
    let sink = Jammed()
    let recorder = try Recorder<JSON, JSON>(sink: sink, app: "Gap", configuration: .quiet)
    var state = JSON.null
    for step in 0..<4 {
      if step == 1 { sink.isJammed = true }
      recorder.record(.integer(step), into: &state) { state, action in state = action }
    }
    sink.isJammed = false
    recorder.close()
    let log = try Log(checked: "log", bytes: sink.buffer.bytes)
    let gaps = try log.lines().compactMap { if case .gap(let gap) = $0.entry { gap } else { nil } }
    #expect(gaps.map(\.reason.utf8.count) == [4096])
  }

  /// The memory of a value can be many times its text.
  @Test(.enabled(if: isGateRun)) func aPayloadThatNeedsMuchMemoryIsLeftOut() throws {
    var configuration = RecorderConfiguration.quiet
    configuration.actionBytesMax = 1 << 26
    let sink = LogBuffer()
    let recorder = try Recorder<JSON, Int>(sink: sink, app: "Large", configuration: configuration)
    var count = 0
    for elements in [200_000, 2_000_000] {
      let action = JSON.array(Array(repeating: [], count: elements))
      recorder.record(action, into: &count) { count, _ in count += 1 }
    }
    recorder.close()
    let log = try Log(checked: "log", bytes: sink.bytes)
    let payloads = try log.lines().compactMap(\.action?.payload.opaque)
    #expect(payloads == ["6000001 bytes, more than a log's line can hold"])
  }

  /// A payload, inputs and a patch that a line could contain alone, but not together.
  @Test(.enabled(if: isGateRun)) func aLineHasRoomForAllItsParts() throws {
    let part = JSON.array(Array(repeating: [], count: 349_000))
    let log = try record { recorder, state in
      recorder.record(part, into: &state) { state, _ in
        _ = Inputs().value("part") { part }
        state = .array(Array(repeating: [], count: 1_300_000))
      }
    }
    let action = try #require(try log.lines().compactMap(\.action).first)
    #expect(action.payload == .action(part) && action.inputs.count == 1)
    guard case .leftOut(let leftOut) = action.result?.change else {
      Issue.record("the patch is left out")
      return
    }
    #expect(leftOut.byteCount > 3_900_000)
  }

  @Test(.enabled(if: isLongRun), arguments: [RecorderDetail.changes, .actions()])
  func aVeryLongArrayIsLeftOut(_ detail: RecorderDetail) throws {
    let sink = LogBuffer()
    let recorder = try Recorder<Int, [String: [UInt8]]>(
      sink: sink, app: "Bytes", configuration: RecorderConfiguration(detail: detail))
    var state: [String: [UInt8]] = [:]
    for count in [6_000_000, 3, 6_000_000] {
      recorder.record(count, into: &state) { $0["a"] = Array(repeating: 7, count: $1) }
    }
    recorder.recordReplacement(by: state)
    recorder.close()
    let log = try Log(checked: "log", bytes: sink.bytes)
    let text = String(decoding: sink.bytes, as: UTF8.self)
    #expect(text.contains(#""left out: 6000000 elements, more than a log's line can hold""#))
    #expect(log.byteCount < 10_000)
  }

  /// Two million empty arrays need 144 MB of memory, and 6 MB of text.
  @Test(arguments: [RecorderDetail.changes, .actions(keyframeEvery: 1)])
  func aStateThatNoLineHoldsIsLeftOut(_ detail: RecorderDetail) throws {
    let log = try record(detail: detail) { recorder, state in
      recorder.record(1, into: &state) { state, _ in
        state = .array(Array(repeating: [], count: 2_000_000))
      }
      if detail != .changes { recorder.recordReplacement(by: state) }
      for number in 0..<200 {
        recorder.record(2, into: &state) { state, _ in state = .string("small \(number)") }
      }
    }
    let states = try log.lines().compactMap(\.keyframe?.state)
    let leftOut = JSON.string("left out: the state is more than a log's line can hold")
    #expect(states.contains(leftOut))
    #expect(states.last?.string?.hasPrefix("small") == true)
    let types = try log.lines().compactMap(\.action?.type)
    #expect(types.count { $0 == "stateLeftOut" } == (detail == .changes ? 1 : 0))
  }

  private func record(
    detail: RecorderDetail = .changes,
    _ body: (Recorder<JSON, JSON>, inout JSON) throws -> Void
  ) throws -> Log {
    let sink = LogBuffer()
    var configuration = RecorderConfiguration.quiet
    configuration.detail = detail
    let recorder = try Recorder<JSON, JSON>(
      sink: sink, app: "Limits", configuration: configuration)
    var state = JSON.null
    try body(recorder, &state)
    recorder.close()
    return try Log(checked: "log", bytes: sink.bytes)
  }
}

/// A buffer that can fail, with a long description.
private final class Jammed: LogSink {
  let buffer = LogBuffer()
  nonisolated(unsafe) var isJammed = false

  func append(_ bytes: [UInt8]) throws(LogError) {
    if isJammed {
      let operation = String(repeating: "write ", count: 2000)
      throw LogError(.system(operation: operation, code: 5), log: "jammed")
    }
    buffer.append(bytes)
  }

  func truncate(to byteCount: Int) -> Int { buffer.truncate(to: byteCount) }
}

extension Log.Line {
  fileprivate var mark: LogMark? { if case .mark(let mark) = entry { mark } else { nil } }
}

extension JSON {
  fileprivate static func integer(_ value: Int) -> JSON { .number(JSONNumber(value)) }
}
