/// A comparison of our implementation and a peer's on the same input.
struct Scenario: Sendable {
  /// The group and name, with the size of the input: `json/parse-1000`.
  let name: String

  /// The peer's name.
  let peer: String

  /// Prepares the input, outside of the measurement.
  let prepare: @Sendable (Size) throws -> Comparison

  /// The size of the input: full, or small for tests.
  enum Size: Sendable {
    case full
    case quick

    /// The count for a scenario whose name gives the full one.
    func count(_ full: Int) -> Int { self == .full ? full : min(full, 3) }
  }
}

extension Scenario {
  /// Runs only our implementation a number of times; a size is computed only once.
  func runOurs(count: Int) throws {
    switch try prepare(.full) {
    case .time(let ours, _, _): for _ in 0..<count { _ = try ours() }
    case .figure(_, let ours, _, _): for _ in 0..<count { _ = try ours() }
    case .size: break
    }
  }
}

/// What a scenario measures.
enum Comparison {
  /// Two computations, timed alternately; each returns a number that depends on its result.
  ///
  /// `result` computes the output once more, for a hash that shows that runs agree.
  case time(
    ours: () throws -> Int, peer: () throws -> Int, result: () throws -> [UInt8])

  /// Two functions that each return a figure, for which less is better.
  ///
  /// They are called alternately; in a quick run, once.
  case figure(
    unit: String, ours: () throws -> Double, peer: () throws -> Double, result: () throws -> [UInt8]
  )

  /// Two sizes of output in bytes, for which less is better.
  case size(ours: [UInt8], peerBytes: Int)
}

/// Every scenario, in the order in which they run.
let scenarios: [Scenario] =
  jsonScenarios + patchScenarios + recordScenarios + naiveScenarios + recorderScenarios
  + liveScenarios + largeStateScenarios + durabilityScenarios + latencyScenarios + replayScenarios
  + verifyScenarios
  + workerScenarios
  + minimizeScenarios
  + timelineScenarios + storeScenarios + queryScenarios
  + redactionScenarios
