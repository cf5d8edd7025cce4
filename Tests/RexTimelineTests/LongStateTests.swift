import RexDiff
import RexJSON
import RexLog
import TestSupport
import Testing

@testable import RexTimeline

/// Of long states and patches, only what a question needs is parsed.
@Suite struct LongStateTests {
  private static let long = JSON.array(
    (0..<tries(270_000, gate: 400_000)).map { JSON(integerLiteral: $0 % 10) })

  @Test func someMembersOfALongObjectAreReadAsInTheWhole() throws {
    let states: [JSON] = [
      ["n": 1, "long": Self.long, "text": "a,}", "object": ["a": [1, 2]], "last": [[]]],
      ["long": Self.long, "n": ["b": "}"]], ["n": 2, "long": .array([Self.long, Self.long])],
    ]
    for state in states {
      let spaced = Array(String(decoding: state.bytes, as: UTF8.self).utf8).flatMap {
        $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "}") ? Array(" ".utf8) + [$0] : [$0]
      }
      for text in [state.bytes, spaced] {
        let whole = try JSON(parsing: text)
        for names in [["n"], ["long"], ["text", "object"], ["last", "absent"]] {
          let read = try #require(text.withUnsafeBytes { JSON(parsing: $0, members: names) })
          #expect(read.object?.count == names.count { whole[$0] != nil })
          for name in names { #expect(read[name] == whole[name]) }
        }
      }
    }
    // An error anywhere in the text is found.
    let wrong = states[0].bytes.dropLast() + Array(",}".utf8)
    #expect(wrong.withUnsafeBytes { JSON(parsing: $0, members: ["n"]) } == nil)
  }

  @Test func someMembersOfAWideObjectAreReadAsInTheWhole() throws {
    var state = JSONObject()
    for index in 0..<120_000 { state["key \(index)"] = JSON(integerLiteral: index) }
    let read = JSON.object(state).bytes.withUnsafeBytes {
      JSON(parsing: $0, members: ["key 7", "key 119999", "absent"])
    }
    #expect(read == ["key 7": 7, "key 119999": 119_999])
  }

  /// A patch whose values are not needed.
  private static func outline(_ text: UnsafeRawBufferPointer) -> JSONPatch? {
    try? JSONPatch(text: text, limits: .standard, needsValues: false)
  }

  @Test func theOutlineOfALongPatchHasItsPaths() throws {
    let patch = JSONPatch([
      .add(JSONPointer(tokens: ["a"]), Self.long), .remove(JSONPointer(tokens: ["b"])),
      .replace(JSONPointer(tokens: ["c"]), Self.long),
    ])
    let outline = patch.json.bytes.withUnsafeBytes { Self.outline($0) }
    #expect(outline?.operations.map(\.path) == patch.operations.map(\.path))
    // More operations than an index of the text holds.
    let path = JSONPointer(tokens: ["n"])
    let many = JSONPatch((0..<60_000).map { .replace(path, .bool($0 % 9 == 0)) })
    let outlined = many.json.bytes.withUnsafeBytes { Self.outline($0) }
    #expect(outlined?.operations.count == 60_000)
  }

  @Test(arguments: ["op", "path", "from"])
  func aLongValueIsNotTakenForAString(_ member: String) throws {
    let move: JSON = ["op": "move", "path": "/a", "from": "/b"]
    var operation = try #require(move.object)
    operation[member] = Self.long
    let patch = JSON.array([.object(operation)])
    let outline = patch.bytes.withUnsafeBytes { Self.outline($0) }
    #expect(outline == nil)
  }

  /// A frame's patch is the one that was applied, whether its line is parsed again or not.
  @Test func theFrameOfALongPatchIsComplete() throws {
    let patch = JSONPatch([.add(JSONPointer(tokens: ["long"]), Self.long)])
    let state: JSON = ["n": 0]
    let entries: [LogEntry] = [
      .session(LogSession(id: "1", startedAt: "2026-01-01T00:00:00Z", app: .init(name: "A"))),
      .keyframe(LogKeyframe(seq: 0, timeMs: 0, state: state)),
      .action(
        LogAction(
          seq: 1, timeMs: 1, type: "a", payload: .action(Self.long),
          result: .init(tookMs: 0, patch: patch))),
    ]
    var bytes: [UInt8] = []
    for entry in entries { entry.write(into: &bytes) }
    var timeline = Timeline(try Log(name: "log", bytes: bytes))
    let frame = try timeline.frame(at: 1)
    #expect(frame.patch == patch)
    #expect(frame.outline?.payload == .action(nil))
    #expect(frame.action?.payload == .action(Self.long) && frame.action?.result?.patch == patch)
    #expect(try timeline.state(at: 0) == state)
    #expect(try timeline.checkedFrame(at: 1).patch == patch)
    let history = try timeline.log.action(1, .payload)
    #expect(history?.payload == .action(Self.long) && history?.result?.patch == JSONPatch())
  }
}
