import RexDiff
import RexJSON
import RexLog
import RexTimeline
import TestSupport
import Testing

/// Every frame that can be read from a damaged log was recorded, and the damage is reported.
@Suite struct DamageTests {
  /// The log: three keyframes, a mark, an opaque action, an unknown kind, a gap.
  private static let text = """
    {"kind":"session","rexlog":1,"id":"6F9B","startedAt":"now","app":{"name":"Sum"}}
    {"kind":"keyframe","seq":0,"timeMs":0,"state":{"n":0,"a":[1]}}
    {"kind":"action","seq":1,"timeMs":1,"type":"add","action":{"add":5},"tookMs":0,\
    "patch":[{"op":"replace","path":"/n","value":5}]}
    {"kind":"mark","seq":1,"timeMs":2,"label":"here"}
    {"kind":"action","seq":2,"timeMs":3,"type":"push","opaque":"push","tookMs":0,\
    "patch":[{"op":"add","path":"/a/1","value":7}]}
    {"kind":"weather","sky":"blue"}
    {"kind":"action","seq":3,"timeMs":4,"type":"add","action":{"add":1},"tookMs":0,\
    "patch":[{"op":"replace","path":"/n","value":6}]}
    {"kind":"keyframe","seq":3,"timeMs":4,"state":{"n":6,"a":[1,7]}}
    {"kind":"action","seq":4,"timeMs":5,"type":"add","action":{"add":2},"tookMs":0,\
    "patch":[{"op":"replace","path":"/n","value":8}]}
    {"kind":"gap","from":5,"to":7,"reason":"disk full"}
    {"kind":"keyframe","seq":7,"timeMs":8,"state":{"n":9,"a":[]}}
    {"kind":"action","seq":8,"timeMs":9,"type":"add","action":{"add":1},"tookMs":0,\
    "patch":[{"op":"replace","path":"/n","value":10}]}
    {"kind":"keyframe","seq":8,"timeMs":9,"state":{"n":10,"a":[]}}
    {"kind":"end","seq":8,"timeMs":9,"reason":"closed"}

    """

  private static let frames = try? Frames(Array(text.utf8))

  @Test func everyFlippedBitIsReportedOrChangesNoFrame() throws {
    let bytes = Array(Self.text.utf8)
    var untold: Set<Int> = []
    for offset in stride(from: 0, to: bytes.count, by: tries(9, gate: 1)) {
      for bit in isLongRun ? Array(0..<8) : [0, 6] {
        var changed = bytes
        changed[offset] ^= 1 << bit
        if try check(changed, "bit \(bit) of byte \(offset)") { untold.insert(offset) }
      }
    }
    let places = untold.map(Self.place).sorted()
    #expect(isGateRun ? places == Self.untold : Set(places).isSubset(of: Self.untold))
  }

  /// Bytes of a state or a patch in which a flipped bit changes frames undetected: a later patch
  /// replaces the value before the next keyframe, or there is no next keyframe.
  private static let untold = ["11:52 9", "2:52 0", "3:125 5", "9:125 8"]

  /// The line, the column and the context of a byte.
  private static func place(_ offset: Int) -> String {
    let bytes = Array(text.utf8)
    let start = bytes[..<offset].lastIndex(of: 10) ?? -1
    let line = bytes[..<offset].count { $0 == 10 } + 1
    return "\(line):\(offset - start) \(String(decoding: [bytes[offset]], as: UTF8.self))"
  }

  @Test func everyDeletedByteIsReportedOrChangesNoFrame() throws {
    let bytes = Array(Self.text.utf8)
    for offset in stride(from: 0, to: bytes.count, by: tries(7, gate: 1)) {
      var changed = bytes
      changed.remove(at: offset)
      _ = try check(changed, "without byte \(offset)")
    }
  }

  @Test func everyTruncationIsReportedAndChangesNoFrame() throws {
    let bytes = Array(Self.text.utf8)
    for count in stride(from: 0, to: bytes.count, by: tries(5, gate: 1)) {
      guard let log = try? Log(name: "cut", bytes: Array(bytes[..<count])) else { continue }
      #expect(!log.isComplete || count == bytes.count - 1, "cut after \(count)")
      _ = try check(Array(bytes[..<count]), "cut after \(count)")
    }
  }

