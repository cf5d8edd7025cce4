import Foundation
import RexLocking
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

  @Test func aFolderThatIsMadeAgainIsFlushedWithItsEntryInItsParent() throws {
    let parent = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    let folder = parent.appending(path: "logs")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: parent) }
    let files = FlushedFolders()
    let sink = try FileSink(creating: folder.appending(path: "1.jsonl").path, on: files)
    try sink.sync()
    #expect(files.takePaths() == [folder.path])
    try FileManager.default.removeItem(at: folder)
    #expect(try sink.truncate(to: 0) == 0)
    try sink.sync()
    #expect(files.takePaths() == [folder.path, parent.path])
  }

  @Test func aFailedWriteLeavesTheBytesThatWereNotWritten() throws {
    var (rest, calls) = (Array("abcdef".utf8)[...], 0)
    #expect(throws: SystemError.self) {
      try rest.writeAll { (_) throws(SystemError) in
        calls += 1
        if calls == 2 { throw .failed(operation: "write", code: EINTR) }
        if calls == 3 { throw .failed(operation: "write", code: ENOSPC) }
        return 4
      }
    }
    #expect((Array(rest), calls) == (Array("ef".utf8), 3))
  }

  @Test func aFileThatTakesNothingIsAnError() throws {
    var rest = Array("abcdef".utf8)[...]
    #expect(throws: SystemError.self) { try rest.writeAll { _ in 0 } }
    #expect(rest.count == 6)
  }
}

/// The disk, with the folders that are flushed.
private final class FlushedFolders: FileSystem {
  private let disk = SystemFiles()
  private let paths = Locked<[String]>([])

  func takePaths() -> [String] {
    paths.withLock { paths in
      defer { paths = [] }
      return paths
    }
  }

  func sync(folder path: String) throws(SystemError) {
    paths.withLock { $0.append(path) }
    try disk.sync(folder: path)
  }

  func create(_ path: String) throws(SystemError) -> any WritableFile { try disk.create(path) }
  func open(_ path: String) throws(SystemError) -> any ReadableFile { try disk.open(path) }
  func remove(_ path: String) throws(SystemError) { try disk.remove(path) }
  func makeFolder(_ path: String) throws(SystemError) -> Bool { try disk.makeFolder(path) }
  func removeFolder(_ path: String) throws(SystemError) { try disk.removeFolder(path) }
  func names(inFolder path: String) throws(SystemError) -> [String] {
    try disk.names(inFolder: path)
  }
}
