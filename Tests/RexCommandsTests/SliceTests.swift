import Foundation
import RexCommands
import RexLog
import TestSupport
import Testing

/// `slice` copies a part of a log, from a keyframe on.
@Suite struct SliceTests {
  private static let segments = Fixture.url("logs/v1/segments").path

  @Test func aSliceIsACompleteLog() throws {
    let folder = try TemporaryFolder()
    for (index, (words, after, last)) in [
      (["team-chat.jsonl", "--last", "20s"], 248, 300), (["torn.jsonl", "--from", "30"], 18, 37),
      (["team-chat.jsonl", "--last", "9h"], 0, 300), ([Self.segments, "--from", "60"], 57, 133),
      ([Self.segments], 27, 133), (["torn.jsonl"], 0, 37),
    ].enumerated() {
      let path = "\(folder.path)/\(index).jsonl"
      let call = run(["slice", "-o", path] + words)
      #expect(call.status == .success)
      let log = try Log(checkedPath: path)
      #expect(log.session.after == after)
      #expect(log.session.segment == nil)
      #expect(log.lastSeq == last)
      #expect((log.unfinished != nil) == (words[0] == "torn.jsonl"))
      #expect(run(["verify", path]).status == .success)
    }
  }

  /// A part can only begin after a keyframe.
  @Test(arguments: [
    ("30", "begins with action 19, after the last keyframe before action 30"), ("19", nil),
    ("1", nil),
  ])
  func aSliceThatBeginsEarlierSaysSo(_ from: String, _ note: String?) throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/part.jsonl"
    let call = run(["slice", "torn.jsonl", "-o", path, "--from", from])
    #expect(call.errors.contains("begins with") == (note != nil))
    #expect(call.errors.contains("torn.jsonl: \(note ?? "")"))
    #expect(call.output.hasSuffix(" copied into \(path)\n"))
  }
}
