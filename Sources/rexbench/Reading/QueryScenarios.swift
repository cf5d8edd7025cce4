import Foundation
import RexExamples
import RexJSON
import RexLog
import RexQuery
import RexQuestions
import RexTimeline

/// Queries on documents and logs, against parsing them.
let queryScenarios: [Scenario] = [
  Scenario(name: "query/jsonpath-filter", peer: "JSONSerialization parse") { size in
    let state = SyntheticState(messageCount: size.count(10_000))
    let bytes = try JSONDocumentEncoder().encodeBytes(state)
    let document = try JSON(parsing: bytes)
    let data = Data(bytes)
    let path = try JSONPath(
      "$.messages[?!@.isRead && @.author.id > 5000 || @.replyTo == 1001].body")
    return .time(
      ours: { try path.nodes(in: document).count },
      peer: { (try JSONSerialization.jsonObject(with: data) as? [String: Any])?.count ?? 0 },
      result: { JSON.array(try path.values(in: document)).bytes })
  },
  logScenario("query/when-1M") { log in
    var scan = try ConditionScan(Condition("$.unreadCount > 900"), in: log)
    while let result = try scan.next() {
      if result.holds == true { return [result.seq] }
    }
    return []
  },
  logScenario("query/history-1M") { log in
    var history = ValueHistory(
      log, of: JSONPointer(tokens: ["messages", "3", "body"]), at: log.lastSeq)
    var seqs: [Int] = []
    while let change = try history.next() { seqs.append(change.seq) }
    return seqs
  },
  logScenario("query/blame-1M") { log in
    var history = ValueHistory(log, of: JSONPointer(tokens: ["title"]), at: log.lastSeq)
    return try history.next().map { [$0.seq] } ?? []
  },
  logScenario("query/unusual-1M") { log in
    var habits = ActionHabits()
    _ = try habits.add(LogStates(log), QuestionControl())
    return UnusualActions(habits).rows.flatMap(\.seqs)
  },
  Scenario(name: "query/compare-100000", peer: "JSONSerialization, every line") { size in
    let count = size == .full ? 100_000 : 1000
    let first = try QuestionLog(actionCount: count)
    let second = try QuestionLog(actionCount: count, extraCount: 100)
    func compare() throws -> LogComparison {
      try LogComparison(Log(path: first.path), Log(path: second.path))
    }
    return .figure(
      unit: "ms", ours: { try milliseconds { _ = try compare() } },
      peer: { try parsing(first.path, every: 4) + parsing(second.path, every: 4) },
      result: {
        let comparison = try compare()
        return Array(
          "\(comparison.commonCount) \(comparison.hunks.count) \(comparison.isEqual)".utf8)
      })
  },
]

/// A question about a log of a million actions; the answer is action numbers.
private func logScenario(
  _ name: String, _ ask: @escaping @Sendable (Log) throws -> [Int]
) -> Scenario {
  Scenario(name: name, peer: "JSONSerialization, every line") { size in
    let file = try QuestionLog(actionCount: size == .full ? 1_000_000 : 3000)
    return .figure(
      unit: "ms", ours: { try milliseconds { _ = try ask(Log(path: file.path)) } },
      peer: { try parsing(file.path, every: size == .full ? 40 : 1) },
      result: { Array("\(try ask(Log(path: file.path)))".utf8) })
  }
}

/// The time of a closure in milliseconds.
func milliseconds(_ work: () throws -> Void) rethrows -> Double {
  try ContinuousClock().measure(work) / .milliseconds(1)
}

/// The time of JSONSerialization for all lines, extrapolated from a sample in memory.
///
/// The lines are similar, and parsing all would take too long.
private func parsing(_ path: String, every step: Int) throws -> Double {
  let reader = try Log(path: path).reader()
  var lines: [Data] = []
  var number = 0
  while let record = try reader.next() {
    if number.isMultiple(of: step) { lines.append(Data(record.bytes)) }
    number += 1
  }
  let time = try milliseconds {
    for line in lines { _ = try JSONSerialization.jsonObject(with: line) }
  }
  return time * Double(number) / Double(lines.count)
}
