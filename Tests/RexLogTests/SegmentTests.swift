import Foundation
import RexDiff
import RexJSON
import RexLog
import TestSupport
import Testing

/// The segments of one session, in the order of their numbers, are one log.
@Suite struct SegmentTests {
  @Test func segmentsAreReadLikeTheJoinedLog() throws {
    try withSegments([1, 2, 3]) { folder in
      let log = try Log(path: folder)
      #expect(log.name == folder)
      #expect(log.fileNames.count == 3)
      #expect(log.lastSeq == 6)
      #expect(log.isComplete)
      #expect(try log.lines().map(\.seq) == [0, 0, 1, 2, 2, 2, 3, 4, 4, 4, 5, 6, 6])
      let joined = try Log(name: "joined", bytes: bytes(ofFilesIn: folder))
      #expect(try joined.lines().map(\.range) == log.lines().map(\.range))
      #expect(try joined.entries() == log.entries())
    }
  }

  @Test func theFirstSegmentsMayBeMissing() throws {
    try withSegments([2, 3]) { folder in
      let log = try Log(path: folder)
      #expect(log.session.after == 2)
      #expect(try log.lines().map(\.kind).filter { $0 == .gap } == [])
      #expect(try log.lines().map(\.seq) == [2, 2, 3, 4, 4, 4, 5, 6, 6])
    }
  }

  @Test func aMissingSegmentInBetweenIsAGap() throws {
    try withSegments([1, 3]) { folder in
      let gap = LogEntry.gap(LogGap(from: 3, to: 4, reason: "a segment is missing"))
      for log in [
        try Log(checkedPath: folder), try Log(checked: "joined", bytes: bytes(ofFilesIn: folder)),
      ] {
        let lines = try log.lines()
        #expect(lines[4].entry == gap)
        #expect(lines.map(\.kind)[3...6] == [.action, .gap, .session, .keyframe])
        #expect(lines[7].action?.seq == 5)
      }
    }
  }

  @Test func anErrorNamesTheFileAndTheLineInIt() throws {
    try withSegments([1, 2, 3]) { folder in
      let path = folder + "/0002.jsonl"
      let text = try String(contentsOfFile: path, encoding: .utf8)
      try text.replacing(#""seq":4"#, with: #""seq":5"#)
        .write(toFile: path, atomically: false, encoding: .utf8)
      let error = try #require(throws: LogError.self) { try Log(checkedPath: folder) }
      #expect(error.log == path)
      #expect(error.kind == .outOfOrder(expected: 4, found: 5))
      #expect(error.location.line == 4)
      #expect(error.location.offset == text.utf8.firstOffset(ofLine: 4))
    }
  }

  @Test func theMissingEndOfASegmentIsAGap() throws {
    try withSegments([1, 2, 3]) { folder in
      let path = folder + "/0002.jsonl"
      let whole = try Data(contentsOf: URL(filePath: path))
      let lines = segment(2).split(separator: "\n").map(\.utf8.count)
      for count in 0..<whole.count {
        try whole.prefix(count).write(to: URL(filePath: path))
        let log = try Log(path: folder)
        let entries = try log.entries()
        let isLastLineWhole = count >= lines.reduce(0) { $0 + $1 + 1 } - 1
        #expect(
          entries.contains { if case .gap = $0 { true } else { false } } != isLastLineWhole,
          "cut to \(count) bytes")
        #expect(log.lastSeq == 6)
      }
    }
  }

  @Test(arguments: [0, 20])
  func aSegmentMayBeTornBeforeATornSessionLine(_ lastCount: Int) throws {
    try withSegments([1, 2, 3]) { folder in
      let (path, lastPath) = (folder + "/0002.jsonl", folder + "/0003.jsonl")
      try Data(segment(3).utf8.prefix(lastCount)).write(to: URL(filePath: lastPath))
      let whole = try Data(contentsOf: URL(filePath: path))
      for count in 0..<whole.count {
        try whole.prefix(count).write(to: URL(filePath: path))
        let log = try Log(checkedPath: folder)
        _ = try log.entries()
        #expect((log.ending == .missing) == (lastCount == 0), "cut to \(count) bytes")
      }
    }
  }

