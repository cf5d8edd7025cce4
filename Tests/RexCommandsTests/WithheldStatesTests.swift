import Foundation
import RexCommands
import RexJSON
import TestSupport
import Testing

/// What is asked of a log that lacks some states has the full log's answer, or is unknown; and it
/// is unknown only where two ways to fill in what is lacking have different answers.
@Suite struct WithheldStatesTests {
  static let seeds = 0..<UInt64(isLongRun ? 500 : 12)

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: seeds)
  func aHistoryIsThatOfTheFullLogOrUnknown(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (session, lack) = (Session(&random), Lack(&random))
    let log = try write("part", session.lines(lacking: lack))
    let call = run(["history", log, "/n", "--json"])
    let lines = try documents(call)
    let isAllUnknown = lines.isEmpty && call.status == .noVerdict
    var found = [Change](repeating: isAllUnknown ? .unknown : .none, count: Session.count + 1)
    for line in lines {
      let (seq, first) = (try line.int("seq"), try? line.int("firstSeq"))
      let isCertain = line["isUnknown"] != true && first == nil
      let change = Change.change(try? line.int("old"), try? line.int("new"))
      for action in (first ?? seq)...seq { found[action] = isCertain ? change : .unknown }
    }
    let fillings = session.fillings(of: lack)
    if isAllUnknown { #expect(Set(fillings.map(\.changes)).count > 1, "seed \(seed)") }
    for action in 1...Session.count {
      if found[action] == .unknown {
        let isOpen = Set(fillings.map { $0.changes[action] }).count > 1
        #expect(isOpen || isAllUnknown, "seed \(seed), action \(action)")
      } else {
        #expect(found[action] == session.changes[action], "seed \(seed), action \(action)")
      }
    }
    let certain = lines.firstIndex { $0["isUnknown"] != true }
    let none: CommandStatus = found.contains(.unknown) ? .noVerdict : .negative
    #expect(call.status == (certain == nil ? none : .success), "seed \(seed)")
    let blame = run(["blame", log, "/n", "--json"])
    #expect(try documents(blame) == Array(lines.prefix((certain ?? lines.count) + 1)))
    #expect(blame.status == call.status, "seed \(seed)")
  }

  @Test(arguments: seeds)
  func aConditionIsTrueFalseOrUnknown(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (session, lack) = (Session(&random), Lack(&random))
    let log = try write("part", session.lines(lacking: lack))
    let open = lack.unknown.union(lack.lost)
    for state in lack.unknown {
      #expect(Set(session.fillings(of: lack).map { $0.values[state] == 1 }).count == 2)
    }
    let known = (0...Session.count).filter { session.values[$0] == 1 && !open.contains($0) }
    let none: CommandStatus = open.isEmpty ? .negative : .noVerdict
    let status: CommandStatus = known.isEmpty ? none : .success

    let all = run(["when", log, "$.n == 1", "--all", "--json"])
    #expect(try documents(all).map { try $0.int("seq") } == known, "seed \(seed)")
    #expect(all.status == status && skippedCount(all) == open.count, "seed \(seed): \(all)")
    let first = run(["when", log, "$.n == 1", "--json"])
    #expect(try documents(first).map { try $0.int("seq") } == Array(known.prefix(1)))
    let before = open.filter { $0 < known.first ?? .max }.count
    #expect(first.status == status && skippedCount(first) == before, "seed \(seed): \(first)")
    let last = run(["when", log, "$.n == 1", "--last", "--json"])
    #expect(try documents(last).map { try $0.int("seq") } == Array(known.suffix(1)))
    let after = open.filter { $0 > known.last ?? -1 }.count
    #expect(last.status == status && skippedCount(last) == after, "seed \(seed): \(last)")

    let list = run(["list", log, "--where", "$.n == 1", "--json"])
    let actions = known.filter { $0 > 0 }
    #expect(try documents(list).map { try $0.int("seq") } == actions, "seed \(seed)")
    #expect(list.status == (actions.isEmpty ? none : .success), "seed \(seed): \(list)")

    let rules = folder.path + "/rules.txt"
    try Data("n: $.n != 1".utf8).write(to: URL(filePath: rules))
    let check = run(["check", log, "--rules", rules, "--json"])
    let rule = try documents(check).first?["rules"]?.array?.first
    #expect(try rule?["seq"] == nil ? known.isEmpty : rule?.int("seq") == known.first)
    let verdicts: [CommandStatus: CommandStatus] = [
      .success: .negative, .negative: .success, .noVerdict: .noVerdict,
    ]
    #expect(check.status == verdicts[status], "seed \(seed): \(check)")
  }

  @Test(arguments: seeds)
  func aTextIsFoundNotFoundOrNotSearchedFor(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (session, lack) = (Session(&random), Lack(&random))
    let log = try write("part", session.lines(lacking: lack))
    let full = try write("full", session.lines(lacking: Lack()))
    for (part, open) in [("type", lack.lost), ("change", lack.lost.union(lack.unrecorded))] {
      for order in [[], ["--reverse"]] {
        let text = part == "type" ? "b" : "2"
        let call = run(["find", log, text, "--in", part, "--json"] + order)
        let expected = try documents(run(["find", full, text, "--in", part, "--json"] + order))
          .map { try $0.int("seq") }.filter { !open.contains($0) }
        #expect(try documents(call).map { try $0.int("seq") } == expected, "seed \(seed)")
        let none: CommandStatus = open.isEmpty ? .negative : .noVerdict
        #expect(call.status == (expected.isEmpty ? none : .success), "seed \(seed): \(call)")
      }
    }
  }

  @Test(arguments: seeds)
  func aComparisonFindsWhatIsKnownToDiffer(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (session, lack) = (Session(&random), Lack(&random))
    let log = try write("part", session.lines(lacking: lack))
    var other = session
    if Bool.random(using: &random) {
      other.values[Int.random(in: 0...Session.count, using: &random)] = Session.value(&random)
    }
    let full = try write("other", other.lines(lacking: Lack()))
    let differing = (0...Session.count).filter { session.values[$0] != other.values[$0] }
    let known = differing.filter { !lack.unknown.contains($0) }
    let fillings = session.fillings(of: lack)
    let call = run(["compare", log, full, "--json"])
    let isOpen = !lack.unknown.isEmpty
    #expect(
      call.status == (known.isEmpty ? (isOpen ? .noVerdict : .success) : .negative),
      "seed \(seed): \(call)")
    if call.status == .noVerdict {
      #expect(Set(fillings.map { $0.values == other.values }).count > 1, "seed \(seed)")
    }
    let found = try documents(call).first { $0["path"] != nil }
    if let found { #expect(known.contains(try found.int("seq")), "seed \(seed)") }

    let bisect = run(["bisect", log, full, "--json"])
    switch bisect.status {
    case .success: #expect(try documents(bisect).first?.int("seq") == differing.first)
    case .negative: #expect(differing.isEmpty && !isOpen, "seed \(seed): \(bisect)")
    default: #expect(bisect.status == .noVerdict && isOpen, "seed \(seed): \(bisect)")
    }
  }

  @Test(arguments: seeds)
  func aSessionStandsAtEachAction(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let (session, lack) = (Session(&random), Lack(&random))
    let log = try write("part", session.lines(lacking: lack))
    let lines = (0...Session.count).map { "goto \($0)\n" }.joined()
    let stops = try documents(run(["step", log, "--json"], input: "watch /n\n" + lines)).dropFirst()
    for seq in 0...Session.count {
      let stop = try #require(stops.first { (try? $0.int("seq")) == seq })
      let watch = try #require(stop["watches"]?.array?.first)
      #expect((stop["problem"] != nil) == lack.unknown.contains(seq), "seed \(seed), \(seq)")
      let value = lack.unknown.contains(seq) ? nil : session.values[seq]
      #expect((try? watch.int("new")) == value, "seed \(seed), \(seq)")
    }
  }

  private func write(_ name: String, _ lines: [String]) throws -> String {
    let path = folder.path + "/\(name).jsonl"
    try Data(HandmadeLog(lines).bytes).write(to: URL(filePath: path))
    return path
  }

  private func documents(_ call: Call) throws -> [JSON] {
    try call.output.split(separator: "\n").map { try JSON(parsing: Array($0.utf8)) }
  }

  private func skippedCount(_ call: Call) -> Int {
    call.errors.firstMatch(of: /skipped after (\d+) action/).flatMap { Int($0.1) } ?? 0
  }
}

