import Foundation
import RexLog
import RexReplayer
import TestSupport
import Testing

/// New logs keep what a tool does not know, and nothing that is no longer true.
@Suite struct NewLogTests {
  private let app = ReplayableApp(name: "Sum") {
    (action: [String: Int], state: inout [String: Int]) in
    state["n", default: 0] += action["add"] ?? 0
  }

  /// A line is read to a greater depth than a document by default.
  @Test(arguments: [1, 200, 257])
  func aSessionLineKeepsDeepUnknownMembers(_ depth: Int) throws {
    let deep = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let session = HandmadeLog.session().replacing(
      #""after":0}"#, with: #""after":0,"colour":\#(deep)}"#)
    let log = try HandmadeLog(
      [HandmadeLog.keyframe(0)]
        + (1...3).map { HandmadeLog.action($0, patch: sum($0)) } + [HandmadeLog.end(3)],
      session: session
    ).log()
    var edits = ActionEdits()
    edits.skip(2...2)
    let (edited, slice) = (LogBuffer(), LogBuffer())
    try Replayer(app).replay(log, editing: edits, id: "new", into: edited)
    _ = try LogSlice(log, from: 2, through: 3).write(into: slice)
    for bytes in [edited.bytes, slice.bytes] {
      try Log(name: "new", bytes: bytes).check()
      #expect(String(decoding: bytes, as: UTF8.self).contains(#""colour":\#(deep)"#))
    }
  }

  @Test func aNewPatchReplacesWhatWasSaidOfTheOldOne() throws {
    let line = HandmadeLog.action(1).replacing(
      #""patch":null"#,
      with: #""error":"old","patch":null,"leftOut":{"bytes":99,"fingerprint":"f"},"hint":1"#)
    let log = try HandmadeLog(
      [HandmadeLog.keyframe(0), line, HandmadeLog.keyframe(1, #"{"n":1}"#), HandmadeLog.end(1)]
    ).log()
    let sink = LogBuffer()
    try Replayer(app).replay(log, into: sink)
    let replayed = String(decoding: sink.bytes, as: UTF8.self).split(separator: "\n")[2]
    #expect(replayed.hasSuffix(#""patch":[{"op":"replace","path":"/n","value":1}],"hint":1}"#))
    #expect(!replayed.contains("leftOut") && !replayed.contains("error"), "\(replayed)")
  }

  /// A member that the app drops is told once, and is no difference of an action.
  @Test func anErrorThatIsNotThrownIsNotBlamedOnTheCoding() throws {
    struct Sum: Codable { var n: Int }
    let app = ReplayableApp(name: "Sum") { (action: [String: Int], state: inout Sum) in
      state.n += action["add"] ?? 0
    }
    let error = HandmadeLog.action(2, patch: sum(2)).replacing(
      #""tookMs":0"#, with: #""tookMs":0,"error":"Broken""#)
    let log = try HandmadeLog(
      [
        HandmadeLog.keyframe(0, #"{"n":0,"zzz":1}"#), HandmadeLog.action(1, patch: sum(1)), error,
        HandmadeLog.end(2),
      ]
    ).log()
    let found = try Replayer(app).verify(log)
    let divergence = try #require(found.divergences.first)
    #expect((divergence.seq, divergence.recordedError) == (2, "Broken"))
    #expect((divergence.path, divergence.paths) == (nil, []))
    #expect(found.codingLoss?.path.description == "/zzz")
  }

  private func sum(_ seq: Int) -> String {
    HandmadeLog.patch("replace", "/n", "\(seq * (seq + 1) / 2)")
  }
}
