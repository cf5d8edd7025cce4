import Foundation
import RexDiff
import RexJSON
import RexLocking
import RexLog
import RexRecorder
import RexRedaction
import TestSupport
import Testing

/// Recordings of an app whose types are not `Codable`.
@Suite struct ReflectedRecordingTests {
  private struct Account {
    private let accessToken = "tok-1234567890abcdef"
    var name = "Ann"
  }

  private enum Screen {
    case list
    case detail(id: Int)
  }

  private struct State: Sendable {
    var account = Account()
    var screen = Screen.list
    var rows: [Row] = (0..<3).map { Row(id: $0) }
    var selected: Int?
  }

  private struct Row {
    let id: Int
    var isDone = false
  }

  private enum Action {
    case open(Int)
    case row(id: Int, action: RowAction)
    case login(user: String, password: String)
    case close
  }

  private enum RowAction {
    case toggled
    case renamed(String)
  }

  private static func reduce(_ state: inout State, _ action: Action) {
    switch action {
    case .open(let id): (state.screen, state.selected) = (.detail(id: id), id)
    case .row(let id, .toggled): state.rows[id].isDone.toggle()
    case .row, .login: break
    case .close: (state.screen, state.selected) = (.list, nil)
    }
  }

  private func record(
    _ actions: [Action], _ diffing: StateDiffing<State> = .inline,
    _ change: (inout RecorderConfiguration) -> Void = { _ in }
  ) throws -> [UInt8] {
    let clock = RecorderClock(date: { Date(timeIntervalSince1970: 0) }, monotonicMs: { 0 })
    var configuration = RecorderConfiguration(clock: clock, sessionID: "1")
    configuration.placeholderKey = 1
    configuration.onUnreplayable = { _ in }
    change(&configuration)
    let sink = LogBuffer()
    let recorder = try Recorder<Action, State>(
      sink: sink, app: "Seen", diffing: diffing, configuration: configuration)
    var state = State()
    for action in actions { recorder.record(action, into: &state, reduce: Self.reduce) }
    recorder.close()
    return sink.bytes
  }

  private static let actions: [Action] = [
    .open(2), .row(id: 1, action: .toggled), .login(user: "ann", password: "hunter2"), .close,
  ]