extension JSON {
  fileprivate func int(_ key: String) throws -> Int {
    struct Missing: Error {}
    guard let number = self[key]?.number?.exactly(Int.self) else { throw Missing() }
    return number
  }
}

/// An action's change of the value.
private enum Change: Hashable {
  case none
  case change(Int?, Int?)
  case unknown
}

/// The values of a session's only member, nil if it is absent, after the start and each action.
private struct Session {
  static let count = 7

  var values: [Int?]
  var types: [String]

  init(_ random: inout SeededGenerator) {
    values = (0...Self.count).map { _ in Self.value(&random) }
    types = (0...Self.count).map { _ in Bool.random(using: &random) ? "a" : "b" }
  }

  static let allValues = [nil, 0, 1, 2]

  static func value(_ random: inout SeededGenerator) -> Int? {
    allValues.randomElement(using: &random) ?? nil
  }

  /// The changes by each action, from the start on, which changes nothing.
  var changes: [Change] {
    values.indices.map { index in
      index == 0 || values[index] == values[index - 1]
        ? .none : .change(values[index - 1], values[index])
    }
  }

  /// The sessions that fit a log of this one: any value can be in a state that is not in the log.
  func fillings(of lack: Lack) -> [Session] {
    lack.unknown.reduce([self]) { sessions, seq in
      sessions.flatMap { session in
        Self.allValues.map { value in
          var session = session
          session.values[seq] = value
          return session
        }
      }
    }
  }

