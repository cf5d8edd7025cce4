import RexJSON
import RexReplayer

/// What is wrong in many logs, grouped by what is likely one bug; reports can be merged.
///
///     {"logs":{"verified":470,"diverged":30},"builds":[{"app":"Cart","version":"1.2","logs":500}],
///      "groups":[{"kind":"divergence","type":"add","path":"/items/*/price","logs":12,…},…]}
///
/// Its encoding is the document that `triage --json` prints. Merging reports gives the report of
/// all their logs, in whatever order they are merged.
package struct TriageReport: Sendable, Equatable {
  /// The number of logs with each verdict.
  package private(set) var logs: [TriagedLog.Verdict: Int] = [:]
  /// The number of logs of each build.
  package private(set) var builds = BuildCounts(max: buildsMax)
  /// The groups, crashes first, then those in most logs, as long as they are not changed.
  package private(set) var groups: [TriageGroup] = []
  /// The number of groups that are left out.
  package private(set) var omittedGroups = 0
  /// The number of findings of logs that have too many groups to be told apart.
  package private(set) var omittedFindings = 0
  /// The number of logs that were not examined, since the command was stopped.
  package var stoppedLogs = 0

  private var indexes: [BugSignature: Int] = [:]

  /// Hostile logs could have any number of builds, and of findings that no other log has.
  private static let buildsMax = 1_000
  private static let groupsMax = 2_000

  package init() {}

  package var logCount: Int { logs.values.reduce(0, +) }

  /// Adds a log.
  ///
  /// - Parameter command: the command that shows a finding with this signature at an action.
  package mutating func add(_ log: TriagedLog, command: (BugSignature, _ seq: Int) -> String) {
    logs[log.verdict, default: 0] += 1
    if let build = log.build { builds.add(build) }
    omittedFindings.add(log.omittedFindings)
    for (signature, found) in log.findings.sorted(by: { $0.key < $1.key }) {
      let sighting = TriageGroup.Sighting(
        log: log.name, seq: found.seq, startedAt: log.startedAt, build: log.build)
      var group = TriageGroup(
        signature, findings: found.count, at: sighting)
      let known = indexes[signature].map { groups[$0].example }
      if known.map({ sighting.isShorter(than: $0) }) ?? true {
        group.command = command(signature, found.seq)
      }
      add(group)
    }
    if groups.count > 2 * Self.groupsMax { keepGroups(Self.groupsMax) }
  }

  /// Adds the logs of another report.
  package mutating func merge(_ other: TriageReport) {
    for (verdict, count) in other.logs { logs[verdict, default: 0].add(count) }
    builds.add(other.builds)
    for group in other.groups {
      add(group)
      if groups.count > 2 * Self.groupsMax { keepGroups(Self.groupsMax) }
    }
    omittedGroups.add(other.omittedGroups)
    omittedFindings.add(other.omittedFindings)
    stoppedLogs.add(other.stoppedLogs)
  }

  private mutating func add(_ group: TriageGroup) {
    if let index = indexes[group.signature] {
      groups[index].merge(group)
    } else {
      indexes[group.signature] = groups.count
      groups.append(group)
    }
  }

  /// Sorts the groups, and leaves out those after a number of them.
  package mutating func keepGroups(_ count: Int) {
    let count = Swift.min(count, Self.groupsMax)
    groups.sort()
    omittedGroups.add(Swift.max(0, groups.count - count))
    groups.removeLast(Swift.max(0, groups.count - count))
    indexes = Dictionary(
      uniqueKeysWithValues: groups.enumerated().map { ($1.signature, $0) })
  }
}

extension TriageReport: Codable {
  private enum CodingKeys: CodingKey {
    case logs, builds, groups, omittedGroups, omittedFindings, stoppedLogs
  }

  package init(from decoder: any Decoder) throws {
    let document = try decoder.container(keyedBy: CodingKeys.self)
    var read = TriageReport()
    read.logs = try document.decode([TriagedLog.Verdict: Int].self, forKey: .logs)
    for build in try document.decode([BuildCount].self, forKey: .builds) { read.builds.add(build) }
    read.omittedGroups = try document.decodeIfPresent(Int.self, forKey: .omittedGroups) ?? 0
    read.omittedFindings = try document.decodeIfPresent(Int.self, forKey: .omittedFindings) ?? 0
    read.stoppedLogs = try document.decodeIfPresent(Int.self, forKey: .stoppedLogs) ?? 0
    for group in try document.decode([TriageGroup].self, forKey: .groups) { read.add(group) }
    self.init()
    merge(read)
  }

  /// Encodes the report; members that are zero are left out.
  package func encode(to encoder: any Encoder) throws {
    var document = encoder.container(keyedBy: CodingKeys.self)
    try document.encode(logs, forKey: .logs)
    try document.encode(builds.list, forKey: .builds)
    try document.encode(groups, forKey: .groups)
    if omittedGroups > 0 { try document.encode(omittedGroups, forKey: .omittedGroups) }
    if omittedFindings > 0 { try document.encode(omittedFindings, forKey: .omittedFindings) }
    if stoppedLogs > 0 { try document.encode(stoppedLogs, forKey: .stoppedLogs) }
  }
}
