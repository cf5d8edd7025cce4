import RexLog
import RexQuestions
import RexTimeline
import TestSupport
import Testing

/// Chains and trees of causes, compared with following the numbers in memory.
@Suite struct CausesTests {
  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func chainsAndTreesFollowTheCausesInTheLog(_ seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let count = 300
    // As written in the lines: an earlier action, a later one, the action itself, or none.
    let written = (1...count).map { seq in
      Bool.random(using: &random) ? nil : Int.random(in: -1...(seq + 2), using: &random)
    }
    let causes = written.enumerated().map { index, cause in
      cause.flatMap { 0 < $0 && $0 <= index ? $0 : nil }
    }
    let log = try log(causes: written)
    for seq in [1, 2, 50, 299, 300] {
      let found = try ActionCauses(of: seq, in: log)
      var chain = [seq]
      while let cause = causes[chain[0] - 1] { chain.insert(cause, at: 0) }
      #expect(found.chain.map(\.seq) == chain, "seed \(seed), \(seq)")
      var followed: Set<Int> = [seq]
      for (index, cause) in causes.enumerated() where cause.map(followed.contains) == true {
        followed.insert(index + 1)
      }
      #expect(
        found.effects.map(\.seq) == Array(followed.sorted().dropFirst()), "seed \(seed), \(seq)")
      #expect(found.effects.map(\.cause) == found.effects.map { causes[$0.seq - 1] })
      #expect(!found.hasMoreCauses && found.moreEffectsCount == 0 && found.damageCount == 0)
    }
  }

  @Test func longChainsHaveTheirLastCausesAndLargeTreesTheirFirstEffects() throws {
    let count = 3000
    let log = try log(causes: (1...count).map { $0 - 1 })
    let last = try ActionCauses(of: count, in: log)
    #expect(last.chain.map(\.seq) == [1] + Array(2902...3000))
    #expect(last.skippedCausesCount == 2900 && !last.hasMoreCauses && last.effects.isEmpty)
    let first = try ActionCauses(of: 1, in: log)
    #expect(first.chain.map(\.seq) == [1] && !first.hasMoreCauses)
    #expect(first.effects.map(\.seq) == Array(2...1001))
    #expect(first.moreEffectsCount == 1999 && !first.hasUncountedEffects)
  }

  @Test func effectsAreCountedUpToALimit() throws {
    let log = try log(causes: [nil] + Array(repeating: 1, count: ActionCauses.countedMax + 500))
    let causes = try ActionCauses(of: 1, in: log)
    #expect(causes.effects.count == ActionCauses.effectsMax)
    #expect(causes.moreEffectsCount == ActionCauses.countedMax - ActionCauses.effectsMax)
    #expect(causes.hasUncountedEffects)
  }

  @Test func longTextsOfAnUntrustedLogAreNotAllKept() throws {
    let file = String(repeating: "x", count: 4 << 20)
    let log = try log(causes: (1...20).map { $0 - 1 }, file: file)
    let causes = try ActionCauses(of: 1, in: log)
    #expect(causes.effects.map(\.seq) == Array(2...5))
    #expect(causes.moreEffectsCount == 15)
    #expect(try ActionCauses(of: 20, in: log).chain.count == 4)
  }

  @Test func damagedLinesAreSkippedAndCounted() throws {
    var bytes = self.bytes(causes: [nil, 1, 2, 2, 1])
    let line = #"{"kind":"action","seq":3,"#
    let text = String(decoding: bytes, as: UTF8.self)
    bytes = Array(text.replacing(line, with: #"{"kind":"action","seq":3;"#).utf8)
    let log = try Log(name: "log", bytes: bytes)
    let causes = try ActionCauses(of: 1, in: log)
    #expect(causes.damageCount == 1)
    #expect(causes.effects.map(\.seq) == [2, 4, 5])
    #expect(try ActionCauses(of: 3, in: log).chain.map(\.missingReason) == [.unreadable])
  }

  private func log(causes: [Int?], file: String = "A.swift") throws -> Log {
    try Log(name: "log", bytes: bytes(causes: causes, file: file))
  }

  /// A log of actions with these causes, as written in the lines.
  private func bytes(causes: [Int?], file: String = "A.swift") -> [UInt8] {
    var text = #"""
      {"kind":"session","rexlog":1,"id":"1","startedAt":"now","app":{"name":"A"}}
      {"kind":"keyframe","seq":0,"timeMs":0,"state":7}

      """#
    for (index, cause) in causes.enumerated() {
      let member = cause.map { #""cause":\#($0),"# } ?? ""
      text += #"{"kind":"action","seq":\#(index + 1),"timeMs":\#(index),\#(member)"type":"a","#
      text += #""action":{"a":{}},"source":{"file":"\#(file)","line":1},"tookMs":0,"patch":[]}"#
      text += "\n"
    }
    return Array(text.utf8)
  }
}
