import Foundation
import RexDebug
import RexLog
import RexQuery
import RexQuestions
import RexTerminal
import RexTimeline
import TestSupport
import Testing

@testable import RexInspector

/// How values go.
@Suite struct SparklineTests {
  @Test func barsGoFromTheLeastToTheGreatest() {
    #expect(Sparkline([1, 2, 3, 8])?.text == "▁▂▃█")
    #expect(Sparkline([-1, 0, 1])?.ends == "-1 … 1")
    #expect(Sparkline([5, 5])?.text == "▁▁")
    #expect(Sparkline([-1e308, 1e308])?.text == "▁█")
    #expect(Sparkline([3]) == nil && Sparkline([]) == nil)
  }

  private let log = HandmadeLog([
    HandmadeLog.keyframe(0, #"{"n":3,"list":[]}"#),
    HandmadeLog.action(1, patch: HandmadeLog.patch("add", "/list/-", "7")),
    HandmadeLog.action(2, patch: HandmadeLog.patch("replace", "/n", "5")),
    HandmadeLog.action(3, patch: HandmadeLog.patch("replace", "/n", "5")),
    HandmadeLog.action(4, patch: HandmadeLog.patch("replace", "/n", "null")),
    HandmadeLog.gap(5, 7), HandmadeLog.keyframe(7, #"{"n":1,"list":[7,8,9]}"#),
    HandmadeLog.action(8, patch: HandmadeLog.patch("replace", "/n", "2")),
  ])

  @Test func aCourseHasNumbersAndCounts() throws {
    let states = LogStates(try log.log())
    func course(_ path: String, _ seqs: ClosedRange<Int>) throws -> ValueCourse {
      try ValueCourse(of: ValuePath(path), in: states, seqs) { false }
    }
    let numbers = try course("/n", 0...8)
    #expect(numbers.points.map(\.seq) == [0, 2, 7, 8])
    #expect(numbers.points.map(\.number) == [3, 5, 1, 2])
    #expect(numbers.numbers(through: 7, atMost: 2) == [5, 1])
    #expect(try course("/list", 0...8).points.map(\.number) == [0, 1, 3])
    #expect(try course("/n", 2...3).points.map(\.number) == [3, 5], "since the keyframe")
    #expect(try course("/none", 0...8).points == [])
    let stopped = try ValueCourse(of: ValuePath("/n"), in: states, 0...8) { true }
    #expect(stopped.points == [])
  }

  @Test func watchesAndHistoriesShowTheCourse() throws {
    let log = try Log(path: Fixture.url("hunts/kitchen.jsonl").path)
    let face = try Face(log, size: TerminalSize(columns: 120, rows: 14))
    face.type("60\n\tjjw")
    #expect(face.state.courses["/openCents"]?.points.isEmpty == false)
    face.type("kw80\nH")
    try face.expectScreen("sparklines")
  }
}
