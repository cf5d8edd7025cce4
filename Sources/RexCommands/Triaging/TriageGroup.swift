import RexJSON
import RexReplayer

/// Findings in some logs that are likely one bug.
package struct TriageGroup: Sendable, Equatable {
  package let signature: BugSignature
  /// The number of logs, and of findings in them; of one log, at most 100 of a kind are counted.
  package private(set) var logs = 1
  package private(set) var findings: Int
  /// The number of logs of each build.
  package private(set) var builds = BuildCounts(max: buildsMax)
  /// Where it was seen first, by the times at which the recordings started.
  package private(set) var first: Sighting
  /// Where the fewest actions lead to it.
  package private(set) var example: Sighting
  /// The command that shows it in the example.
  package var command = ""

  private static let buildsMax = 100

  /// A finding in a log.
  package struct Sighting: Sendable, Equatable {
    package var log: String
    /// The number of the action; 0 if it is not about one.
    package var seq: Int
    package var startedAt: String?
    package var build: AppBuild?

    fileprivate func isEarlier(than other: Sighting) -> Bool {
      let (time, otherTime) = (startedAt ?? "~", other.startedAt ?? "~")
      return time == otherTime ? log.precedesByBytes(other.log) : time.precedesByBytes(otherTime)
    }

    func isShorter(than other: Sighting) -> Bool {
      seq == other.seq ? log.precedesByBytes(other.log) : seq < other.seq
    }
  }

  /// The findings in one log.
  init(_ signature: BugSignature, findings: Int, at sighting: Sighting) {
    (self.signature, self.findings) = (signature, findings)
    (first, example) = (sighting, sighting)
    if let build = sighting.build { builds.add(build) }
  }

  mutating func merge(_ other: TriageGroup) {
    logs.add(other.logs)
    findings.add(other.findings)
    builds.add(other.builds)
    if other.first.isEarlier(than: first) { first = other.first }
    guard other.example.isShorter(than: example) else { return }
    (example, command) = (other.example, other.command)
  }
}

extension TriageGroup: Comparable {
  /// What may have ended the app first, then what is in more logs.
  package static func < (left: TriageGroup, right: TriageGroup) -> Bool {
    let (kind, other) = (left.signature.kind, right.signature.kind)
    if kind.mayEndApp != other.mayEndApp { return kind.mayEndApp }
    if left.logs != right.logs { return left.logs > right.logs }
    if left.findings != right.findings { return left.findings > right.findings }
    return left.signature < right.signature
  }
}

extension TriageGroup: Codable {
  private enum CodingKeys: CodingKey { case logs, findings, builds, first, example, command }

  package init(from decoder: any Decoder) throws {
    let document = try decoder.container(keyedBy: CodingKeys.self)
    signature = try BugSignature(from: decoder)
    logs = max(0, try document.decode(Int.self, forKey: .logs))
    findings = max(0, try document.decode(Int.self, forKey: .findings))
    for build in try document.decode([BuildCount].self, forKey: .builds) { builds.add(build) }
    first = try document.decode(Sighting.self, forKey: .first)
    example = try document.decode(Sighting.self, forKey: .example)
    command = try document.decode(String.self, forKey: .command)
  }

  package func encode(to encoder: any Encoder) throws {
    try signature.encode(to: encoder)
    var document = encoder.container(keyedBy: CodingKeys.self)
    try document.encode(logs, forKey: .logs)
    try document.encode(findings, forKey: .findings)
    try document.encode(builds.list, forKey: .builds)
    try document.encode(first, forKey: .first)
    try document.encode(example, forKey: .example)
    try document.encode(command, forKey: .command)
  }
}

extension TriageGroup.Sighting: Codable {
  private enum CodingKeys: CodingKey { case log, seq, startedAt }

  package init(from decoder: any Decoder) throws {
    let document = try decoder.container(keyedBy: CodingKeys.self)
    log = try document.decode(String.self, forKey: .log)
    seq = try document.decode(Int.self, forKey: .seq)
    startedAt = try document.decodeIfPresent(String.self, forKey: .startedAt)
    build = document.allKeys.isEmpty ? nil : try? AppBuild(from: decoder)
  }

  package func encode(to encoder: any Encoder) throws {
    var document = encoder.container(keyedBy: CodingKeys.self)
    try document.encode(log, forKey: .log)
    try document.encode(seq, forKey: .seq)
    try document.encodeIfPresent(startedAt, forKey: .startedAt)
    try build?.encode(to: encoder)
  }
}

/// The number of logs of each build.
package struct BuildCounts: Sendable, Equatable {
  private var counts: [AppBuild: Int] = [:]
  /// The number of logs of builds that are not told apart.
  private var others = 0
  private let max: Int

  init(max: Int) { self.max = max }

  package subscript(build: AppBuild) -> Int { counts[build] ?? 0 }

  /// The builds, the oldest first, and those that are not told apart.
  package var list: [BuildCount] {
    counts.sorted { $0.key < $1.key }.map { BuildCount(build: $0.key, logs: $0.value) }
      + (others > 0 ? [BuildCount(build: nil, logs: others)] : [])
  }

  mutating func add(_ build: AppBuild) { add(BuildCount(build: build, logs: 1)) }

  mutating func add(_ count: BuildCount) {
    if let build = count.build, counts[build] != nil || counts.count < max {
      counts[build, default: 0].add(count.logs)
    } else {
      others.add(count.logs)
    }
  }

  mutating func add(_ other: BuildCounts) { for count in other.list { add(count) } }
}

/// The number of logs of a build; or, without a build, of all others.
package struct BuildCount: Sendable, Equatable, Codable {
  package var build: AppBuild?
  package var logs: Int

  private enum CodingKeys: CodingKey { case logs }

  init(build: AppBuild?, logs: Int) { (self.build, self.logs) = (build, logs) }

  package init(from decoder: any Decoder) throws {
    build = try? AppBuild(from: decoder)
    logs = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .logs)
  }

  package func encode(to encoder: any Encoder) throws {
    try build?.encode(to: encoder)
    var document = encoder.container(keyedBy: CodingKeys.self)
    try document.encode(logs, forKey: .logs)
  }
}
