import Foundation
import TestSupport
import Testing

/// What `info` says of what can be done with a log.
@Suite struct InfoReplayTests {
  @Test(arguments: [
    ("", ["action"], 0, "to replay from anywhere"),
    (
      #","u":"left out""#, ["action"], 0,
      #"to look at: instead of a state, it has "left out: A is not Codable""#
    ),
    (reflected, ["action"], 0, "to verify from the start: \(reflection)"),
    (
      reflected, ["action", "opaque", "opaque"], 0,
      "to verify from the start to action 2, which is opaque: \(reflection)"
    ),
    (
      reflected, ["opaque", "action"], 0,
      "to look at: action 1 is opaque, and \(reflection)"
    ),
    (
      reflected + #","after":7"#, ["action"], 7,
      "to look at: actions up to 7 are missing, and \(reflection)"
    ),
    (
      "", ["opaque"], 0,
      "to look at: no action has a payload. Make the action Codable, or give the recorder an "
        + "ActionRegistry"
    ),
    (
      "", ["seen"], 0,
      "to look at: the actions are seen by reflection. Make the action Codable, or give the "
        + "recorder an ActionRegistry"
    ),
  ])
  func infoTellsWhatCanBeDone(
    _ session: String, _ payloads: [String], _ after: Int, _ line: String
  ) throws {
    var lines = [
      #"{"kind":"session","rexlog":1,"id":"1","startedAt":"now","app":{"name":"A"}\#(session)}"#,
      #"{"kind":"keyframe","seq":\#(after),"timeMs":0,"state":"#
        + (session.contains("left out") ? #""left out: A is not Codable"}"# : "0}"),
    ]
    for (index, payload) in payloads.enumerated() {
      lines.append(
        #"{"kind":"action","seq":\#(after + index + 1),"timeMs":1,"type":"a","\#(payload)":"a","#
          + #""tookMs":0,"patch":[]}"#)
    }
    let folder = try TemporaryFolder()
    let path = folder.path + "/info.jsonl"
    try (lines.joined(separator: "\n") + "\n")
      .write(toFile: path, atomically: true, encoding: .utf8)
    #expect(run(["info", path]).output.contains("replay    \(line)\n"))
  }

  private static let reflected = #","states":"reflected""#
  private static let reflection =
    "the state is seen by reflection; make State Codable to begin anywhere"
}
