package import RexLog
package import RexReplayer

/// What is wrong with a log, by signatures.
package struct TriagedLog: Sendable {
  /// The log's name.
  package let name: String
  /// The build that recorded it; nil if that cannot be read.
  package let build: AppBuild?
  /// When the recording started, as the log has it.
  package let startedAt: String?
  package var verdict: Verdict
  /// How often each was found, and the first action.
  package private(set) var findings: [BugSignature: (count: Int, seq: Int)] = [:]

  /// The number of findings that have too many signatures to be told apart.
  package private(set) var omittedFindings = 0

  /// What was decided about a log.
  package enum Verdict: String, Sendable, CaseIterable, Codable, CodingKeyRepresentable {
    case verified, diverged, inconclusive, unreadable
    /// Its actions were not reduced.
    case unchecked
  }

  /// The most signatures of one log, so that a hostile one does not displace those of others.
  package static let signaturesMax = 100

  /// A log whose actions were not reduced yet.
  package init(_ log: Log) {
    (name, build, startedAt) = (
      log.name, AppBuild(log.session.app), log.session.startedAt.beginning
    )
    verdict = .unchecked
  }

  /// A log that cannot be opened.
  package init(unreadable name: String, problem: String) {
    (self.name, build, startedAt, verdict) = (name, nil, nil, .unreadable)
    addUnreadable(problem)
  }

  /// Counts a finding.
  package mutating func add(_ signature: BugSignature, seq: Int) {
    if let known = findings[signature] {
      findings[signature] = (known.count + 1, min(known.seq, seq))
    } else if findings.count < Self.signaturesMax {
      findings[signature] = (1, seq)
    } else {
      omittedFindings += 1
      let isOpen = verdict == .verified || verdict == .unchecked
      if signature.kind.isNegative, isOpen { verdict = .inconclusive }
    }
  }

  /// Adds a problem with the log itself, once.
  package mutating func addUnreadable(_ problem: String) {
    verdict = .unreadable
    let signature = BugSignature(.unreadable, detail: problem.withoutValues)
    if findings[signature] == nil { add(signature, seq: 0) }
  }

  /// Adds what a check found.
  package mutating func add(_ verification: Verification) {
    switch verification.verdict {
    case .verified: verdict = .verified
    case .diverged: verdict = .diverged
    case .inconclusive: verdict = .inconclusive
    }
    for finding in verification.findings {
      if let signature = BugSignature(finding) { add(signature, seq: finding.seq) }
    }
  }

  /// Adds what the log itself tells: errors that reducers threw, damage, and an unfinished action.
  package mutating func addRecorded(of log: Log) throws(LogError) {
    let reader = log.reader()
    while let record = try reader.next() {
      if let problem = record.problem {
        addUnreadable(try reader.error(problem, at: record).kind.message.problem)
      }
      guard record.kind == .action, record.members?[.error] != nil,
        let action = try? reader.action([], of: record), let error = action.result?.error
      else { continue }
      add(
        BugSignature(
          .error, type: action.type, source: action.source, detail: error.withoutValues),
        seq: action.seq)
    }
    let isReproduced = findings.contains { $0.key.kind == .crash && $0.value.seq > log.lastSeq }
    guard let unfinished = log.unfinished, !isReproduced else { return }
    add(
      BugSignature(
        .unfinished, type: unfinished.type, source: unfinished.source,
        detail: unfinished.mayHaveFinished ? "may have finished" : nil), seq: log.lastSeq + 1)
  }
}

/// A build of an app.
package struct AppBuild: Sendable, Hashable, Codable {
  package var app: String
  package var version: String?
  package var build: String?

  init(_ app: LogSession.App) {
    (self.app, version, build) = (app.name.beginning, app.version?.beginning, app.build?.beginning)
  }
}

extension AppBuild: Comparable {
  /// The older build first.
  package static func < (left: AppBuild, right: AppBuild) -> Bool {
    if left.app != right.app { return left.app.precedesByBytes(right.app) }
    for (old, new) in [(left.version, right.version), (left.build, right.build)] where old != new {
      guard let old, let new else { return old == nil }
      let versions = (AppVersion(old), AppVersion(new))
      return versions.0 == versions.1 ? old.precedesByBytes(new) : versions.0 < versions.1
    }
    return false
  }
}
