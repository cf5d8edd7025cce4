/// The result of checking a log: counts of outcomes, and details of the problems.
///
///     {"log":"a.jsonl","verdict":"diverged","counts":{"verified":4,"diverged":1,"crashed":0,
///      "unknown":{"opaque":2}},"findings":[{"kind":"divergence","seq":3,"path":"/total",…}],…}
///
/// Its encoding is the document that `verify --json` prints.
public struct Verification: Sendable, Equatable {
  /// The log's name.
  public var log: String
  /// The number of actions with each outcome.
  public var counts = OutcomeCounts()
  /// What was found, in the order of the actions; at most `detailsMax` of each kind.
  public package(set) var findings: [Finding] = []
  /// The number of keyframes whose state differs from what the patches before them produce.
  public var contradictedKeyframeCount = 0
  /// Whether all actions were also reduced from the start, to find the ranges that differ.
  public var isCumulative = false
  /// Whether only keyframes were compared, and single steps only where they differ.
  public var isQuick = false
  /// The pass from the start, by which a log is checked if the app's `State` is not `Codable`.
  public internal(set) var pass: Pass?
  /// The last action that was checked, if the check was stopped before the end of the log.
  public var stoppedAfter: Int?
  /// The number of actions that others caused, through middlewares and effects, which do not run.
  public var causedCount = 0
  /// The number of actions with inputs, which were served from the log.
  public var inputActionCount = 0
  /// The outcome of the unfinished action; nil if it was not reduced.
  public var unfinished: Unfinished?
  /// The number of processes that reduced the log, each in a different environment.
  public var runCount = 1
  /// The number of bytes that reducers printed to standard output, if measured.
  public var printedByteCount = 0
  /// A type of the app whose values have no fixed order; nil if none was found.
  public var unorderedType: String?
  /// Whether the recorder diffed states in the background; see `LogSession.isDiffedInBackground`.
  public var isDiffedInBackground = false
  /// The percentage of actions that must be decided for the verdict `verified`.
  public var checkedPercentMin: Double = 0

  /// The most details listed of each kind; further ones are counted.
  public static let detailsMax = 100

  /// One pass from the app's initial state.
  public struct Pass: Sendable, Codable, Equatable {
    /// The action after which nothing more is known; nil if the pass came to the log's end.
    public internal(set) var end: Int?
    /// What ended it: `diverged`, `crashed`, or why the action is unknown.
    public internal(set) var reason: String?
  }

  /// The outcome of reducing the unfinished action again.
  public enum Unfinished: String, Sendable, Codable {
    /// It crashed again.
    case reproduced
    /// It finished.
    case finished
  }

  /// An empty result for a log.
  public init(log: String) { self.log = log }

  /// The verdict.
  public var verdict: Verdict {
    let isUnfinishedCrash = unfinished == .reproduced ? 1 : 0
    if counts.diverged + contradictedKeyframeCount > 0 || counts.crashed > isUnfinishedCrash
      || findings.contains(where: { $0.kind == .nondeterminism })
    {
      return .diverged
    }
    return isInconclusive ? .inconclusive : .verified
  }

  /// Whether too little is known to call the log verified.
  package var isInconclusive: Bool {
    let isDoubtful =
      counts.verified == 0 || counts.unknown[.undecodable] != nil
      || counts.unknown[.redacted] != nil || counts.unknown[.unreachable] != nil
    let isPartial = stoppedAfter != nil || checkedPercent < checkedPercentMin
    return isDoubtful || isPartial
  }

  /// The percentage of actions that were decided; 100 for a log without actions.
  public var checkedPercent: Double {
    guard counts.actionCount > 0 else { return 100 }
    return 100 * Double(counts.actionCount - counts.unknownCount) / Double(counts.actionCount)
  }
}

extension Verification {
  package mutating func add(_ divergence: Divergence) {
    addDivergence(ofKeyframe: divergence.isOfKeyframe)
    list(.divergence(divergence))
  }

  /// Whether the details of another divergence are listed.
  var hasRoomForDivergence: Bool {
    counts.diverged + contradictedKeyframeCount < Self.detailsMax
  }

  /// Counts a divergence without details.
  mutating func addDivergence(ofKeyframe isKeyframe: Bool) {
    if isKeyframe { contradictedKeyframeCount += 1 } else { counts.diverged += 1 }
  }

  package mutating func add(_ undecodable: UndecodableValue) {
    counts.add(.undecodable)
    listUnlessRepeated(undecodable)
  }

  private mutating func listUnlessRepeated(_ undecodable: UndecodableValue) {
    let last = findings.last { $0.kind == .undecodable }
    if case .undecodable(let last)? = last, last.hasSameCause(as: undecodable) { return }
    list(.undecodable(undecodable))
  }

  /// Sets the diverged ranges; actions that diverge by themselves do not count as consequences.
  package mutating func setDivergedRanges(_ divergedRanges: [DivergedRange]) {
    isCumulative = true
    for var range in divergedRanges {
      let causes = divergences.filter {
        !$0.isOfKeyframe && $0.seq > range.seq && $0.seq <= range.recoveredAt ?? .max
      }
      range.consequenceCount = max(0, range.consequenceCount - causes.count)
      let others = (range.consequences ?? []).filter { found in
        !causes.contains { $0.seq == found.seq }
      }
      let listedCount = min(range.consequenceCount, DivergedRange.consequencesMax)
      range.consequences = others.isEmpty ? nil : Array(others.prefix(listedCount))
      list(.divergedRange(range))
    }
  }

