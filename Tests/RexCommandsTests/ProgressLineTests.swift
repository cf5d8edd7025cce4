import Foundation
import RexLocking
import TestSupport
import Testing

@testable import RexCommands

/// Progress is told after a second, five times a second, and leaves no trace.
@Suite struct ProgressLineTests {
  @Test func rateAndTimeLeftAreTold() {
    let (texts, seconds) = (Locked<[String]>([]), Locked(0.0))
    // Time counts from the first action on.
    let start = ContinuousClock.now + .seconds(60)
    let line = ProgressLine(total: 1_000_000) { text in
      texts.withLock { $0.append(text) }
    } now: {
      start + .seconds(seconds.withLock { $0 })
    }
    for (time, count) in [
      (0, 0), (0.5, 100), (1.0, 900), (1.1, 500), (1.3, 11_500), (5, 987_000), (9, 5),
    ] {
      seconds.withLock { $0 = time }
      line.add(count)
    }
    line.end()
    line.end()
    #expect(
      texts.withLock { $0 } == [
        "\r1,000 of 1,000,000 actions, 1,000 a second, 999 s left\u{1B}[K",
        "\r13,000 of 1,000,000 actions, 10,000 a second, 99 s left\u{1B}[K",
        "\r1,000,000 of 1,000,000 actions, 200,000 a second, 0 s left\u{1B}[K",
        "\r1,000,000 of 1,000,000 actions, 111,111 a second, 0 s left\u{1B}[K", "\r\u{1B}[K",
      ])
  }

  /// Before the third action, the command takes as long as is told.
  @Test func anErrorIsWrittenInPlaceOfTheLine() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/damaged.jsonl"
    let lines =
      [HandmadeLog.keyframe(0)] + (1...2).map { HandmadeLog.action($0) } + ["{]"]
      + [HandmadeLog.action(4)]
    try Data(HandmadeLog(lines).bytes).write(to: URL(filePath: path))
    let askedCount = Locked(0)
    let call = run(
      ["list", path, "--type", "none"], showsProgress: true,
      isStopped: {
        let count = askedCount.withLock { count in
          count += 1
          return count
        }
        if count == 4 { Thread.sleep(forTimeInterval: 1.1) }
        return false
      })
    #expect(call.errors.contains(#/\r\d of 4 actions, [^\r]*\u{1B}\[K\r\u{1B}\[K[^\r]*error/#))
    #expect(call.status == .unreadable)
  }

  @Test func aQuickCommandTellsNothing() {
    let line = ProgressLine(total: 10) { Issue.record("\($0)") }
    line.add(10)
    line.end()
  }
}
