import Foundation
import RexJSON
import RexLog
import RexRecorder
import TestSupport
import Testing

/// A log tells which numbers are dates, each place once, and all of them on every keyframe.
@Suite struct DateTests {
  private typealias AppRecorder = Recorder<Planner.Action, Planner>

  @Test func aLineTellsThePlacesThatItIsTheFirstToHave() throws {
    let sink = LogBuffer()
    let recorder = try AppRecorder(
      sink: sink, app: "Planner", configuration: Self.configuration())
    var state = Planner()
    record([.add(due: date(1)), .add(due: date(2)), .see("ann", date(3)), .note], recorder, &state)
    recorder.close()
    #expect(
      lines(sink).dropFirst().dropLast().joined(separator: "\n") == #"""
        {"kind":"keyframe","seq":0,"timeMs":0,"dates":["/opened"],"state":{"opened":0,"tasks":[],\#
        "seen":{},"byDate":[]}}
        {"kind":"action","seq":1,"timeMs":0,"type":"add","action":{"add":{"due":1}},\#
        "actionDates":["/add/due"],"tookMs":0,"dates":["/tasks/*/due"],\#
        "patch":[{"op":"add","path":"/tasks/0","value":{"due":1,"seconds":1}}]}
        {"kind":"action","seq":2,"timeMs":0,"type":"add","action":{"add":{"due":2}},"tookMs":0,\#
        "patch":[{"op":"add","path":"/tasks/1","value":{"due":2,"seconds":2}}]}
        {"kind":"action","seq":3,"timeMs":0,"type":"see","action":{"see":{"_0":"ann","_1":3}},\#
        "actionDates":["/see/_1"],"tookMs":0,"dates":["/seen/*"],\#
        "patch":[{"op":"add","path":"/seen/ann","value":3},\#
        {"op":"replace","path":"/byDate","value":[3,1]}]}
        {"kind":"action","seq":4,"timeMs":0,"type":"note","action":{"note":{}},"tookMs":0,\#
        "patch":[]}
        """#)
    let log = try Log(checked: "log", bytes: sink.bytes)
    #expect(try log.datePlaces() == Self.places)
  }

  private static let places = LogDatePlaces(
    states: ["/opened", "/tasks/*/due", "/seen/*"], actions: ["/add/due", "/see/_1"])

  @Test(arguments: [RecorderDetail.changes, .actions(keyframeEvery: 20)])
  func aKeyframeTellsAllPlaces(_ detail: RecorderDetail) throws {
    let sink = LogBuffer()
    var configuration = Self.configuration()
    configuration.detail = detail
    let recorder = try AppRecorder(sink: sink, app: "Planner", configuration: configuration)
    var state = Planner()
    record([.see("ann", date(3))], recorder, &state)
    record((0..<900).map { .add(due: date($0)) }, recorder, &state)
    recorder.close()
    let last = try #require(lines(sink).last { $0.hasPrefix(#"{"kind":"keyframe""#) })
    #expect(
      last.contains(
        detail == .changes
          ? #""dates":["/opened","/seen/*","/tasks/*/due"],"actionDates":["/see/_1","/add/due"],"#
          : #""dates":["/opened","/tasks/*/due","/seen/*"],"actionDates":["/see/_1","/add/due"],"#))
  }

  /// A log that lacks lines which told places has them in its session line.
  @Test func aLogOfSomeLinesTellsAllPlaces() throws {
    let sink = LogBuffer()
    let recorder = try AppRecorder(
      sink: sink, app: "Planner", configuration: Self.configuration())
    var state = Planner()
    record([.add(due: date(1)), .see("ann", date(3)), .note], recorder, &state)
    recorder.close()
    let log = try Log(checked: "log", bytes: sink.bytes)
    let part = LogBuffer()
    var writer = LogWriter(part)
    try writer.begin(as: log, tellsDates: true)
    try writer.write(.keyframe(LogKeyframe(seq: 0, timeMs: 0, state: [:])))
    try writer.flush()
    #expect(try Log(checked: "part", bytes: part.bytes).datePlaces() == Self.places)
  }

  @Test func aPayloadThatIsLeftOutTellsNoPlaces() throws {
    let sink = LogBuffer()
    var configuration = Self.configuration()
    configuration.payloads = .denying("see")
    let recorder = try AppRecorder(sink: sink, app: "Planner", configuration: configuration)
    var state = Planner()
    record([.see("ann", date(3)), .add(due: date(1))], recorder, &state)
    recorder.close()
    #expect(try Log(checked: "log", bytes: sink.bytes).datePlaces().actions == ["/add/due"])
  }

  /// A place has the keys as they are in the log.
  @Test func aPlaceHasNoSecretKeys() throws {
    let sink = LogBuffer()
    let recorder = try Recorder<Int, Open>(
      sink: sink, app: "Open", configuration: Self.configuration())
    var state = Open(values: ["ghp_0123456789abcdefghij0123": date(1)])
    recorder.record(1, into: &state) { state, _ in state.values["b"] = date(2) }
    recorder.close()
    let log = try Log(checked: "log", bytes: sink.bytes)
    #expect(!String(decoding: sink.bytes, as: UTF8.self).contains("ghp_"))
    let places = try log.datePlaces().states
    #expect(places.count == 2 && places[0].hasPrefix("/redacted"), "\(places)")
  }

  /// Keys that are data do not fill a log.
  @Test func thereIsALimit() throws {
    let sink = LogBuffer()
    let recorder = try Recorder<Int, Open>(
      sink: sink, app: "Open", configuration: Self.configuration())
    var state = Open(values: [:])
    recorder.record(1, into: &state) { state, _ in
      for number in 0..<5000 { state.values["key \(number)"] = date(number) }
    }
    recorder.close()
    let line = try #require(lines(sink).first { $0.contains(#""dates""#) })
    let places = try Log(checked: "log", bytes: sink.bytes).datePlaces().states
    #expect((200...DatePlaces.countMax).contains(places.count))
    #expect(places.allSatisfy { line.contains($0) })
  }

  private static func configuration() -> RecorderConfiguration {
    RecorderConfiguration(
      clock: RecorderClock(date: { Date(timeIntervalSince1970: 0) }, monotonicMs: { 0 }))
  }

  private func lines(_ sink: LogBuffer) -> [String] {
    String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func record(
    _ actions: [Planner.Action], _ recorder: AppRecorder, _ state: inout Planner
  ) {
    for action in actions { recorder.record(action, into: &state, reduce: Planner.reduce) }
  }
}

private func date(_ seconds: Int) -> Date { Date(timeIntervalSinceReferenceDate: Double(seconds)) }

private struct Planner: Codable {
  var opened = date(0)
  var tasks: [Task] = []
  var seen: [String: Date] = [:]
  /// An array of keys and values: both are numbers, and only one is a date.
  var byDate: [Date: Int] = [:]

  struct Task: Codable {
    var due: Date
    /// The same number, which is no date.
    var seconds: Double
  }

  enum Action: Codable {
    case add(due: Date)
    case see(String, Date)
    case note
  }

  static func reduce(_ state: inout Planner, _ action: Action) {
    switch action {
    case .add(let due):
      state.tasks.append(Task(due: due, seconds: due.timeIntervalSinceReferenceDate))
    case .see(let name, let time):
      state.seen[name] = time
      state.byDate[time] = 1
    case .note: break
    }
  }
}

/// An object whose keys are data, which its type does not show.
private struct Open: Encodable {
  var values: [String: Date]

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(_ text: String) { stringValue = text }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for (key, date) in values.sorted(by: { $0.key < $1.key }) {
      try container.encode(date, forKey: Key(key))
    }
  }
}
