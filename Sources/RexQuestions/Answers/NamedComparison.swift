package import RexJSON
package import RexLog
package import RexTimeline

/// A comparison of two logs or branches, with their names.
package struct NamedComparison: Sendable {
  package let comparison: LogComparison
  package let names: (first: String, second: String)
  package let logs: (first: Log, second: Log)
  /// The first actions that are only in one log.
  package private(set) var unmatched: [(isFirst: Bool, action: LogAction)] = []

  /// The most actions kept; further ones are counted.
  private static let unmatchedMax = 20

  /// Compares the states of two logs.
  package init(
    _ states: (first: LogStates, second: LogStates), names: (String, String),
    _ pairing: LogComparison.Pairing = .byContent, by rules: ComparisonRules = ComparisonRules(),
    isOfAll: Bool = false, _ control: QuestionControl = QuestionControl()
  ) throws {
    (self.names, logs) = (names, (states.first.log, states.second.log))
    comparison = try LogComparison(
      states.first, states.second, pairing: pairing, by: rules, isOfAll: isOfAll,
      isStopped: control.isStopped(at:))
    if let seq = comparison.stoppedSeq { throw StoppedQuestion(seq: seq) }
    for hunk in comparison.hunks where unmatched.count < Self.unmatchedMax {
      try add(hunk.first, of: logs.first, isFirst: true)
      try add(hunk.second, of: logs.second, isFirst: false)
    }
  }

  private mutating func add(_ seqs: [Range<Int>], of log: Log, isFirst: Bool) throws {
    for seq in seqs.joined().prefix(max(Self.unmatchedMax - unmatched.count, 0)) {
      if let action = try log.action(seq, []) { unmatched.append((isFirst, action)) }
    }
  }

  /// The number of actions that are only in one of the logs.
  package var unmatchedCount: Int {
    comparison.hunks.flatMap { $0.first + $0.second }.reduce(0) { $0 + $1.count }
  }

  /// One object for the comparison, then one per difference.
  package var lines: [JSON] {
    let seqs = { (ranges: [Range<Int>]) -> JSON in .array(ranges.joined().map(LogJSON.number)) }
    var lines = [
      LogJSON.object([
        "first": [
          "log": .string(names.first), "actions": LogJSON.number(comparison.counts.first),
        ],
        "second": [
          "log": .string(names.second), "actions": LogJSON.number(comparison.counts.second),
        ],
        "common": LogJSON.number(comparison.commonCount),
        "leading": LogJSON.number(comparison.leadingCount),
        "agreeingStates": LogJSON.number(comparison.agreeingStatesCount),
        "undecidedStates": comparison.undecidedStatesCount > 0
          ? .some(LogJSON.number(comparison.undecidedStatesCount)) : nil,
        "problem": comparison.problem.map { .string($0.description) },
        "redacted": comparison.hasHidden
          ? .some(
            LogJSON.object([
              "values": LogJSON.number(comparison.hiddenPlaces.count),
              "first": comparison.hiddenPlaces.first.map { .string($0.description) },
              "actions": LogJSON.number(comparison.hiddenActionsCount),
            ])) : nil,
        "further": comparison.isOfAll ? .some(LogJSON.number(comparison.furtherCount)) : nil,
      ])
    ]
    for hunk in comparison.hunks {
      lines.append(["firstSeqs": seqs(hunk.first), "secondSeqs": seqs(hunk.second)])
    }
    guard let first = comparison.firstDifference else { return lines }
    for found in [first] + comparison.furtherDifferences {
      for leaf in found.difference.leaves {
        lines.append(
          leaf.json(after: [
            "seq": LogJSON.number(found.first), "secondSeq": LogJSON.number(found.second),
          ]))
      }
    }
    return lines
  }
}
