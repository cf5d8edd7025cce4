import Foundation
import RexLog
import TestSupport
import Testing

@testable import RexRecorder

/// A recorder that cannot be created leaves no files, and throws an error with a solution.
@Suite struct SessionFailureTests {
  @Test(arguments: [0, 1, 20])
  func aDiskThatIsFullAtTheFirstBytesLeavesNoFile(_ room: Int) throws {
    let launches = try Launches()
    let error = #expect(throws: LogError.self) {
      try launches.start(on: FullDisk(room: room))
    }
    #expect(error?.kind == .system(operation: "write", code: ENOSPC))
    #expect(
      error?.localizedDescription.hasSuffix(
        "cannot write: No space left on device; free space on the disk") == true)
    #expect(try launches.names() == [])
    try launches.launch { $0.start(from: $1) }
    #expect(try launches.names().count == 1)
  }

  @Test func beforeTheFirstUnlockTheErrorNamesThePermissions() throws {
    let launches = try Launches()
    let error = #expect(throws: LogError.self) {
      try launches.start(on: FullDisk(room: 0, creating: EPERM))
    }
    #expect(error?.kind == .system(operation: "create", code: EPERM))
    #expect(error?.description.contains("check the file's permissions") == true)
    #expect(try launches.names() == [])
  }

  @Test func aFileIsNotAFolder() throws {
    let launches = try Launches()
    try Data().write(to: launches.folder)
    #expect(throws: LogError.self) { try launches.start() }
    #expect(throws: LogError.self) { try RecordedSessions(launches.folder).list() }
  }

  @Test func aFolderThatIsDeletedDuringRecordingIsCreatedAgain() throws {
    let launches = try Launches()
    let clock = ManualClock()
    let recorder = try launches.start(clock: clock)
    var state = Counter()
    recorder.record(.add(1), into: &state, reduce: Counter.reduce)
    try FileManager.default.removeItem(at: launches.folder)
    for _ in 0..<40 {
      clock.advance(byMs: 1000)
      recorder.record(.add(1), into: &state, reduce: Counter.reduce)
    }
    #expect(recorder.failure == nil)
    let session = try #require(try RecordedSessions(launches.folder).list().first)
    #expect(session.lastAction?.seq == 41)
    let log = try Log(checkedPath: RecordedSessions(launches.folder).url(of: session).path)
    #expect(try log.lines().count { $0.kind == .gap } == 1)
  }

  @Test func aSymbolicLinkIsNotFollowed() throws {
    let launches = try Launches(SessionLimits(count: 2))
    let elsewhere = try Launches()
    try elsewhere.launch { $0.start(from: $1) }
    try FileManager.default.createDirectory(
      at: launches.folder, withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      at: launches.folder.appending(path: "0001-20200101T000000Z-A"),
      withDestinationURL: elsewhere.folder.appending(path: try elsewhere.names()[0]))
    for _ in 0..<3 { try launches.launch { $0.start(from: $1) } }
    #expect(try RecordedSessions(elsewhere.folder).list().count == 1)
  }
}

/// The system's files on a disk with a number of free bytes.
private struct FullDisk: FileSystem {
  var room: Int
  /// The error of creating a file; nil if files can be created.
  var creating: Int32?
  private let system = SystemFiles()

  init(room: Int, creating: Int32? = nil) { (self.room, self.creating) = (room, creating) }

  func create(_ path: String) throws(SystemError) -> any WritableFile {
    if let creating { throw .failed(operation: "create", code: creating) }
    return FullFile(file: try system.create(path), room: room)
  }

  func open(_ path: String) throws(SystemError) -> any ReadableFile { try system.open(path) }
  func remove(_ path: String) throws(SystemError) { try system.remove(path) }
  func makeFolder(_ path: String) throws(SystemError) -> Bool { try system.makeFolder(path) }
  func removeFolder(_ path: String) throws(SystemError) { try system.removeFolder(path) }
  func sync(folder path: String) throws(SystemError) { try system.sync(folder: path) }
  func names(inFolder path: String) throws(SystemError) -> [String] {
    try system.names(inFolder: path)
  }

  private struct FullFile: WritableFile {
    let file: any WritableFile
    let room: Int

    func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
      let rest = room - (try file.byteCount())
      guard rest > 0 else { throw .failed(operation: "write", code: ENOSPC) }
      return try file.write(bytes.prefix(rest))
    }

    func sync() throws(SystemError) { try file.sync() }
    func truncate(to byteCount: Int) throws(SystemError) { try file.truncate(to: byteCount) }
    func byteCount() throws(SystemError) -> Int { try file.byteCount() }
    func status() throws(SystemError) -> FileStatus { try file.status() }
    func read(at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
      try file.read(at: offset, count: count)
    }
  }
}
