import Foundation
import RexLog
import Testing

/// A file sink never loses bytes without an error.
@Suite struct FileSinkTests {
  @Test func aDeletedFileIsAnErrorUntilItIsReplaced() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let sink = try FileSink(creating: path)
    try sink.append(Array("1\n".utf8))
    try FileManager.default.removeItem(atPath: path)
    let outcomes = (0..<50).map { _ in
      (try? sink.append(Array("2\n".utf8))) != nil
    }
    let failure = try #require(outcomes.firstIndex(of: false))
    #expect(failure < 16)
    #expect(!outcomes[failure...].contains(true))
    #expect(try sink.truncate(to: 2) == 0)
    try sink.append(Array("3\n".utf8))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "3\n")
  }
}
