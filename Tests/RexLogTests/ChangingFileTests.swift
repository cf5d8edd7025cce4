import Foundation
import RexFormat
import RexJSON
import RexLocking
import RexLog
import RexTimeline
import TestSupport
import Testing

/// Overwriting or truncating a file while it is read is an error; appended lines are ignored.
@Suite struct ChangingFileTests {
  private let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl").path

  /// Changes to the file of an open log.
  enum Change: CaseIterable {
    case overwritten, truncated, appended, unlinked

    var error: LogError.Kind? {
      switch self {
      case .overwritten: .changed
      case .truncated: .shrank
      case .appended, .unlinked: nil
      }
    }

    func make(at path: String) throws {
      let url = URL(filePath: path)
      let bytes = try Data(contentsOf: url)
      let file = try FileHandle(forWritingTo: url)
      defer { try? file.close() }
      switch self {
      case .overwritten:
        try file.seek(toOffset: UInt64(bytes.count / 2))
        try file.write(contentsOf: Data("0".utf8))
        // File systems have coarse clocks, so set the modification time explicitly.
        let later = Date(timeIntervalSinceNow: 60)
        try FileManager.default.setAttributes([.modificationDate: later], ofItemAtPath: path)
      case .truncated: try file.truncate(atOffset: UInt64(bytes.count / 2))
      case .appended:
        try file.seekToEnd()
        try file.write(contentsOf: Data("{}\n".utf8))
      case .unlinked: try FileManager.default.removeItem(at: url)
      }
    }
  }

  @Test(arguments: Change.allCases)
  func changedFileIsAnErrorRatherThanAnEmptyFrame(_ change: Change) throws {
    try Fixture.text("logs/v1/team-chat.jsonl").write(
      toFile: path, atomically: false, encoding: .utf8)
    defer { try? FileManager.default.removeItem(atPath: path) }
    let whole = try Log(path: path)
    let states = try frames(of: whole)
    let log = try Log(path: path)
    let reader = log.reader()
    try change.make(at: path)
    var found: LogError.Kind?
    do throws(LogError) {
      while try reader.next() != nil {}
      #expect(try log.damages().isEmpty)
    } catch {
      found = error.kind
    }
    #expect(found == change.error)
    var timeline = Timeline(log)
    if let error = change.error {
      #expect {
        try timeline.state(at: 300)
      } throws: {
        ($0 as? LogError)?.kind == error
      }
    } else {
      #expect(try frames(of: log) == states)
    }
  }

  /// An append sets the file's time before its length, and a reader may look in between.
  @Test func aFileThatIsAppendedToWhileItIsReadIsNoError() throws {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let sink = try FileSink(creating: path)
    try sink.append(Array("{}\n".utf8))
    let isOver = Locked(false)
    let writer = Thread {
      let line = [UInt8](repeating: UInt8(ascii: " "), count: 100_000)
      for _ in 1...2000 where !isOver.withLock(\.self) { try? sink.append(line) }
      isOver.withLock { $0 = true }
    }
    writer.start()
    defer { isOver.withLock { $0 = true } }
    while !isOver.withLock(\.self) {
      let bytes = try LogBytes(path: path)
      for _ in 1...3 { #expect(try bytes.read(0..<3) == Array("{}\n".utf8)) }
    }
  }

  private func frames(of log: Log) throws -> [JSON] {
    var timeline = Timeline(log)
    return try [0, 150, 300].map { try timeline.state(at: $0) }
  }
}
