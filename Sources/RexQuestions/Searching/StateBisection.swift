/// A binary search for the first bad state, as `git bisect` does for commits.
///
///     0 good ─────────── 150 bad ─────────── 300 bad        asks for 0, 300, 150, 75 …
///
/// `next()` gives the state to test, and `record` takes the result. The ends are tested first,
/// since a search between two good states finds nothing. Once the first bad state is known, states
/// on both sides are sampled, since a binary search is wrong if good states follow bad ones.
///
/// States that are not in the log are passed over, however many: `leaveOut` takes their range.
package struct StateBisection: Sendable {
  /// The result of testing a state.
  package enum TestResult: Sendable, Equatable {
    case good
    case bad
    /// The state cannot be tested.
    case skipped
  }

  /// The outcome of a search.
  package enum Outcome: Sendable, Equatable {
    /// The first bad state.
    case found(Int)
    /// The first bad state is one of these; those in the middle cannot be tested, or are missing.
    case foundAmong(ClosedRange<Int>)
    /// The first state is already bad.
    case startIsBad
    /// The last state is still good.
    case endIsGood
    /// The first or the last state cannot be tested.
    case endIsUntested(Int)
  }

  private let seqs: ClosedRange<Int>
  private var results: [Int: TestResult] = [:]
  /// The states that are not in the log.
  private var missing: [ClosedRange<Int>] = []
  private var samples: [Int]?
  /// The outcome, once known.
  package private(set) var outcome: Outcome?
  /// Bad samples before the first bad state that was found, and good ones after it.
  package private(set) var exceptions: [Int] = []

  /// The number of states sampled on each side of the first bad one.
  static let samplesMax = 2
  /// The number of neighbours tried on each side if a state cannot be tested.
  private static let skippedMax = 16

  /// A search among these states.
  package init(_ seqs: ClosedRange<Int>) { self.seqs = seqs }

  /// The number of tested states.
  package var testCount: Int { results.count }

  /// The last state that is not known to be missing.
  package var last: Int { present(seqs.upperBound, step: -1) }

  /// The estimated number of tests.
  package var testCountEstimate: Int {
    2 + seqs.count.bitWidth - seqs.count.leadingZeroBitCount + 2 * Self.samplesMax
  }

  /// The state to test next; nil if the search is over.
  package mutating func next() -> Int? {
    if outcome == nil { search() }
    guard outcome != nil else { return pending }
    return nextSample()
  }

  /// Takes the result of testing a state.
  package mutating func record(_ result: TestResult, for seq: Int) {
    results[seq] = result
    pending = nil
    guard case .found(let first) = outcome, samples != nil else { return }
    let isException = result == (seq < first ? .bad : .good)
    if isException { exceptions.append(seq) }
  }

  /// Leaves out states that are not in the log, among them the one to test next.
  package mutating func leaveOut(_ seqs: ClosedRange<Int>) {
    missing.append(seqs)
    pending = nil
  }

  /// The state that is being tested.
  private var pending: Int?

  /// The nearest state in a direction, 1 or -1, that is not known to be missing.
  private func present(_ seq: Int, step: Int) -> Int {
    var seq = seq
    while let range = missing.first(where: { $0.contains(seq) }) {
      seq = step > 0 ? range.upperBound + 1 : range.lowerBound - 1
    }
    return seq
  }

  /// Finds the next state to test, or the outcome.
  private mutating func search() {
    let (first, last) = (present(seqs.lowerBound, step: 1), last)
    guard first <= last else {
      outcome = .endIsUntested(seqs.lowerBound)
      return
    }
    for end in [first, last] where results[end] == nil {
      pending = end
      return
    }
    switch (results[first], results[last]) {
    case (.bad, _): outcome = .startIsBad
    case (.skipped, _): outcome = .endIsUntested(first)
    case (_, .good): outcome = .endIsGood
    case (_, .skipped): outcome = .endIsUntested(last)
    default: searchBetween()
    }
  }

  private mutating func searchBetween() {
    let good = results.filter { $0.value == .good }.keys.max() ?? seqs.lowerBound
    let bad = results.filter { $0.value == .bad }.keys.min() ?? seqs.upperBound
    guard bad - good > 1 else {
      outcome = .found(bad)
      return
    }
    let middle = good + (bad - good) / 2
    var (below, above) = (middle, middle)
    for _ in 0...Self.skippedMax {
      (below, above) = (present(below, step: -1), present(above, step: 1))
      for seq in [below, above] where seq > good && seq < bad && results[seq] == nil {
        pending = seq
        return
      }
      (below, above) = (below - 1, above + 1)
    }
    outcome = .foundAmong(good + 1...bad)
  }

  private mutating func nextSample() -> Int? {
    guard case .found(let first) = outcome else { return nil }
    if samples == nil {
      samples =
        Self.samples(seqs.lowerBound..<first) + Self.samples(first..<seqs.upperBound + 1)
    }
    while let sample = samples?.popLast() {
      if results[sample] == nil, present(sample, step: 1) == sample { return sample }
    }
    return nil
  }

  /// States spread evenly.
  private static func samples(_ seqs: Range<Int>) -> [Int] {
    (1...samplesMax).map { seqs.lowerBound + seqs.count * $0 / (samplesMax + 1) }
      .filter(seqs.contains)
  }
}
