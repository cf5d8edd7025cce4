#if os(Linux)
  import Foundation
  import RexLog
  import TestSupport
  import Testing

  /// A process that forks, or limits the size of its files, while it records.
  ///
  /// On Darwin, `fork` is not available in Swift.
  @Suite struct ProcessTests {
    @Test(arguments: ["fork", "fork-background", "fork-actions"])
    func aChildNeverWritesIntoItsParentsLog(_ way: String) throws {
      let (log, output) = try run(way)
      #expect(output == "child 20\nparent 3\n")
      #expect(try log.lines().filter(\.isAction).map(\.seq) == [1, 2, 3])
      #expect(log.isComplete)
    }

    @Test func aFileSizeLimitIsAFailureRatherThanASignal() throws {
      let (log, output) = try run("limited")
      #expect(
        output.contains("cannot write: File too large; the process may not write larger files"))
      #expect(log.lastSeq > 100 && log.byteCount <= 65_536)
    }

    private func run(_ way: String) throws -> (Log, output: String) {
      let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      defer { try? FileManager.default.removeItem(at: folder) }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let (path, progress) = (folder.appending(path: "log.jsonl"), folder.appending(path: "p"))
      try Data(count: 2 * MemoryLayout<Int>.size).write(to: progress)
      let process = Process()
      let output = Pipe()
      process.executableURL = BuiltProducts.url("CrashingApp")
      process.arguments = [path.path, progress.path, way]
      (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
      try process.run()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationReason == .exit && process.terminationStatus == 0)
      return (try Log(checked: "log", bytes: Array(Data(contentsOf: path))), text)
    }
  }
#endif