  /// Adds a state that the app encodes differently, unless there is one.
  package mutating func add(_ loss: CodingLoss?) {
    if let loss, codingLoss == nil { list(.codingLoss(loss)) }
  }

  /// Adds an action whose reducer did not return.
  package mutating func add(_ crash: Crash) {
    counts.crashed += 1
    list(.crash(crash))
  }

  /// Whether something was found for which a check of the first difference ends.
  var hasDifference: Bool { counts.diverged + counts.crashed + contradictedKeyframeCount > 0 }

  /// Counts the actions after one as unchecked, up to the last.
  package mutating func stop(after seq: Int, before last: Int) {
    stoppedAfter = stoppedAfter ?? seq
    counts.add(.unchecked, count: last - seq)
  }

  /// Appends the result for a later part of the same log.
  package mutating func append(_ later: Verification) {
    counts.add(later.counts)
    contradictedKeyframeCount += later.contradictedKeyframeCount
    for finding in later.findings {
      switch finding {
      case .undecodable(let undecodable): listUnlessRepeated(undecodable)
      case .codingLoss(let loss): add(loss)
      default: list(finding)
      }
    }
    unorderedType = unorderedType ?? later.unorderedType
    isDiffedInBackground = isDiffedInBackground || later.isDiffedInBackground
    pass = pass?.end == nil ? later.pass ?? pass : pass
    stoppedAfter = stoppedAfter ?? later.stoppedAfter
    causedCount += later.causedCount
    inputActionCount += later.inputActionCount
    unfinished = unfinished ?? later.unfinished
    printedByteCount += later.printedByteCount
  }
}

extension Verification: Codable {
  private enum CodingKeys: String, CodingKey {
    case log, verdict, counts, findings, contradictedKeyframes
    case cumulative, quick, pass, unfinished, unorderedType, requireChecked
    case runs, printedBytes, diffing, stoppedAfter, caused, withInputs
  }

  /// Decodes a check's document.
  public init(from decoder: any Decoder) throws {
    let document = try decoder.container(keyedBy: CodingKeys.self)
    log = try document.decode(String.self, forKey: .log)
    counts = try document.decode(OutcomeCounts.self, forKey: .counts)
    findings = try document.decode([Finding].self, forKey: .findings)
    contradictedKeyframeCount =
      try document.decodeIfPresent(Int.self, forKey: .contradictedKeyframes) ?? 0
    isCumulative = try document.decodeIfPresent(Bool.self, forKey: .cumulative) ?? false
    isQuick = try document.decodeIfPresent(Bool.self, forKey: .quick) ?? false
    pass = try document.decodeIfPresent(Pass.self, forKey: .pass)
    unfinished = try document.decodeIfPresent(Unfinished.self, forKey: .unfinished)
    unorderedType = try document.decodeIfPresent(String.self, forKey: .unorderedType)
    checkedPercentMin = try document.decodeIfPresent(Double.self, forKey: .requireChecked) ?? 0
    runCount = try document.decodeIfPresent(Int.self, forKey: .runs) ?? 1
    stoppedAfter = try document.decodeIfPresent(Int.self, forKey: .stoppedAfter)
    causedCount = try document.decodeIfPresent(Int.self, forKey: .caused) ?? 0
    inputActionCount = try document.decodeIfPresent(Int.self, forKey: .withInputs) ?? 0
    printedByteCount = try document.decodeIfPresent(Int.self, forKey: .printedBytes) ?? 0
    isDiffedInBackground =
      try document.decodeIfPresent(String.self, forKey: .diffing) == "background"
  }

  /// Encodes a check's document; omits what is empty, except counts and findings.
  public func encode(to encoder: any Encoder) throws {
    var document = encoder.container(keyedBy: CodingKeys.self)
    try document.encode(log, forKey: .log)
    try document.encode(verdict, forKey: .verdict)
    try document.encode(counts, forKey: .counts)
    try document.encode(findings, forKey: .findings)
    if contradictedKeyframeCount > 0 {
      try document.encode(contradictedKeyframeCount, forKey: .contradictedKeyframes)
    }
    if isCumulative { try document.encode(true, forKey: .cumulative) }
    if isQuick { try document.encode(true, forKey: .quick) }
    try document.encodeIfPresent(pass, forKey: .pass)
    try document.encodeIfPresent(unfinished, forKey: .unfinished)
    try document.encodeIfPresent(unorderedType, forKey: .unorderedType)
    if checkedPercentMin > 0 { try document.encode(checkedPercentMin, forKey: .requireChecked) }
    try document.encodeIfPresent(stoppedAfter, forKey: .stoppedAfter)
    if causedCount > 0 { try document.encode(causedCount, forKey: .caused) }
    if inputActionCount > 0 { try document.encode(inputActionCount, forKey: .withInputs) }
    if runCount > 1 { try document.encode(runCount, forKey: .runs) }
    if printedByteCount > 0 { try document.encode(printedByteCount, forKey: .printedBytes) }
    if isDiffedInBackground { try document.encode("background", forKey: .diffing) }
  }
}
