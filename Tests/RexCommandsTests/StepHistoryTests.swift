#if os(macOS) || os(Linux)
  import Foundation
  import TestSupport
  import Testing

  @testable import RexCommands

  /// The file in which the lines of `step` are kept.
  @Suite struct StepHistoryTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func history(_ app: String = "Team Chat") -> StepHistory {
      StepHistory(ofApp: app, in: folder.path)
    }

    @Test func linesAreKeptForAnApp() throws {
      #expect(try history().lines() == [])
      try history().append("next 5")
      // Another session of the same app meanwhile.
      try history().append("state /é")
      #expect(try history().lines() == ["next 5", "state /é"])
      #expect(try history("Team").lines() == [])
    }

    @Test func theFileIsPrivate() throws {
      try history().append("next")
      #expect(try mode(history().path) == 0o600)
      #expect(try mode(folder.path + "/step-history") == 0o700)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/step-history")
      #expect(names == ["Team%20Chat.txt"])
    }

    private func mode(_ path: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }

    @Test(arguments: [
      ("Cart-2", "Cart-2.txt"), ("../../x", "%2e%2e%2f%2e%2e%2fx.txt"), ("", ".txt"),
      ("a\u{0}\n", "a%00%0a.txt"), ("é", "%c3%a9.txt"),
    ])
    func aNameIsSafe(_ app: String, _ name: String) {
      #expect(StepHistory.fileName(ofApp: app) == name)
    }

    @Test func longNamesDiffer() {
      let names = ["x", "y"].map {
        StepHistory.fileName(ofApp: String(repeating: "a", count: 10_000) + $0)
      }
      #expect(names[0] != names[1])
      #expect(names.allSatisfy { $0.utf8.count <= 101 })
    }

    @Test func theFileIsBounded() throws {
      try history().append("first")
      let lines = String(repeating: "line\n", count: 2_000)
      try lines.write(toFile: history().path, atomically: true, encoding: .utf8)
      try history().append("last")
      #expect(try history().lines() == [String](repeating: "line", count: 999) + ["last"])
      try history().append(String(repeating: "x", count: StepHistory.lineBytesMax + 1))
      #expect(try history().lines().last == "last")
      // A file that is not one of these begins again.
      try Data(count: 5_000_000).write(to: URL(filePath: history().path))
      try history().append("again")
      #expect(try history().lines() == ["again"])
    }

    @Test func aLinkIsReplacedAndAPipeIsNotRead() throws {
      try history().append("one")
      let other = folder.path + "/other"
      try "kept\n".write(toFile: other, atomically: true, encoding: .utf8)
      try FileManager.default.removeItem(atPath: history().path)
      try FileManager.default.createSymbolicLink(
        atPath: history().path, withDestinationPath: other)
      try history().append("two")
      #expect(try String(contentsOfFile: other, encoding: .utf8) == "kept\n")
      try FileManager.default.removeItem(atPath: history().path)
      mkfifo(history().path, 0o600)
      #expect(throws: (any Error).self) { try history().lines() }
      #expect(throws: (any Error).self) { try history().append("three") }
    }
  }
#endif