  func lines(lacking lack: Lack) -> [String] {
    var lines = [HandmadeLog.keyframe(0, state(0))]
    for seq in 1...Self.count {
      if let part = lack.parts.first(where: { $0.seqs.contains(seq) }) {
        if !part.isGap { lines.append(action(seq, patch: "null")) }
        if part.isGap, seq == part.seqs.lowerBound {
          lines.append(HandmadeLog.gap(seq, part.seqs.upperBound))
        }
        guard part.hasKeyframe, seq == part.seqs.upperBound else { continue }
        lines.append(HandmadeLog.keyframe(seq, state(seq)))
      } else {
        lines.append(action(seq, patch: patch(seq)))
        if lack.keyframes.contains(seq) { lines.append(HandmadeLog.keyframe(seq, state(seq))) }
      }
    }
    return lines + [HandmadeLog.end(Self.count)]
  }

  private func state(_ seq: Int) -> String {
    values[seq].map { #"{"k":0,"n":\#($0)}"# } ?? #"{"k":0}"#
  }

  private func action(_ seq: Int, patch: String) -> String {
    #"{"kind":"action","seq":\#(seq),"timeMs":\#(seq),"type":"\#(types[seq])","action":{},"#
      + #""tookMs":0,"patch":\#(patch)}"#
  }

  private func patch(_ seq: Int) -> String {
    switch (values[seq - 1], values[seq]) {
    case (let old, let new) where old == new: "[]"
    case (_, nil): #"[{"op":"remove","path":"/n"}]"#
    case (nil, let new?): HandmadeLog.patch("add", "/n", "\(new)")
    case (_, let new?): HandmadeLog.patch("replace", "/n", "\(new)")
    }
  }
}

/// What a log lacks of a session.
private struct Lack {
  /// Actions without patches, or lost ones.
  struct Part {
    var seqs: ClosedRange<Int>
    var isGap: Bool
    var hasKeyframe: Bool
  }

  var parts: [Part] = []
  /// The keyframes that the log has besides those behind the parts.
  var keyframes: Set<Int> = []

  init() {}

  init(_ random: inout SeededGenerator) {
    var seq = 1
    while seq <= Session.count {
      let count = Int.random(in: 1...3, using: &random)
      let end = seq + count - 1
      let isLeftOut = Int.random(in: 0..<3, using: &random) == 0
      if isLeftOut, end <= Session.count, unknown.count + count <= 4 {
        let isGap = count > 1 && Bool.random(using: &random)
        let hasKeyframe = end < Session.count || Bool.random(using: &random)
        parts.append(Part(seqs: seq...end, isGap: isGap, hasKeyframe: hasKeyframe))
        seq = end
      } else if Bool.random(using: &random) {
        keyframes.insert(seq)
      }
      seq += 1
    }
  }

  /// The actions after which the state is not in the log.
  var unknown: Set<Int> {
    parts.reduce(into: []) { unknown, part in
      unknown.formUnion(part.seqs)
      if part.hasKeyframe { unknown.remove(part.seqs.upperBound) }
    }
  }

  var lost: Set<Int> { Set(parts.filter(\.isGap).flatMap(\.seqs)) }

  var unrecorded: Set<Int> { Set(parts.filter { !$0.isGap }.flatMap(\.seqs)) }
}
