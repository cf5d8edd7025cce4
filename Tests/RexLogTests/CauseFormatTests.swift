import RexDiff
import RexJSON
import RexLog
import TestSupport
import Testing

/// An action's `cause`: an optional member on which nothing else depends.
@Suite struct CauseFormatTests {
  @Test func causeFollowsTheTimeAndIsReadBack() throws {
    let action = LogAction(
      seq: 3, timeMs: 1.5, cause: 2, type: "loaded", payload: .action(["loaded": [:]]),
      result: .init(tookMs: 0.1, patch: JSONPatch()))
    var bytes: [UInt8] = []
    LogEntry.action(action).write(into: &bytes)
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        {"kind":"action","seq":3,"timeMs":1.5,"cause":2,"type":"loaded","action":{"loaded":{}},\
        "tookMs":0.1,"patch":[]}

        """)
    let log = try Log(name: "log", bytes: lines(causes: ["1": nil, "2": nil]) + bytes)
    #expect(try log.entries().last == .action(action))
  }

  @Test(arguments: [
    ("1", 1), ("2", 2), ("2e0", 2), ("3", nil), ("4", nil), ("0", nil), ("-1", nil), ("1.5", nil),
    ("1e300", nil), ("9007199254740993", nil), ("99999999999999999999999999", nil),
    ("null", nil), ("\"2\"", nil), ("[2]", nil), ("{\"seq\":2}", nil), ("true", nil),
  ])
  func anImpossibleCauseIsIgnored(_ text: String, _ cause: Int?) throws {
    let log = try log(causes: ["1": nil, "2": nil, "3": text])
    #expect(try log.entries().compactMap { $0.action?.cause } == [cause].compactMap(\.self))
    // The action itself is valid, however its line is read.
    #expect(try log.damages().isEmpty)
    #expect(log.lastSeq == 3)
    #expect(try log.action(3, [])?.type == "a")
  }

  @Test func aRepeatedCauseIsDamageLikeAnyRepeatedKey() throws {
    let log = try log(causes: ["1": nil, "2": nil, "3": "1,\"cause\":2"])
    #expect(try log.damages().map(\.error.location.line) == [5])
  }

  @Test func causeSurvivesATornLineThatContainsIt() throws {
    let whole = #"{"kind":"action","seq":3,"timeMs":3,"cause":2,"type":"a","action":{"a":"#
    for count in whole.utf8.indices {
      let line = Array(whole.utf8[..<count])
      let bytes = lines(causes: ["1": nil, "2": nil]) + line
      let unfinished = try Log(name: "log", bytes: bytes).unfinished
      let isWhole = String(decoding: line, as: UTF8.self).contains(#""cause":2,"#)
      #expect(unfinished?.cause == (isWhole ? 2 : nil), "after \(line.count) bytes")
    }
  }

  @Test func slicesAndRepairsKeepTheCauses() throws {
    let log = try log(causes: ["1": nil, "2": "1", "3": "2"])
    let (sliced, repaired) = (LogBuffer(), LogBuffer())
    _ = try LogSlice(log, from: 1).write(into: sliced)
    try LogRepair(log).write(into: repaired)
    #expect(sliced.bytes == lines(causes: ["1": nil, "2": "1", "3": "2"]))
    #expect(repaired.bytes == sliced.bytes)
  }

  private func log(causes: KeyValuePairs<String, String?>) throws -> Log {
    try Log(name: "log", bytes: lines(causes: causes))
  }

  /// A log of actions with these causes, as written in the lines.
  private func lines(causes: KeyValuePairs<String, String?>) -> [UInt8] {
    var text = #"""
      {"kind":"session","rexlog":1,"id":"1","startedAt":"now","app":{"name":"A"}}
      {"kind":"keyframe","seq":0,"timeMs":0,"state":7}

      """#
    for (seq, cause) in causes {
      let member = cause.map { #""cause":\#($0),"# } ?? ""
      text += #"{"kind":"action","seq":\#(seq),"timeMs":\#(seq),\#(member)"type":"a","#
      text += #""action":{"a":{}},"tookMs":0,"patch":[]}"# + "\n"
    }
    return Array(text.utf8)
  }
}

extension LogEntry {
  fileprivate var action: LogAction? { if case .action(let action) = self { action } else { nil } }
}
