/// What a check of a log found: each action's outcome, and the details of those that went wrong.
///
///     {"log":"a.jsonl","verdict":"diverged","counts":{"verified":4,"diverged":1,"crashed":0,
///      "unknown":{"opaque":2}},"divergences":[{"seq":3,"type":"add","path":"/total",…}],…}
///
/// Encoded, it is the document that `verify --json` prints.
public struct Verification: Sendable, Equatable {
  /// The log's name.
  public var log: String
  /// How many actions have each outcome.
  public var counts = OutcomeCounts()
  /// The divergences in order, at most `detailsMax`.
  public var divergences: [Divergence] = []
  /// How many keyframes hold another state than the patches before them lead to.
  public var contradictedKeyframeCount = 0
  /// The crashes in order, at most `detailsMax`.
  public var crashes: [Crash] = []
  /// What could not be decoded, each cause once, at most `detailsMax`.
  public var undecodables: [Undecodable] = []
  /// How a recorded state and what the app encodes of it differ; nil when they do not.
  public var codingLoss: CodingLoss?
  /// Where the states part and meet again when all actions are reduced from the start.
  ///
  /// Nil unless that was asked for.
  public var partings: [Parting]?
  /// Whether steps were compared only between keyframes that differ.
  public var isQuick = false
  /// What came of the action that began and never finished; nil where it was not reduced.
  public var unfinished: Unfinished?
  /// How many processes reduced the log, each in another environment.
  public var runCount = 1
  /// Actions that did something else in another process, at most `detailsMax`.
  public var nondeterminism: [Nondeterminism] = []
  /// How many bytes reducers printed to standard output, where that was looked at.
  public var printedByteCount = 0
  /// A type of the app in which values have no fixed order; nil when none was found.
  public var unorderedType: String?
  /// The percentage of actions that must be verified or diverged for a verdict.
  public var checkedPercentMin: Double = 0

  /// More than this of one kind are only counted.
  public static let detailsMax = 100

  /// What came of an action that began and never finished when it was reduced again.
  public enum Unfinished: String, Sendable, Codable {
    /// It crashed again.
    case reproduced
    /// It finished.
    case finished
  }

  /// A check of a log that has not begun.
  public init(log: String) { self.log = log }

  /// What the check concluded.
  public var verdict: Verdict {
    let isUnfinishedCrash = unfinished == .reproduced ? 1 : 0
    if counts.diverged + contradictedKeyframeCount > 0 || counts.crashed > isUnfinishedCrash
      || !nondeterminism.isEmpty
    {
      return .diverged
    }
    let isDoubtful =
      counts.verified == 0 || counts.unknown[.undecodable] != nil
      || counts.unknown[.redacted] != nil
    return isDoubtful || checkedPercent < checkedPercentMin ? .inconclusive : .verified
  }

  /// How many of a hundred actions were decided; 100 of a log without actions.
  public var checkedPercent: Double {
    guard counts.actionCount > 0 else { return 100 }
    return 100 * Double(counts.actionCount - counts.unknownCount) / Double(counts.actionCount)
  }
}

extension Verification {
  mutating func add(_ divergence: Divergence) {
    addDivergence(ofKeyframe: divergence.type == nil && divergence.after == nil)
    if divergences.count < Self.detailsMax { divergences.append(divergence) }
  }

  /// Counts a divergence whose details are not wanted.
  mutating func addDivergence(ofKeyframe isKeyframe: Bool) {
    if isKeyframe { contradictedKeyframeCount += 1 } else { counts.diverged += 1 }
  }

  mutating func add(_ undecodable: Undecodable) {
    counts.add(.undecodable)
    let isKnown = undecodables.last?.hasSameCause(as: undecodable) ?? false
    if undecodables.count < Self.detailsMax, !isKnown { undecodables.append(undecodable) }
  }

  /// Takes where states part; an action that differs by itself is no consequence.
  package mutating func take(_ partings: [Parting]) {
    self.partings = partings.map { parting in
      var parting = parting
      let causes = divergences.count {
        $0.type != nil && $0.seq > parting.seq && $0.seq <= parting.recoveredAt ?? .max
      }
      parting.consequenceCount = max(0, parting.consequenceCount - causes)
      return parting
    }
  }

