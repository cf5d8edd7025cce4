import Foundation
import RexCommands
import TestSupport
import Testing

/// Which logs `unusual` compares a log with.
@Suite struct UnusualCommandTests {
  private let folder: TemporaryFolder
  private let paths: [String]

  init() throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    paths = try ["a", "b"].map { name in
      let lines = [
        HandmadeLog.keyframe(0),
        HandmadeLog.action(1, patch: HandmadeLog.patch("replace", "/n", name == "a" ? "-1" : "1")),
        HandmadeLog.end(1),
      ]
      let made = HandmadeLog(lines, session: HandmadeLog.session(id: name))
      return try folder.file("\(name).jsonl", String(decoding: made.bytes, as: UTF8.self))
    }
  }

  @Test func aFolderStandsForItsOtherLogs() {
    let call = run(["unusual", paths[0], "--beside", folder.path])
    #expect(call.output == run(["unusual", paths[0], "--beside", paths[1]]).output)
    #expect(call.output.contains("1  1 of 1, 0 of 1  add  decreased /n"))
    #expect(
      run(["unusual", paths[0], "--beside", paths[0]]).output.contains("nothing is only here"))
  }

  @Test func aLogWithoutOthersIsLookedAtAlone() throws {
    let other = try TemporaryFolder()
    _ = try other.file("a.jsonl", String(contentsOfFile: paths[0], encoding: .utf8))
    let call = run(["unusual", paths[0], "--beside", other.path])
    #expect(call.errors == "\(paths[0]): there is no other log beside it\n")
    #expect(call.output == run(["unusual", paths[0]]).output)
  }

  @Test func eachOfSeveralLogsIsAskedForItself() {
    let call = run(["unusual", folder.path, "--beside", folder.path])
    #expect(call.output.contains("decreased /n") && call.output.contains("increased /n"))
    #expect(call.output.contains("a.jsonl:\n") && call.output.hasSuffix("2 logs: 2 answered\n"))
  }

  @Test func logsOfAnotherAppAreTold() {
    let other = Fixture.url("logs/v1/team-chat.jsonl").path
    let call = run(["unusual", paths[0], "--beside", other])
    #expect(call.errors.contains("team-chat.jsonl: a log of TeamChat, not of Sum"))
  }
}