  @Test func aLogOfTypesThatAreNotCodable() throws {
    let bytes = try record(Self.actions)
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").dropFirst().dropLast()
    #expect(
      lines.joined(separator: "\n") == """
        {"kind":"keyframe","seq":0,"timeMs":0,"state":{"account":{"accessToken":\
        "redactedf5771b91e759c7e1","name":"Ann"},"screen":"list","rows":[\
        {"id":0,"isDone":false},{"id":1,"isDone":false},{"id":2,"isDone":false}]}}
        {"kind":"action","seq":1,"timeMs":0,"type":"open","opaque":"not Codable",\
        "seen":{"open":{"_0":2}},"tookMs":0,"patch":[{"op":"replace","path":"/screen",\
        "value":{"detail":{"id":2}}},{"op":"add","path":"/selected","value":2}]}
        {"kind":"action","seq":2,"timeMs":0,"type":"row.toggled","opaque":"not Codable",\
        "seen":{"row":{"id":1,"action":{"toggled":{}}}},"tookMs":0,\
        "patch":[{"op":"replace","path":"/rows/1/isDone","value":true}]}
        {"kind":"action","seq":3,"timeMs":0,"type":"login","opaque":"not Codable",\
        "seen":{"login":{"user":"ann","password":"redactedb4120a696d1051d2"}},"tookMs":0,\
        "patch":[]}
        {"kind":"action","seq":4,"timeMs":0,"type":"close","opaque":"not Codable",\
        "seen":{"close":{}},"tookMs":0,"patch":[{"op":"remove","path":"/selected"},\
        {"op":"replace","path":"/screen","value":"list"}]}
        """)
    #expect(try Log(checked: "log", bytes: bytes).session.areStatesReflected)
    #expect(try record(Self.actions) == bytes, "the same run gives the same bytes")
  }

  @Test func withoutReflectionNothingIsSeen() throws {
    let text = String(decoding: try record(Self.actions) { $0.reflection = .never }, as: UTF8.self)
    #expect(
      text.contains(#""state":"left out: State is not Codable, and reflection is off""#), "\(text)")
    #expect(!text.contains("seen") && !text.contains("\"states\""))
    // What an action changed is not known.
    #expect(text.components(separatedBy: #""patch":null"#).count == Self.actions.count + 1)
    let log = try Log(checked: "log", bytes: Array(text.utf8))
    #expect(try log.entries().count { if case .keyframe = $0 { true } else { false } } == 5)
  }

  @Test func inBackgroundAValueIsSeenAsInline() throws {
    let inline = try Log(checked: "log", bytes: try record(Self.actions))
    let background = try Log(checked: "log", bytes: try record(Self.actions, .inBackground))
    func actions(of log: Log) throws -> [String] {
      try log.entries().dropFirst().dropLast().map { String(decoding: $0.line, as: UTF8.self) }
    }
    #expect(try actions(of: background) == actions(of: inline))
    #expect(background.session.isDiffedInBackground)
  }

  @Test func anActionWhoseEncodingThrowsIsSeen() throws {
    enum Mixed: Encodable {
      case plain(Int)
      case closure(label: String, run: () -> Void)

      func encode(to encoder: any Encoder) throws {
        guard case .plain(let number) = self else {
          let context = EncodingError.Context(codingPath: [], debugDescription: "has a closure")
          throw EncodingError.invalidValue(self, context)
        }
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(number, forKey: .plain)
      }

      enum Keys: CodingKey { case plain }
    }
    let sink = LogBuffer()
    let recorder = try Recorder<Mixed, Int>(sink: sink, app: "Mixed", configuration: .quiet)
    var count = 0
    for action in [Mixed.plain(1), .closure(label: "a", run: {})] {
      recorder.record(action, into: &count) { count, _ in count += 1 }
    }
    recorder.close()
    let actions = try Log(checked: "log", bytes: sink.bytes).entries().compactMap { entry in
      if case .action(let action) = entry { action } else { nil }
    }
    #expect(actions.map(\.payload) == [.action(["plain": 1]), .opaque("not Codable")])
    #expect(actions.map(\.seen) == [nil, ["closure": ["label": "a", "run": "() -> ()"]]])
  }

  @Test func theAppCanLabelItsActions() throws {
    let bytes = try record([.close]) { configuration in
      configuration.label = { _ in "screen.close password=hunter2" }
    }
    let text = String(decoding: bytes, as: UTF8.self)
    #expect(text.contains(#""type":"screen.close password=redacted"#), "\(text)")
  }

  @Test func anEchoShowsEachActionAndItsChange() throws {
    let shown = Locked<[String]>([])
    _ = try record(Self.actions) { configuration in
      configuration.echo = RecorderEcho { text in shown.withLock { $0.append(text) } }
    }
    #expect(
      shown.withLock { $0.joined(separator: "\n") } == #"""
        #1 open {"open":{"_0":2}}
            /screen = {"detail":{"id":2}}
            /selected + 2
        #2 row.toggled {"row":{"id":1,"action":{"toggled":{}}}}
            /rows/1/isDone = true
        #3 login {"login":{"user":"ann","password":"redactedb4120a696d1051d2"}}
        #4 close {"close":{}}
            /selected removed
            /screen = "list"
        """#)
  }

  /// What properties a type has is read where memory is compared.
  @Test(.enabled(if: RecorderConfiguration().comparesMemory))
  func membersThatAnEncodingLeavesOutAreTold() throws {
    struct Library: Encodable {
      var name = "a"
      var cache = [1, 2]
      var selection = 7
      var missing: Int?
      @Secret var code = 1
      enum CodingKeys: CodingKey { case name, missing, code }
    }
    class Base: Encodable { var kept = 1 }
    final class Derived: Base { var lost = 2 }
    struct Renamed: Encodable {
      var first = 1, second = 2
      enum CodingKeys: String, CodingKey { case first = "f" }
    }
    // What they have is all there.
    class Parent: Encodable { var first = 1 }
    final class Child: Parent {
      var second = 2
      enum CodingKeys: CodingKey { case second }
      override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(second, forKey: .second)
        try super.encode(to: container.superEncoder())
      }
    }
    struct Tags: Encodable {
      var byName: [String: Int] = [:]
      func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(byName)
      }
    }
    struct Whole: Encodable {
      var library = Library(), derived = Derived(), renamed = Renamed()
      var child: Parent = Child(), tags = [Tags(), Tags(byName: ["a": 1])]
      var list = [1], date: Date? = Date(timeIntervalSince1970: 0)
    }
    let sink = LogBuffer()
    let recorder = try Recorder<Int, Whole>(sink: sink, app: "Library", configuration: .quiet)
    recorder.start(from: Whole())
    recorder.close()
    #expect(
      try Log(checked: "log", bytes: sink.bytes).omissions().map(\.text) == [
        "2 of 5 members of Library are not in the log: cache, selection",
        "1 of 2 members of Derived is not in the log: lost",
        "1 of 2 members of Renamed is not in the log",
      ])
  }
}
