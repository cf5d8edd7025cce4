/// A binary search for the first bad state, as `git bisect` does for commits.
///
///     0 good ─────────── 150 bad ─────────── 300 bad        asks for 0, 300, 150, 75 …
///
/// `next()` gives the state to test, and `record` takes the result. The ends are tested first,
/// since a search between two good states finds nothing. Once the first bad state is known, states
/// on both sides are sampled, since a binary search is wrong if good states follow bad ones.
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
    /// The first bad state is one of these; too many in the middle cannot be tested.
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

  /// The state that is being tested.
  private var pending: Int?

  /// Finds the next state to test, or the outcome.
  private mutating func search() {
    for end in [seqs.lowerBound, seqs.upperBound] where results[end] == nil {
      pending = end
      return
    }
    switch (results[seqs.lowerBound], results[seqs.upperBound]) {
    case (.bad, _): outcome = .startIsBad
    case (.skipped, _): outcome = .endIsUntested(seqs.lowerBound)
    case (_, .good): outcome = .endIsGood
    case (_, .skipped): outcome = .endIsUntested(seqs.upperBound)
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
    for distance in 0...Self.skippedMax {
      for seq in [middle - distance, middle + distance]
      where seq > good && seq < bad && results[seq] == nil {
        pending = seq
        return
      }
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
      if results[sample] == nil { return sample }
    }
    return nil
  }

  /// States spread evenly.
  private static func samples(_ seqs: Range<Int>) -> [Int] {
    (1...samplesMax).map { seqs.lowerBound + seqs.count * $0 / (samplesMax + 1) }
      .filter(seqs.contains)
  }
}
