import RexJSON
import RexLog
import RexQuestions

/// How the findings of a check differ from those of an earlier check of the same log.
package struct FindingChanges: Sendable, Equatable {
  /// What was found earlier alone.
  package private(set) var gone: [Finding] = []
  /// What is found now alone.
  package private(set) var new: [Finding] = []
  /// How many findings are in both.
  package private(set) var sameCount = 0
  /// How many more actions are unknown than before: what is gone may be among them.
  package let moreUnknownCount: Int
  /// The last action up to which both list all that they found; nil if they do to the end.
  package let end: Int?
  /// Whether something is found now for which the earlier check did not look.
  package let hasUncompared: Bool

  package init(from earlier: Verification, to later: Verification) {
    moreUnknownCount = later.counts.unknownCount - earlier.counts.unknownCount
    end = [earlier.listEnd(comparedTo: later), later.listEnd(comparedTo: earlier)]
      .compactMap(\.self).min()
    hasUncompared = later.findings.contains {
      $0.kind == .nondeterminism && !later.isCompared($0.kind, to: earlier)
    }
    let old = KnownFindings(earlier.compared(to: later, upTo: end))
    let current = KnownFindings(later.compared(to: earlier, upTo: end))
    for finding in current.findings {
      if old.contains(finding) { sameCount += 1 } else { new.append(finding) }
    }
    gone = old.findings.filter { !current.contains($0) }
  }
}

/// Findings that are looked up by their action and path.
private struct KnownFindings {
  let findings: [Finding]
  private var paths: [Finding.Kind: [Int: Set<JSONPointer>]] = [:]

  init(_ findings: [Finding]) {
    self.findings = findings
    for finding in findings {
      paths[finding.kind, default: [:]][finding.seq, default: []].formUnion(finding.paths)
    }
  }

  /// Whether one of the same kind is at the action, and at the first of its paths.
  func contains(_ finding: Finding) -> Bool {
    guard let paths = paths[finding.kind]?[finding.seq] else { return false }
    return finding.paths.first.map(paths.contains) ?? true
  }
}

extension Finding {
  /// The paths that differ, or that cannot be decoded.
  fileprivate var paths: [JSONPointer] {
    switch self {
    case .divergence(let found): found.paths
    case .undecodable(let found): [found.path]
    case .nondeterminism(let found): found.path.map { [$0] } ?? []
    case .crash, .codingLoss, .divergedRange: []
    }
  }
}

extension Verification {
  /// The last action that is listed of a kind that is compared and of which not all are; nil if all
  /// are listed.
  fileprivate func listEnd(comparedTo other: Verification) -> Int? {
    Finding.Kind.allCases.filter { isCompared($0, to: other) }.compactMap { kind in
      let listed = findings.filter { $0.kind == kind }
      return listed.count < Self.detailsMax ? nil : listed.last?.seq
    }.min()
  }

  /// The findings that a check like the other one would have, too, up to an action.
  fileprivate func compared(to other: Verification, upTo end: Int?) -> [Finding] {
    findings.filter { $0.seq <= end ?? .max && isCompared($0.kind, to: other) }
  }

  /// Whether both checks look for findings of a kind, one by one.
  fileprivate func isCompared(_ kind: Finding.Kind, to other: Verification) -> Bool {
    switch kind {
    case .divergence, .crash, .undecodable: true
    case .nondeterminism: runCount > 1 && other.runCount > 1
    case .codingLoss, .divergedRange: false
    }
  }
}

extension FindingChanges: Encodable {
  private enum CodingKeys: String, CodingKey { case gone, new, same, moreUnknown, to }

  package func encode(to encoder: any Encoder) throws {
    var document = encoder.container(keyedBy: CodingKeys.self)
    try document.encode(gone, forKey: .gone)
    try document.encode(new, forKey: .new)
    try document.encode(sameCount, forKey: .same)
    if moreUnknownCount > 0 { try document.encode(moreUnknownCount, forKey: .moreUnknown) }
    try document.encodeIfPresent(end, forKey: .to)
  }

  /// What is gone and what is new, for people.
  package var lines: [String] {
    var lines = ["since then: \(gone.count) gone, \(new.count) new, \(sameCount) as before"]
    for (name, findings) in [("gone", gone), ("new", new)] {
      let label = name + String(repeating: " ", count: 10 - name.count)
      lines += findings.prefix(Self.shownMax).map { "  \(label)\($0.summary)" }
      let more = findings.count - Self.shownMax
      if more > 0 { lines.append("  and \(more) more \(name) (verify --json)") }
    }
    if moreUnknownCount > 0, !gone.isEmpty {
      lines.append(
        "note: \(LogText.count(moreUnknownCount, "more action")) unknown than before, perhaps what "
          + "is gone")
    }
    if let end {
      lines.append(
        "note: compared up to action \(end), since the first \(Verification.detailsMax) of a kind "
          + "are listed")
    }
    return lines
  }

  private static let shownMax = 10
}

extension Finding {
  /// Its action and its first path, on a line.
  fileprivate var summary: String {
    let type: String? =
      switch self {
      case .divergence(let found): found.type
      case .crash(let found): found.type
      case .undecodable(let found): found.type
      case .nondeterminism(let found): found.type
      case .codingLoss, .divergedRange: nil
      }
    let path = paths.first.map { "  " + LogText.path($0) } ?? ""
    return "\(kind.rawValue): action \(seq)" + (type.map { ", \($0)" } ?? "") + path
  }
}
