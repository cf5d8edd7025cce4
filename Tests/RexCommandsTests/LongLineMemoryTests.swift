import Foundation
import TestSupport
import Testing

/// How much memory the commands use for a line whose values need much.
@Suite(.serialized, .enabled(if: isLongRun)) struct LongLineMemoryTests {
  /// Elements whose tree needs many times the memory of their text.
  enum Piece: String, CaseIterable {
    case numbers = "1,"
    case arrays = "[1],"
    case objects = #"{"a":1},"#
    /// An object with many members, whose keys are as short as they can be.
    case members = #""a":1,"#

    /// Writes a value of about so many bytes in small parts.
    ///
    /// The system counts the peak memory of the tests as that of the processes that they start.
    func write(_ byteCount: Int, to file: FileHandle) throws {
      try file.write(contentsOf: Data((self == .members ? "{" : "[").utf8))
      var (written, number) = (0, 0)
      while written < byteCount {
        var chunk = ""
        while chunk.utf8.count < 1 << 16 {
          chunk += self == .members ? "\"\(String(number, radix: 36))\":1," : rawValue
          number += 1
        }
        written += chunk.utf8.count
        if written >= byteCount { chunk.removeLast() }
        try file.write(contentsOf: Data(chunk.utf8))
      }
      try file.write(contentsOf: Data((self == .members ? "}" : "]").utf8))
    }
  }

  /// Where the long value is in a log.
  enum Part: String, CaseIterable {
    case state, payload, change, mark

    /// The lines after the first.
    func lines(_ long: String) -> String {
      let state = self == .state ? #"{"n":0,"long":\#(long)}"# : #"{"n":0}"#
      let payload = self == .payload ? long : "{}"
      let change =
        self == .change
        ? #"{"op":"add","path":"/long","value":\#(long)}"#
        : #"{"op":"replace","path":"/n","value":1}"#
      let mark =
        self == .mark
        ? #"{"kind":"mark","seq":1,"timeMs":1,"label":"here","data":\#(long)}"# + "\n" : ""
      return """
        {"kind":"keyframe","seq":0,"timeMs":0,"state":\(state)}
        {"kind":"action","seq":1,"timeMs":1,"type":"a","action":\(payload),"tookMs":0,\
        "patch":[\(change)]}
        \(mark){"kind":"action","seq":2,"timeMs":2,"type":"b","action":{},"tookMs":0,\
        "patch":[{"op":"replace","path":"/n","value":2}]}

        """
    }
  }

  @Test(arguments: Part.allCases, Piece.allCases)
  func noCommandTakesMoreThanEightTimesALongLine(_ part: Part, _ piece: Piece) throws {
    let byteCount = 48_000_000
    try check(Self.commands + [["compare", "LOG"]], part, piece, byteCount, atMost: 8 * byteCount)
  }

  /// The limit on values bounds a shorter line: 128 MiB, in addition to the line and a copy.
  ///
  /// `redact` also indexes the line, with 16 bytes for each key and value.
  @Test(arguments: Part.allCases, Piece.allCases)
  func noCommandHoldsTheValuesOfAShorterLineTwice(_ part: Part, _ piece: Piece) throws {
    let byteCount = 10_000_000
    let peakMax = 128 << 20 + 3 * byteCount + 25_000_000
    let redact = ["redact", "-o", "NEW"]
    let others = Self.commands.filter { $0 != redact }
    try check(others, part, piece, byteCount, atMost: peakMax)
    try check([redact], part, piece, byteCount, atMost: peakMax + 4 * byteCount)
  }

  /// The payloads of the changes are 150 MB together; at most 16 MB of them stay in memory.
  @Test(arguments: [["--reverse"], ["--reverse", "--json"], ["--stats"]])
  func historyKeepsNoPayloadsInMemory(_ options: [String]) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let payload = "\"" + String(repeating: "p", count: 1_000_000) + "\""
    try Data((HandmadeLog.session() + "\n" + HandmadeLog.keyframe(0) + "\n").utf8)
      .write(to: URL(filePath: path))
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.seekToEnd()
    for seq in 1...150 {
      let patch = HandmadeLog.patch("replace", "/n", "\(seq)")
      let line = HandmadeLog.action(seq, patch: patch).replacing(
        #""action":{"add":\#(seq)}"#, with: #""action":\#(payload)"#)
      #expect(line.utf8.count > 1_000_000)
      try file.write(contentsOf: Data((line + "\n").utf8))
    }
    try file.close()
    #expect(try peakByteCount(["history", path, "/n"] + options) < 120_000_000)
  }

  /// Where a cut-off line may end is noted for its last members only.
  @Test func aTornLineTakesNoMoreThanAWholeOne() throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let byteCount = 10_000_000
    let torn = #"{"kind":"action","seq":1,"timeMs":1,"type":"a","action":1,"inputs":["#
    let session = #"{"kind":"session","rexlog":1,"id":"1","startedAt":"2026-01-01T00:00:00Z","#
    try Data((session + #""app":{"name":"A"}}"# + "\n" + torn).utf8)
      .write(to: URL(filePath: path))
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.seekToEnd()
    let chunk = Data(String(repeating: "0,", count: 50_000).utf8)
    for _ in 0..<byteCount / chunk.count { try file.write(contentsOf: chunk) }
    try file.close()
    #expect(try peakByteCount(["info", path]) <= 128 << 20 + 3 * byteCount + 25_000_000)
  }

  private func check(
    _ commands: [[String]], _ part: Part, _ piece: Piece, _ byteCount: Int, atMost peakMax: Int
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let log = folder + "/log.jsonl"
    let session = #"{"kind":"session","rexlog":1,"id":"1","startedAt":"2026-01-01T00:00:00Z","#
    let text = session + #""app":{"name":"A"}}"# + "\n" + part.lines("LONG")
    let around = text.components(separatedBy: "LONG")
    try Data(around[0].utf8).write(to: URL(filePath: log))
    let file = try FileHandle(forWritingTo: URL(filePath: log))
    try file.seekToEnd()
    try piece.write(byteCount, to: file)
    try file.write(contentsOf: Data(around[1].utf8))
    try file.close()
    for command in commands {
      let operands = command.dropFirst().map { word in
        word == "NEW" ? folder + "/\(UUID()).jsonl" : word == "LOG" ? log : word
      }
      let peak = try peakByteCount([command[0], log] + operands)
      #expect(peak <= peakMax, "\(command) of \(part) with \(piece)")
    }
  }

  private static let commands = [
    ["list"], ["list", "--grep", "1,2"], ["list", "--at", "/n"], ["list", "--where", "$.n == 2"],
    ["show", "1"], ["show", "1", "--json"], ["diff", "1", "2"], ["info"], ["info", "--check"],
    ["repair", "-o", "NEW"], ["redact", "-o", "NEW"],
    ["slice", "--from", "2", "-o", "NEW"], ["find", "1,2"], ["find", "-i", "x"],
    ["when", "$.n == 2"], ["history", "/n"], ["history", "/long"], ["causes", "1"],
    ["unusual"], ["step"],
  ]

  /// Runs the built tool and returns its peak memory, as counted by the system.
  private func peakByteCount(_ words: [String]) throws -> Int {
    var files: posix_spawn_file_actions_t = .init()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0)
    let path = BuiltProducts.url("rexreplay").path
    var arguments = ([path] + words).map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var id: pid_t = 0
    try #require(posix_spawn(&id, path, &files, nil, &arguments, environ) == 0)
    var (usage, status) = (rusage(), Int32(0))
    try #require(wait4(id, &status, 0, &usage) == id)
    // A tool that was killed by a signal has not kept the bound.
    #expect(status & 0x7F == 0)
    #if canImport(Darwin)
      return Int(usage.ru_maxrss)
    #else
      return Int(usage.ru_maxrss) * 1024
    #endif
  }
}
