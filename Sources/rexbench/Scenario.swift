/// One comparison: our way of doing a thing and a peer's, on the same input.
struct Scenario: Sendable {
  /// The group and the thing, with the size of its input: `json/parse-1000`.
  let name: String

  /// Whose way is compared with ours.
  let peer: String

  /// Makes the input, outside of what is measured.
  let prepare: @Sendable (Size) throws -> Contest

  /// How much input: as named, or little enough for a test.
  enum Size: Sendable {
    case full
    case quick

    /// The count to use where a scenario's name gives this one.
    func count(_ full: Int) -> Int { self == .full ? full : min(full, 3) }
  }
}

extension Scenario {
  /// Runs our way so many times, and nothing else.
  func runOurs(count: Int) throws {
    guard case .time(let ours, _, _) = try prepare(.full) else { return }
    for _ in 0..<count { _ = try ours() }
  }
}

/// What a scenario measures.
enum Contest {
  /// Two ways to compute, timed in turns; each returns a number that depends on its result.
  ///
  /// `result` computes once more, for the hash that shows that two runs did the same.
  case time(
    ours: () throws -> Int, peer: () throws -> Int, result: () throws -> [UInt8])

  /// Two ways to come by a figure that each works out itself, for which less is better.
  ///
  /// Each is asked in turns; a quick run asks once.
  case figure(
    unit: String, ours: () throws -> Double, peer: () throws -> Double, result: () throws -> [UInt8]
  )

  /// Two sizes of output in bytes, for which less is better.
  case size(ours: [UInt8], peerBytes: Int)
}

/// Every scenario, in the order in which they run.
let scenarios: [Scenario] =
  jsonScenarios + patchScenarios + recordScenarios + naiveScenarios + recorderScenarios
  + keepingScenarios + latencyScenarios + replayScenarios + verifyScenarios + workerScenarios
  + minimizeScenarios
  + timelineScenarios + storeScenarios + queryScenarios
  + redactionScenarios
