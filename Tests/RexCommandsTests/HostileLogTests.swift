import Foundation
import RexCommands
import TestSupport
import Testing

/// Whatever a manipulated log contains, every command ends with one of its statuses, and prints
/// only printable characters.
@Suite struct HostileLogTests {
  @Test(
    arguments: try FileManager.default.contentsOfDirectory(
      atPath: Fixture.url("logs/v1/corrupt").path
    ).filter { $0.hasSuffix(".jsonl") }.sorted())
  func aCorruptLogHasExactlyThisError(_ file: String) throws {
    let name = "logs/v1/corrupt/\(file.dropLast(".jsonl".count))"
    let new = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    // The logs have no sources, which an example's log would have.
    let app = file == "unknown-app.jsonl" ? [] : ["--app", "TeamChat"]
    let call = run(["replay", "corrupt/\(file)", "-o", new] + app)
    #expect(call.output.isEmpty)
    let readable = [
      "unknown-app.jsonl", "unknown-action.jsonl", "wrong-state.jsonl", "hostile-case.jsonl",
    ]
    #expect(call.status == (readable.contains(file) ? .noVerdict : .unreadable))
    #expect(run(["verify", "corrupt/\(file)"] + app).status == call.status)
    #expect(try call.errors == Fixture.expected("\(name).error", for: call.errors))
  }

  @Test(arguments: 1...UInt64(tries(1, gate: 3, long: 40)))
  func noMutatedLogTrapsOrReachesTheTerminal(seed: UInt64) throws {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).jsonl").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    var random = SeededGenerator(seed: seed)
    let originals = try ["v1/hostile", "v1/every-kind", "v1/divergence", "causes/photos"].map {
      Array(try Fixture.bytes("logs/\($0).jsonl").prefix(6000))
    }
    for step in 0..<60 {
      var bytes = originals[step % originals.count]
      for _ in 0..<Int.random(in: 1...4, using: &random) { bytes.change(by: &random) }
      try Data(bytes).write(to: URL(filePath: path))
      // Those that write files, or take longer, meet few logs, but of each kind.
      for words in Self.calls + (step.isMultiple(of: 13) ? Self.longerCalls : []) {
        let new = path + ".new"
        defer { try? FileManager.default.removeItem(atPath: new) }
        let words = [words[0], path] + words.dropFirst().map { $0 == "NEW" ? new : $0 }
        let call = run(
          words, input: "last\nstate\nback\ndiff\ncauses\nunusual\nfind a\nnext\naction\nmarks\n",
          columnCount: [nil, 40, 160][step % 3])
        let text = call.output + call.errors
        #expect(
          text.unicodeScalars.allSatisfy { $0.isShown }, "seed \(seed), step \(step), \(words)")
        #expect(call.status != .usage, "seed \(seed), step \(step), \(words)")
      }
    }
  }

  private static let calls = [
    ["info"], ["list"], ["verify", "--app", "TeamChat"], ["grade", "--app", "TeamChat"],
    ["show", "1"], ["diff", "0", "2"], ["causes", "14"], ["causes", "1"], ["step"], ["unusual"],
    ["check", "--rules", Fixture.url("rules/chat.txt").path], ["history", "", "--stats"],
  ]

  private static let longerCalls = [
    ["info", "--check"], ["info", "--paths"], ["list", "--columns", "type,error,source,$.n,$.id"],
    ["list", "--wide"], ["when", "$.error || count($.messages[*]) > 1"], ["find", "a"],
    ["history", "/messages"], ["blame", "/n"], ["compare", "every-kind.jsonl"],
    ["bisect", "hostile.jsonl"], ["replay", "--app", "TeamChat", "-o", "NEW"],
    ["minimize", "--app", "TeamChat", "--when", "$.error", "--tests", "5", "-o", "NEW"],
    ["redact", "-o", "NEW"], ["slice", "-o", "NEW", "--from", "1"], ["repair", "-o", "NEW"],
    ["page", "-o", "NEW"],
  ]
}

extension Unicode.Scalar {
  /// Whether the character is printable or a line break.
  fileprivate var isShown: Bool {
    self == "\n" || (value >= 0x20 && !(0x7F...0x9F).contains(value) && value != 0x202E)
  }
}

extension [UInt8] {
  /// Makes a random change: of a byte, a part, a line or a number.
  fileprivate mutating func change(by random: inout SeededGenerator) {
    guard let place = indices.randomElement(using: &random) else { return }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: self[place] = .random(in: 0...255, using: &random)
    case 1: insert(.random(in: 0...255, using: &random), at: place)
    case 2: removeSubrange(place..<Swift.min(place + .random(in: 1...40, using: &random), count))
    case 3: insert(contentsOf: self[place..<Swift.min(place + 40, count)], at: place)
    case 4:
      let lines = split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      guard let line = lines.randomElement(using: &random) else { return }
      insert(contentsOf: line + [UInt8(ascii: "\n")], at: lines[lines.count / 2].startIndex)
    default:
      let numbers = ["-1", "0", "1e999", "9007199254740991", "18446744073709551616", "0.5", "null"]
      let digits = indices.filter { (0x30...0x39).contains(self[$0]) }
      guard let digit = digits.randomElement(using: &random) else { return }
      let number = numbers.randomElement(using: &random) ?? "0"
      replaceSubrange(digit...digit, with: Array(number.utf8))
    }
  }
}