  /// Counts an action whose reducer did not come back.
  package mutating func add(_ crash: Crash) {
    counts.crashed += 1
    if crashes.count < Self.detailsMax { crashes.append(crash) }
  }

  /// Takes what was found in a later part of the same log.
  package mutating func append(_ later: Verification) {
    counts.add(later.counts)
    contradictedKeyframeCount += later.contradictedKeyframeCount
    divergences = Array((divergences + later.divergences).prefix(Self.detailsMax))
    crashes = Array((crashes + later.crashes).prefix(Self.detailsMax))
    for undecodable in later.undecodables where undecodables.count < Self.detailsMax {
      if undecodables.last?.hasSameCause(as: undecodable) != true {
        undecodables.append(undecodable)
      }
    }
    codingLoss = codingLoss ?? later.codingLoss
    unorderedType = unorderedType ?? later.unorderedType
    unfinished = unfinished ?? later.unfinished
    printedByteCount += later.printedByteCount
  }
}

extension Verification: Codable {
  private enum CodingKeys: String, CodingKey {
    case log, verdict, counts, divergences, contradictedKeyframes, crashes, undecodables
    case codingLoss, partings, quick, unfinished, unorderedType, requireChecked
    case runs, nondeterminism, printedBytes
  }

  /// Reads a check's document.
  public init(from decoder: any Decoder) throws {
    let document = try decoder.container(keyedBy: CodingKeys.self)
    log = try document.decode(String.self, forKey: .log)
    counts = try document.decode(OutcomeCounts.self, forKey: .counts)
    divergences = try document.decode([Divergence].self, forKey: .divergences)
    contradictedKeyframeCount =
      try document.decodeIfPresent(Int.self, forKey: .contradictedKeyframes) ?? 0
    crashes = try document.decodeIfPresent([Crash].self, forKey: .crashes) ?? []
    undecodables = try document.decodeIfPresent([Undecodable].self, forKey: .undecodables) ?? []
    codingLoss = try document.decodeIfPresent(CodingLoss.self, forKey: .codingLoss)
    partings = try document.decodeIfPresent([Parting].self, forKey: .partings)
    isQuick = try document.decodeIfPresent(Bool.self, forKey: .quick) ?? false
    unfinished = try document.decodeIfPresent(Unfinished.self, forKey: .unfinished)
    unorderedType = try document.decodeIfPresent(String.self, forKey: .unorderedType)
    checkedPercentMin = try document.decodeIfPresent(Double.self, forKey: .requireChecked) ?? 0
    runCount = try document.decodeIfPresent(Int.self, forKey: .runs) ?? 1
    nondeterminism =
      try document.decodeIfPresent([Nondeterminism].self, forKey: .nondeterminism) ?? []
    printedByteCount = try document.decodeIfPresent(Int.self, forKey: .printedBytes) ?? 0
  }

  /// Writes a check's document; what is empty is left out, but counts and divergences.
  public func encode(to encoder: any Encoder) throws {
    var document = encoder.container(keyedBy: CodingKeys.self)
    try document.encode(log, forKey: .log)
    try document.encode(verdict, forKey: .verdict)
    try document.encode(counts, forKey: .counts)
    try document.encode(divergences, forKey: .divergences)
    if contradictedKeyframeCount > 0 {
      try document.encode(contradictedKeyframeCount, forKey: .contradictedKeyframes)
    }
    if !crashes.isEmpty { try document.encode(crashes, forKey: .crashes) }
    if !undecodables.isEmpty { try document.encode(undecodables, forKey: .undecodables) }
    try document.encodeIfPresent(codingLoss, forKey: .codingLoss)
    try document.encodeIfPresent(partings, forKey: .partings)
    if isQuick { try document.encode(true, forKey: .quick) }
    try document.encodeIfPresent(unfinished, forKey: .unfinished)
    try document.encodeIfPresent(unorderedType, forKey: .unorderedType)
    if checkedPercentMin > 0 { try document.encode(checkedPercentMin, forKey: .requireChecked) }
    if runCount > 1 { try document.encode(runCount, forKey: .runs) }
    if !nondeterminism.isEmpty { try document.encode(nondeterminism, forKey: .nondeterminism) }
    if printedByteCount > 0 { try document.encode(printedByteCount, forKey: .printedBytes) }
  }
}