  @Test func everyLostOrDoubledLineIsReportedOrChangesNoFrame() throws {
    let lines = Self.text.split(separator: "\n").map { Array($0.utf8) + [10] }
    for index in lines.indices {
      var without = lines
      without.remove(at: index)
      _ = try check(without.flatMap(\.self), "without line \(index + 1)")
      var twice = lines
      twice.insert(lines[index], at: index)
      _ = try check(twice.flatMap(\.self), "line \(index + 1) twice")
      var zeros = lines
      zeros[index] = Array(repeating: 0, count: lines[index].count)
      _ = try check(zeros.flatMap(\.self), "zeros for line \(index + 1)")
    }
  }

  @Test func numberJumpAfterAnUnreadableLineLosesTheState() throws {
    // An unreadable line, then action 6, and then action 2 as before.
    let lines = Self.text.split(separator: "\n").map(String.init)
    let jump = lines[6].replacing(#""seq":3"#, with: #""seq":6"#)
    let text = (lines[..<4] + ["?", jump, lines[4]] + lines[5...]).joined(separator: "\n") + "\n"
    let log = try Log(name: "jump", bytes: Array(text.utf8))
    let damages = try log.damages()
    #expect(damages.map(\.error.location.line) == [5])
    #expect(damages.map(\.frames) == [2...2])
    _ = try check(Array(text.utf8), "a jump behind line 5")
  }

  @Test func anUnreadableActionCostsTheFramesUpToTheNextKeyframe() throws {
    var lines = Self.text.split(separator: "\n").map(String.init)
    lines[2] = "?"
    let log = try Log(name: "lost", bytes: Array((lines.joined(separator: "\n") + "\n").utf8))
    #expect(try log.damages().map(\.frames) == [1...2])
  }

  @Test func linesOfAnotherSessionAreNotRepaired() throws {
    let lines = Self.text.split(separator: "\n").map(String.init)
    let other = [lines[0].replacing("6F9B", with: "7E00")] + lines[1...4] + lines[10...]
    let text = (lines[..<7] + other).joined(separator: "\n") + "\n"
    let sink = LogBuffer()
    try LogRepair(Log(name: "two", bytes: Array(text.utf8))).write(into: sink)
    let repaired = String(decoding: sink.bytes, as: UTF8.self)
    #expect(repaired == lines[..<7].joined(separator: "\n") + "\n")
  }

  @Test func patchesAfterConflictingKeyframesAreNotRepaired() throws {
    var lines = Self.text.split(separator: "\n").map(String.init)
    lines.insert(lines[1].replacing(#""n":0"#, with: #""m":0"#), at: 1)
    _ = try check(Array((lines.joined(separator: "\n") + "\n").utf8), "two keyframes")
    lines[2...2] = [lines[6], "?", lines[2]]
    _ = try check(Array((lines.joined(separator: "\n") + "\n").utf8), "two, and damage between")
  }

  /// Checks that each frame of a changed log is as recorded, or that something is reported.
  ///
  /// Returns whether a frame differs although no damage is reported.
  private func check(_ bytes: [UInt8], _ change: String) throws -> Bool {
    guard let log = try? Log(name: "changed", bytes: bytes) else { return false }
    let damages = try log.damages()
    let frames = try #require(Self.frames)
    var timeline = Timeline(log)
    var isUntold = false
    for seq in 0...8 {
      if let state = try? timeline.state(at: seq) {
        if state != frames.states[seq], damages.isEmpty { isUntold = true }
      } else {
        let isTold = !damages.isEmpty || !log.isComplete || frames.states[seq] == nil
        #expect(isTold, "\(change): frame \(seq) is unknown, and nobody says why")
      }
    }
    try checkRepair(of: log, damages, change)
    return isUntold
  }

  /// A repaired log is complete, and contains only frames that were recorded.
  private func checkRepair(of log: Log, _ damages: [LogDamage], _ change: String) throws {
    let sink = LogBuffer()
    try LogRepair(log).write(into: sink)
    let repaired = try Log(name: "repaired", bytes: sink.bytes)
    #expect(
      try repaired.damages() == [], "\(change): \(String(decoding: sink.bytes, as: UTF8.self))")
    var (before, after) = (Timeline(log), Timeline(repaired))
    for seq in 0...8 {
      guard let state = try? after.state(at: seq) else { continue }
      #expect(try before.state(at: seq) == state, "\(change): repaired frame \(seq)")
    }
    if damages.isEmpty { #expect(repaired.lastSeq == log.lastSeq, "\(change)") }
  }
}

/// The frames of an undamaged log.
private struct Frames {
  var states: [Int: JSON] = [:]

  init(_ bytes: [UInt8]) throws {
    var timeline = Timeline(try Log(checked: "whole", bytes: bytes))
    for seq in 0...8 {
      if let state = try? timeline.state(at: seq) { states[seq] = state }
    }
  }
}