  @Test func aLastSegmentWithATornSessionLineIsTheTornEnd() throws {
    try withSegments([1, 2, 3]) { folder in
      let path = folder + "/0003.jsonl"
      for count in 0..<50 {
        try Data(segment(3).utf8.prefix(count)).write(to: URL(filePath: path))
        let log = try Log(path: folder)
        #expect(log.lastSeq == 4)
        #expect((log.ending == .missing) == (count == 0))
      }
    }
  }

  @Test func segmentsThatAreNotConsecutiveAreRejected() throws {
    let first = segment(1)
    for (next, kind) in [
      (segment(1), LogError.Kind.misplaced("a second session line")),
      (
        segment(2).replacing(#""id":"6F9B""#, with: #""id":"other""#),
        .misplaced("a second session line")
      ),
      (segment(2).replacing(#","segment":2"#, with: ""), .misplaced("a second session line")),
      (
        segment(2).replacing(#""after":2"#, with: #""after":1"#), .outOfOrder(expected: 2, found: 1)
      ),
    ] {
      let error = #expect(throws: LogError.self) {
        try Log(checked: "joined", bytes: Array((first + next).utf8))
      }
      #expect(error?.kind == kind)
    }
  }

  @Test func aFolderMayContainSegmentsAndOtherLogs() throws {
    try withSegments([2, 3]) { folder in
      for (name, text) in [("a", segment(3)), ("b", "no log"), ("1", segment(1))] {
        let other = text.replacing("6F9B", with: "91E2")
        try other.write(toFile: "\(folder)/\(name).jsonl", atomically: false, encoding: .utf8)
      }
      let logs = try LogFolder.logs(in: folder).map {
        try $0.get().map { $0.dropFirst(folder.count + 1) }
      }
      #expect(
        logs == [["0002.jsonl", "0003.jsonl"], ["1.jsonl", "a.jsonl", "b.jsonl"]],
        "a file without a whole line is taken for what follows the segment before it")
      #expect(throws: LogError(.notAFile, log: folder)) { try Log(path: folder) }
    }
  }

  /// Creates a folder with some of the three segments of a session of six actions.
  private func withSegments(_ numbers: [Int], _ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for number in numbers {
      try Data(segment(number).utf8).write(to: folder.appending(path: "000\(number).jsonl"))
    }
    try body(folder.path)
  }

  private func bytes(ofFilesIn folder: String) throws -> [UInt8] {
    try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .flatMap { try Data(contentsOf: URL(filePath: "\(folder)/\($0)")) }
  }

  private func segment(_ number: Int) -> String {
    let after = 2 * number - 2
    let session = LogSession(
      id: "6F9B", startedAt: "now", app: .init(name: "Sum"), after: after, segment: number)
    var entries: [LogEntry] = [
      .session(session), .keyframe(LogKeyframe(seq: after, timeMs: 0, state: ["n": 0])),
    ]
    for seq in after + 1...after + 2 {
      let result = LogAction.Outcome(tookMs: 0, patch: .init())
      entries.append(
        .action(.init(seq: seq, timeMs: 0, type: "add", payload: .action(1), result: result)))
    }
    if number == 3 { entries.append(.end(LogEnd(seq: 6, timeMs: 0, reason: "closed"))) }
    var bytes: [UInt8] = []
    for entry in entries { entry.write(into: &bytes) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension String.UTF8View {
  fileprivate func firstOffset(ofLine number: Int) -> Int {
    split(separator: UInt8(ascii: "\n")).prefix(number - 1).reduce(0) { $0 + $1.count + 1 }
  }
}
