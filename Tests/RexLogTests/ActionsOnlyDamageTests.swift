import RexJSON
import RexLog
import TestSupport
import Testing

/// In a log without patches, too, actions whose numbers do not follow each other are damage.
@Suite struct ActionsOnlyDamageTests {
  private static let count = 6
  private static let lines =
    [HandmadeLog.keyframe(0)] + (1...count).map { HandmadeLog.action($0) }
    + [HandmadeLog.end(count)]

  @Test func anUndamagedLogHasNoDamage() throws {
    #expect(try HandmadeLog(Self.lines).log().damages() == [])
  }

  @Test(arguments: 1...count)
  func aLostActionIsDamage(seq: Int) throws {
    var lines = Self.lines
    lines.remove(at: seq)
    let isLast = seq == Self.count
    try expect(
      lines, line: seq + 2,
      .outOfOrder(expected: isLast ? seq - 1 : seq, found: isLast ? seq : seq + 1))
  }

  @Test(arguments: 1...count)
  func aDoubledActionIsDamage(seq: Int) throws {
    var lines = Self.lines
    lines.insert(lines[seq], at: seq)
    try expect(lines, line: seq + 3, .outOfOrder(expected: seq + 1, found: seq))
  }

  @Test(arguments: 1..<count)
  func swappedActionsAreDamage(seq: Int) throws {
    var lines = Self.lines
    lines.swapAt(seq, seq + 1)
    try expect(lines, line: seq + 2, .outOfOrder(expected: seq, found: seq + 1))
  }

  @Test func manyLostActionsAreManyDamages() throws {
    let kept = (1...300).filter { !$0.isMultiple(of: 5) }
    let log = try HandmadeLog(
      [HandmadeLog.keyframe(0)] + kept.map { HandmadeLog.action($0) } + [HandmadeLog.end(300)]
    ).log()
    #expect(try log.damages().count == 60)
  }

  /// Expects damage first at a line, and that a repair leaves none.
  private func expect(_ lines: [String], line: Int, _ kind: LogError.Kind) throws {
    let log = try HandmadeLog(lines).log()
    let first = try log.damages().first?.error
    #expect(first?.kind == kind)
    #expect(first?.location.line == line)
    let sink = LogBuffer()
    try LogRepair(log).write(into: sink)
    let repaired = try Log(checked: "repaired", bytes: sink.bytes)
    #expect(repaired.lastSeq == log.lastSeq)
  }
}
