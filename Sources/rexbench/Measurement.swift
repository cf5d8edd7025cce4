import RexJSON

/// A scenario's figures of one run.
struct Measurement {
  let scenario: String
  let unit: String
  let median: Double
  let peer: String
  let peerMedian: Double
  let hash: String

  /// The ratio to the peer; more is better.
  var ratio: Double { peerMedian / median }

  /// One line for people.
  var line: String {
    let name = scenario.padded(to: 36)
    let ours = "\(median.short) \(unit)".padded(to: 16)
    let theirs = "\(peer) \(peerMedian.short) \(unit)".padded(to: 40)
    return "\(name) \(ours) \(theirs) \("\(ratio.short)x".padded(to: 10)) \(hash)"
  }

  /// One line for programs.
  var json: JSON {
    [
      "scenario": .string(scenario), "unit": .string(unit), "median": JSON(floatLiteral: median),
      "peer": .string(peer), "peerMedian": JSON(floatLiteral: peerMedian),
      "ratio": JSON(floatLiteral: ratio), "hash": .string(hash),
    ]
  }
}

extension Scenario {
  /// Alternates between our implementation and the peer's, so that disturbances affect both.
  func measure(_ size: Size) throws -> Measurement {
    switch try prepare(size) {
    case .size(let ours, let peerBytes):
      return Measurement(
        scenario: name, unit: "bytes", median: Double(ours.count), peer: peer,
        peerMedian: Double(peerBytes), hash: ours.fingerprint)
    case .figure(let unit, let ours, let theirs, let result):
      let hash = try result().fingerprint
      let figures = try Self.rounds(size == .full ? 5 : 1, ours, theirs)
      return Measurement(
        scenario: name, unit: unit, median: figures.ours, peer: peer, peerMedian: figures.theirs,
        hash: hash)
    case .time(let ours, let theirs, let result):
      let hash = try result().fingerprint
      let rounds = size == .full ? 15 : 1
      let times = try Self.time(ours, theirs, rounds: rounds, isQuick: size == .quick)
      return Measurement(
        scenario: name, unit: "µs", median: times.ours, peer: peer, peerMedian: times.theirs,
        hash: hash)
    }
  }

  private static func time(
    _ ours: () throws -> Int, _ theirs: () throws -> Int, rounds: Int, isQuick: Bool
  ) throws -> (ours: Double, theirs: Double) {
    let ourRepeats = isQuick ? 1 : try repeats(ours)
    let theirRepeats = isQuick ? 1 : try repeats(theirs)
    return try Self.rounds(
      rounds, { try microseconds(ours, repeats: ourRepeats) },
      { try microseconds(theirs, repeats: theirRepeats) })
  }

  /// The medians of alternating measurements; only three if each takes seconds.
  private static func rounds(
    _ count: Int, _ ours: () throws -> Double, _ theirs: () throws -> Double
  ) rethrows -> (ours: Double, theirs: Double) {
    var ourFigures: [Double] = []
    var theirFigures: [Double] = []
    let clock = ContinuousClock()
    let start = clock.now
    for turn in 0..<count {
      if turn >= min(3, count), clock.now - start > roundsTimeMax { break }
      ourFigures.append(try ours())
      theirFigures.append(try theirs())
    }
    return (ourFigures.median, theirFigures.median)
  }

  /// After this time, three rounds are enough.
  private static let roundsTimeMax = Duration.seconds(20)

  /// The number of repetitions for a round of about ten milliseconds.
  private static func repeats(_ work: () throws -> Int) throws -> Int {
    var repeats = 1
    while repeats < 1_000_000 {
      let time = try microseconds(work, repeats: repeats) * Double(repeats)
      if time > 2000 { return max(1, Int(Double(repeats) * 10_000 / time)) }
      repeats *= 4
    }
    return repeats
  }

  private static func microseconds(_ work: () throws -> Int, repeats: Int) throws -> Double {
    var checksum = 0
    let time = try ContinuousClock().measure {
      for _ in 0..<repeats { checksum &+= try work() }
    }
    // The sum is used, so that no repetition is optimized away.
    precondition(checksum != .min, "no result is this number")
    return time / .microseconds(1) / Double(repeats)
  }
}

extension [Double] {
  fileprivate var median: Double { sorted()[count / 2] }
}

extension Double {
  /// Three significant digits, or all digits before the point.
  fileprivate var short: String {
    if magnitude >= 100 { return String(Int(rounded())) }
    var scale = 10.0
    while scale < 1e9, magnitude * scale < 100 { scale *= 10 }
    return String((self * scale).rounded() / scale)
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: Swift.max(0, width - count))
  }
}
