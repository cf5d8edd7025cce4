/// What a check found at a position in a log.
///
///     {"kind":"divergence","seq":3,"type":"add","path":"/total",…}
///
/// Its encoding is that of the value, with the kind as its first member.
public enum Finding: Sendable, Equatable {
  /// An action, or a keyframe, with another result than the recorded one.
  case divergence(Divergence)
  /// An action whose reducer did not return.
  case crash(Crash)
  /// A value that this build cannot decode.
  case undecodable(UndecodableValue)
  /// A recorded state that the app encodes differently.
  case codingLoss(CodingLoss)
  /// An action with different results in different processes.
  case nondeterminism(Nondeterminism)
  /// A range in which the states differ when all actions are reduced from the start.
  case divergedRange(DivergedRange)

  /// The action's number; for a state, the number of the action before it.
  public var seq: Int {
    switch self {
    case .divergence(let found): found.seq
    case .crash(let found): found.seq
    case .undecodable(let found): found.seq
    case .codingLoss(let found): found.seq
    case .nondeterminism(let found): found.seq
    case .divergedRange(let found): found.seq
    }
  }

  /// The kinds of findings, as they are encoded.
  public enum Kind: String, Sendable, Codable, CaseIterable {
    case divergence, crash, undecodable, codingLoss, nondeterminism, divergedRange
  }

  /// The finding's kind.
  public var kind: Kind {
    switch self {
    case .divergence: .divergence
    case .crash: .crash
    case .undecodable: .undecodable
    case .codingLoss: .codingLoss
    case .nondeterminism: .nondeterminism
    case .divergedRange: .divergedRange
    }
  }
}

extension Finding: Codable {
  private enum CodingKeys: CodingKey { case kind }

  /// Decodes a finding.
  public init(from decoder: any Decoder) throws {
    let document = try decoder.container(keyedBy: CodingKeys.self)
    switch try document.decode(Kind.self, forKey: .kind) {
    case .divergence: self = .divergence(try Divergence(from: decoder))
    case .crash: self = .crash(try Crash(from: decoder))
    case .undecodable: self = .undecodable(try UndecodableValue(from: decoder))
    case .codingLoss: self = .codingLoss(try CodingLoss(from: decoder))
    case .nondeterminism: self = .nondeterminism(try Nondeterminism(from: decoder))
    case .divergedRange: self = .divergedRange(try DivergedRange(from: decoder))
    }
  }

  /// Encodes the finding.
  public func encode(to encoder: any Encoder) throws {
    var document = encoder.container(keyedBy: CodingKeys.self)
    try document.encode(kind, forKey: .kind)
    switch self {
    case .divergence(let found): try found.encode(to: encoder)
    case .crash(let found): try found.encode(to: encoder)
    case .undecodable(let found): try found.encode(to: encoder)
    case .codingLoss(let found): try found.encode(to: encoder)
    case .nondeterminism(let found): try found.encode(to: encoder)
    case .divergedRange(let found): try found.encode(to: encoder)
    }
  }
}

/// Findings in the order of their actions.
extension Verification {
  /// The divergences, in order.
  public var divergences: [Divergence] {
    findings.compactMap { if case .divergence(let found) = $0 { found } else { nil } }
  }

  /// The crashes, in order.
  public var crashes: [Crash] {
    findings.compactMap { if case .crash(let found) = $0 { found } else { nil } }
  }

  /// The values that could not be decoded; consecutive ones with the same cause are listed once.
  public var undecodables: [UndecodableValue] {
    findings.compactMap { if case .undecodable(let found) = $0 { found } else { nil } }
  }

  /// A recorded state that the app encodes differently; nil if there is none.
  public var codingLoss: CodingLoss? {
    findings.lazy.compactMap { if case .codingLoss(let found) = $0 { found } else { nil } }.first
  }

  /// The actions with different results in different processes, in order.
  public var nondeterminism: [Nondeterminism] {
    findings.compactMap { if case .nondeterminism(let found) = $0 { found } else { nil } }
  }

  /// The ranges in which the states differ when all actions are reduced from the start.
  ///
  /// Nil unless the check was cumulative.
  public var divergedRanges: [DivergedRange]? {
    guard isCumulative else { return nil }
    return findings.compactMap { if case .divergedRange(let found) = $0 { found } else { nil } }
  }

  /// The number of findings of a kind.
  func count(of kind: Finding.Kind) -> Int { findings.count { $0.kind == kind } }

  /// Inserts a finding after those of the same and of earlier actions, unless there are as many of
  /// its kind as are listed.
  package mutating func list(_ finding: Finding) {
    guard count(of: finding.kind) < Self.detailsMax else { return }
    let index = findings.lastIndex { $0.seq <= finding.seq }.map { $0 + 1 } ?? 0
    findings.insert(finding, at: index)
  }
}
