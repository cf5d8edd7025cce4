import RexDiff
import RexJSON
import RexLog
import Testing

@testable import RexFormat

/// Reading parts of an action's line, without parsing the others.
@Suite struct ActionLineTests {
  @Test func membersAreNumberedInTheirOrder() {
    #expect(LineMember.allCases.map(\.rawValue) == Array(LineMember.allCases.indices))
  }

  @Test(arguments: [
    #"{"kind":"action","seq":3,"timeMs":1.5,"cause":2,"type":"a","action":{"a":[1]},"#
      + #""source":{"file":"B.swift","line":4},"tookMs":1,"patch":[{"op":"remove","path":"/b"}]}"#,
    #"{"kind":"action","seq":3,"timeMs":1,"type":"a","action":{"a":1},"tookMs":1,"patch":null}"#,
    #"{"kind":"action","seq":3,"timeMs":1.5,"type":"a","opaque":"a","tookMs":1,"patch":[]}"#,
    #"{"kind":"action","seq":3,"timeMs":1,"type":"a","action":1,"tookMs":1,"error":"","#
      + #""patch":null}"#,
    #"{"kind":"action","seq":3,"timeMs":1.5,"type":"a","action":1,"tookMs":0.1,"exact":false,"#
      + #""patch":[{"op":"add","path":"/b","value":[]}]}"#,
    #"{"kind":"action","s\u0065q":3,"type":"a","patch":[],"timeMs":1,"tookMs":0,"action":2,"x":1}"#,
  ])
  func partsAreThoseOfTheWholeEntry(_ text: String) throws {
    guard case .action(let whole) = try LogEntry(line: Array(text.utf8)) else {
      Issue.record("not an action")
      return
    }
    for parts: ActionLine.Parts in [.all, .payload, .patch, []] {
      var expected = whole
      if !parts.contains(.payload), whole.hasPayload { expected.payload = .action(.null) }
      if !parts.contains(.patch), whole.result?.patch != nil {
        expected.result?.change = .patch(JSONPatch())
      }
      let read = try Array(text.utf8).withUnsafeBytes { bytes in
        try ActionLine(checking: bytes).action(parts)
      }
      #expect(read == expected)
    }
    let kept = Array(text.utf8).withUnsafeBytes { KeptAction($0) }
    #expect(kept.action() == whole)
    try kept.read { line throws(LogError) in
      #expect(line.seq == 3)
      #expect(line.cause == whole.cause)
      #expect(line.isExact == whole.isExact)
      #expect(line.hasError == (whole.result?.error != nil))
      #expect((line.payload != nil) == (whole.hasPayload))
      #expect((line.patch != nil) == (whole.result?.patch != nil))
    }
  }

  @Test(arguments: [
    #"{"kind":"action","seq":3,"patch":[{"op":"add","path":"/a","value":[1]}],"timeMs":1.5,"#
      + #""cause":2,"type":"a","action":[]}"#,
    #"{"kind":"action","patch":[],"seq":3,"inputs":[{"uuid":"]"}]}"#,
    #"{"kind":"action","seq":3,"action":{"a":"]}"},"patch":[{"op":"remove","path":"/]\""}]}"#,
    #"{"kind":"action","seq":3,"action":1,"patch":[{"op":"remove","path":"/a"}]}"#,
    #"{"kind":"keyframe","state":{"a":[{}]},"timeMs":1,"x":{"seq":4},"seq":3}"#,
    #"{ "kind" : "gap" , "to" : 4 , "from" : 3 , "patch" : [ ] , "reason":"[" }"#,
  ])
  func anUncheckedIndexOfAValidLineIsThatOfACheckedOne(_ text: String) throws {
    try Array(text.utf8).withUnsafeBytes { line in
      let checked = try #require(try LineMembers(checking: line))
      let unchecked = try #require(LineMembers(line))
      for member in LineMember.allCases { #expect(unchecked[member] == checked[member]) }
      for end in line.indices {
        let index = LineMembers(UnsafeRawBufferPointer(rebasing: line[..<end]))
        for member in LineMember.allCases { #expect(index?.text(member)?.isEmpty != true) }
      }
    }
  }

  @Test(arguments: [
    // Neither a payload nor a description, a text as a time, a bad source, a number as what was
    // left out, and invalid JSON.
    #"{"kind":"action","seq":3,"timeMs":1.5,"type":"a","tookMs":0.1,"patch":[]}"#,
    #"{"kind":"action","seq":3,"timeMs":"1","type":"a","action":1,"tookMs":0.1,"patch":[]}"#,
    #"{"kind":"action","seq":3,"timeMs":1.5,"type":"a","action":1,"source":{"file":"A"},"#
      + #""tookMs":0.1,"patch":[]}"#,
    #"{"kind":"action","seq":3,"timeMs":1,"type":"a","action":1,"actionLeftOut":5,"tookMs":0,"#
      + #""patch":[]}"#,
    #"{"kind":"action","seq":3,"timeMs":1.5,"type":"a","action":[1,],"tookMs":0.1,"patch":[]}"#,
  ])
  func aDamagedLineIsRefusedBeforeItsPartsAreRead(_ text: String) {
    let bytes = Array(text.utf8)
    #expect(throws: LogError.self) { try LogEntry(line: bytes) }
    #expect(throws: LogError.self) {
      try bytes.withUnsafeBytes { bytes in _ = try ActionLine(checking: bytes) }
    }
  }
}

extension LogAction {
  fileprivate var hasPayload: Bool { if case .action = payload { true } else { false } }
}
