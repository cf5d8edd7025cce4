import Foundation
import RexJSON
import RexLog
import RexQuery
import RexQuestions
import RexRecorder
import RexReplayer
import RexTimeline
import TestSupport
import Testing

/// What is nested too deep is left out, and recording goes on.
@Suite struct DeepStateTests {
  private struct Comment: Codable, Equatable {
    var id = 0
    var replies: [Comment] = []
  }

  private struct Discussion: Codable {
    var comments: [Comment] = []
    var count = 0

    enum Action: Codable {
      case reply(Int)
      case post(Comment)
    }

    static func reduce(_ discussion: inout Discussion, _ action: Action) {
      discussion.count += 1
      guard case .reply(let id) = action else { return }
      reply(id, to: &discussion.comments)
    }

    private static func reply(_ id: Int, to comments: inout [Comment]) {
      if comments.isEmpty { return comments.append(Comment(id: id)) }
      reply(id, to: &comments[0].replies)
    }

    static let app = ReplayableApp(name: "Discussion") {
      (action: Action, state: inout Discussion) in
      reduce(&state, action)
    }
  }

  @Test(arguments: [false, true], [RecorderDetail.changes, .actions()])
  func aTreeOfAnyDepthIsRecorded(_ isInBackground: Bool, _ detail: RecorderDetail) throws {
    let log = try record(
      isInBackground ? .inBackground : .inline, .init(detail: detail, onFailure: nil),
      (1...80).map { .reply($0) })
    #expect(log.isComplete && log.lastSeq == 80)
    #expect(try log.lines().allSatisfy { $0.kind != .gap })
    #expect(try Replayer(Discussion.app).verify(log).verdict != .diverged)
  }

  @Test(arguments: [RedactionRules.standard, .none])
  func whatIsLeftOutIsUnknown(_ rules: RedactionRules) throws {
    let log = try record(
      .inline, .init(redaction: rules, onFailure: nil), (1...80).map { .reply($0) })
    var timeline = Timeline(log)
    let state = try timeline.state(at: 80)
    let placeholders = try #require(LogPlaceholders(log))
    #expect(placeholders.areContained(in: state))
    for (text, holds) in [
      ("count($..id) == 80", nil), ("$..[?@.id == 80]", nil), ("$..[?@.id == 3]", true),
      ("$.count == 80", true),
    ] as [(String, Bool?)] {
      var scan = try ConditionScan(Condition(text), in: log, from: 80)
      #expect(try scan.next()?.holds == holds, "\(text)")
    }
  }

  /// What a path finds in a value that is left out is neither there nor absent.
  @Test func aPathIntoWhatIsLeftOutIsUnknown() throws {
    let log = try record(
      .inline, .init(redaction: .none, onFailure: nil), (1...80).map { .reply($0) })
    var timeline = Timeline(log)
    var (value, tokens) = (try timeline.state(at: 80), [String]())
    while value.string == nil {
      let token = value["comments"] != nil ? "comments" : value["replies"] != nil ? "replies" : "0"
      value = try #require(value[JSONPointer(tokens: [token])])
      tokens.append(token)
    }
    #expect(value == .string(DeepValue.marker))
    let (path, below) = (JSONPointer(tokens: tokens), JSONPointer(tokens: tokens + ["0", "id"]))
    for (text, isUnknown) in [(path.description, false), (below.description, true)] {
      let found = try ValueHistory.last(ValuePath(text), in: LogStates(log), through: 80)
      #expect(found.isUnknown == isUnknown, "\(text)")
    }
  }

  @Test func anActionOfAnyDepthIsRecorded() throws {
    let comment = (1...100).reduce(Comment()) { Comment(id: $1, replies: [$0]) }
    let log = try record(.inline, .init(onFailure: nil), [.reply(1), .post(comment), .reply(2)])
    #expect(log.isComplete && log.lastSeq == 3)
    let payload = try #require(try log.action(2)?.payload.action)
    #expect(LogPlaceholders(log)?.areContained(in: payload) == true)
    let found = try Replayer(Discussion.app).verify(log)
    #expect(found.counts.verified == 2 && found.verdict != .diverged)
  }

  /// The reason of a failure is one short line, also deep in a state.
  @Test func theReasonOfAFailureIsShort() throws {
    final class Twin: Encodable {
      var left: Twin?
      var right: Twin?
    }
    let twin = Twin()
    defer { (twin.left, twin.right) = (nil, nil) }
    for rules in [RedactionRules.standard, .none] {
      let recorder = try Recorder<Int, Twin>(
        sink: LogBuffer(), app: "Twin", configuration: .init(redaction: rules, onFailure: nil))
      (twin.left, twin.right) = (twin, twin)
      recorder.start(from: twin)
      let text = try #require(recorder.failure).description
      #expect(text.utf8.count < 250 && !text.contains("\n"), "\(text)")
    }
  }

  private func record(
    _ diffing: StateDiffing<Discussion>, _ configuration: RecorderConfiguration,
    _ actions: [Discussion.Action]
  ) throws -> Log {
    let sink = LogBuffer()
    let recorder = try Recorder<Discussion.Action, Discussion>(
      sink: sink, app: "Discussion", diffing: diffing, configuration: configuration)
    var discussion = Discussion()
    for action in actions { recorder.record(action, into: &discussion, reduce: Discussion.reduce) }
    recorder.close()
    #expect(recorder.failure == nil)
    return try Log(checked: "thread", bytes: sink.bytes)
  }
}
