import Foundation
import RexDiff
import RexJSON
import RexLog
import RexRecorder
import TestSupport
import Testing

/// On a disk that fails at any call, a log is a prefix of what was recorded, or has a gap for it.
@Suite struct FlightTests {
  @Test func whateverTheDiskDoesTheLogIsRightAsFarAsItGoes() throws {
    var outcomes: Set<Flight.Outcome> = []
    for seed in seeds {
      var flight = try Flight(seed: seed)
      flight.run()
      #expect(throws: Never.self, "seed \(seed)") { try flight.check() }
      outcomes.formUnion(flight.outcomes)
    }
    #expect(
      seeds.count == 1 || outcomes == Set(Flight.Outcome.allCases),
      "the disk did not do all that it can")
  }

  /// One for each recording of about 250 actions; `REXREPLAY_SEED` gives a single one.
  private var seeds: Range<UInt64> {
    let asked = ProcessInfo.processInfo.environment["REXREPLAY_SEED"].flatMap { UInt64($0) }
    return asked.map { $0..<($0 + 1) } ?? 0..<(isLongRun ? 4400 : 40)
  }
}

/// One recording over a simulated disk, with all the states there were.
private struct Flight {
  private var random: SeededGenerator
  private let files: SimulatedFiles
  private let clock = ManualClock()
  private let recorder: Recorder<Cargo.Action, Cargo>?
  private var cargo = Cargo()
  private var states: [Cargo.Stamp: JSON] = [:]
  private var isClosed = false

  private static let path = "flight.jsonl"

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    let mishaps = SimulatedFiles.Mishaps(from: &random)
    files = SimulatedFiles(mishaps, random: SeededGenerator(seed: seed &+ 1 << 32))
    recorder = try? Recorder(
      sink: LogFile(creating: Flight.path, on: files), app: "Flight",
      configuration: .init(clock: clock.recorderClock, sessionID: "1"))
    try note()
  }

  /// What can come of a recording.
  enum Outcome: CaseIterable {
    case nothing, torn, incomplete, closed, gaps
  }

  /// What came of this one.
  var outcomes: Set<Outcome> {
    guard let bytes = files.contents(at: Flight.path), !bytes.isEmpty,
      let log = try? Log(name: "flight", bytes: bytes)
    else { return [.nothing] }
    let gaps: Set<Outcome> = log.lines.contains { $0.kind == .gap } ? [.gaps] : []
    switch log.ending {
    case .closed: return gaps.union([.closed])
    case .missing: return gaps.union([.incomplete])
    case .torn: return gaps.union([.torn])
    }
  }

  mutating func run() {
    let count = Int.random(in: 1...500, using: &random)
    for index in 0..<count where !files.isCrashed {
      clock.advance(byMs: Double([1, 50, 20_000].randomElement(using: &random) ?? 1))
      switch Int.random(in: 0..<20, using: &random) {
      case 0: recorder?.mark("here", data: index)
      case 1: change { $0.edit() }
      case 2:
        change { $0.edit() }
        recorder?.recordReplacement(by: cargo)
      case 3 where index > count / 2: files.calm()
      case 4: recorder?.pause()
      case 5, 6: recorder?.resume()
      default:
        let roll = UInt64.random(in: 0..<1000, using: &random)
        recorder?.record(.load(cargo.stamp.step + 1, roll), into: &cargo, reduce: Cargo.reduce)
        change { _ in }
      }
    }
    if Bool.random(using: &random) {
      recorder?.close()
      isClosed = true
    }
  }

  private mutating func change(_ body: (inout Cargo) -> Void) {
    body(&cargo)
    try? note()
  }

  private mutating func note() throws {
    states[cargo.stamp] = try JSONDocumentEncoder().encode(cargo)
  }

  func check() throws {
    guard let bytes = files.contents(at: Flight.path), bytes.contains(UInt8(ascii: "\n")) else {
      return
    }
    let log = try Log(name: "flight", bytes: bytes)
    var walk = LogWalk(states: states)
    for index in log.lines.indices { try walk.step(log.entry(at: index)) }
    guard isClosed, !files.isCrashed, let recorder, recorder.failure == nil else { return }
    try #require(log.isComplete)
  }
}

/// Goes through a log, and throws where it says what was not so.
private struct LogWalk {
  let states: [Cargo.Stamp: JSON]
  private var state: JSON?
  private var step = 0
  private var lost = 0

  init(states: [Cargo.Stamp: JSON]) { self.states = states }

  mutating func step(_ entry: LogEntry) throws {
    switch entry {
    case .session, .mark, .end: return
    case .unknown: try #require(Bool(false), "no recorder writes this")
    case .gap(let gap):
      (state, lost) = (nil, gap.to - gap.from + 1)
    case .keyframe(let keyframe):
      if let state { try #require(state == keyframe.state) }
      state = keyframe.state
      let stamp = try checkState()
      try #require(stamp.step - step <= lost, "\(stamp.step - step) lost, a gap of \(lost)")
      (step, lost) = (stamp.step, 0)
    case .action(let action):
      if case .action(let json) = action.payload {
        step += 1
        try #require(json["load"]?["_0"]?.number?.exactly(Int.self) == step)
      }
      try state?.apply(#require(action.result?.patch))
      try #require(checkState().step == step)
    }
  }

  /// The state's stamp; the state must be the one that had it.
  private func checkState() throws -> Cargo.Stamp {
    let state = try #require(state)
    let stamp = try JSONDocumentDecoder().decode(
      Cargo.Stamp.self, from: #require(state["stamp"]))
    try #require(states[stamp] == state)
    return stamp
  }
}

/// A state that says of itself how it came about.
private struct Cargo: Codable, Sendable {
  var stamp = Stamp()
  var boxes: [UInt64] = []
  var labels: [String: UInt64] = [:]

  struct Stamp: Codable, Hashable, Sendable {
    var step = 0
    var edits = 0
  }

  enum Action: Codable, Sendable {
    case load(Int, UInt64)
  }

  static func reduce(_ cargo: inout Cargo, _ action: Action) {
    guard case .load(let step, let roll) = action else { return }
    cargo.stamp.step = step
    switch roll % 4 {
    case 0: cargo.boxes.append(roll)
    case 1: cargo.boxes = Array(cargo.boxes.dropFirst())
    case 2: cargo.labels["label \(roll % 50)"] = roll
    default: break
    }
  }

  mutating func edit() {
    stamp.edits += 1
    boxes.reverse()
  }
}
