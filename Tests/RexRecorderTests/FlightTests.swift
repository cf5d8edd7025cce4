import Foundation
import RexDecoding
import RexDiff
import RexJSON
import RexLocking
import RexLog
import RexRecorder
import RexReplayer
import TestSupport
import Testing

/// On a disk where any call can fail, a log is a prefix of the recording, or has a gap.
@Suite struct FlightTests {
  @Test func theLogIsCorrectUpToItsEndWithAnyDiskFailures() throws {
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

  /// Seeds of recordings of about 250 actions each, including one that once found an error.
  ///
  /// `REXREPLAY_SEED` selects a single one.
  private var seeds: [UInt64] {
    let asked = ProcessInfo.processInfo.environment["REXREPLAY_SEED"].flatMap { UInt64($0) }
    return asked.map { [$0] } ?? Array(0..<(tries(15, gate: 60, long: 9000))) + [5467]
  }
}

/// One recording on a simulated disk, with all its states.
private struct Flight {
  private var random: SeededGenerator
  private let files: SimulatedFiles
  private let clock = ManualClock()
  private let flushes = PendingFlushes()
  private let recorder: Recorder<Cargo.Action, Cargo>?
  private var segments: Segments?
  private var cargo = Cargo()
  private var states: [Cargo.Stamp: JSON] = [:]
  private var isFlushed = false
  private var isClosed = false
  private var wasWell = false
  /// Whether some actions are recorded without patches; changes from outside are then recorded too.
  private let isMixed: Bool

  private static let folder = "flight"

  init(seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    let mishaps = SimulatedFiles.Mishaps(from: &random)
    files = SimulatedFiles(mishaps, random: SeededGenerator(seed: seed &+ 1 << 32))
    var configuration = RecorderConfiguration(
      clock: clock.recorderClock, sessionID: "1", onFailure: nil)
    let isInBackground = Bool.random(using: &random)
    configuration.flushSchedule = flushes.schedule
    if Bool.random(using: &random) {
      isFlushed = true
      configuration.durability = .power(every: .milliseconds(10))
    }
    isMixed = Int.random(in: 0..<3, using: &random) == 0
    if Bool.random(using: &random) {
      recorder = try? Recorder(
        sink: FileSink(creating: "\(Flight.folder)/log.jsonl", on: files), app: "Flight",
        diffing: isInBackground ? .inBackground : .inline, configuration: configuration)
    } else {
      let segments = Segments.some(from: &random)
      self.segments = segments
      recorder = try? Recorder(
        folder: SegmentFolder(Flight.folder, on: files), app: "Flight", segments: segments,
        encoding: .encodable(),
        diffing: isInBackground ? .inBackground : .inline, configuration: configuration)
    }
    try note()
  }

  /// Reads the log; nil if it has no complete line.
  private func log() throws -> Log? {
    let segments = files.names(in: Flight.folder)
      .compactMap { name in files.contents(at: "\(Flight.folder)/\(name)").map { (name, $0) } }
    guard segments.contains(where: { $0.1.contains(UInt8(ascii: "\n")) }) else { return nil }
    return try Log(checked: "flight", segments: segments)
  }

  /// The outcomes of a recording.
  enum Outcome: CaseIterable {
    case nothing, torn, incomplete, closed, gaps, segments, window
  }

  /// The outcome of this recording.
  var outcomes: Set<Outcome> {
    guard let log = try? log() else { return [.nothing] }
    var outcomes: Set<Outcome> =
      switch log.ending {
      case .closed: [.closed]
      case .missing: [.incomplete]
      case .torn: [.torn]
      }
    if (try? log.lines())?.contains(where: { $0.kind == .gap }) ?? false { outcomes.insert(.gaps) }
    if log.fileNames.count > 1 { outcomes.insert(.segments) }
    if log.session.after > 0 { outcomes.insert(.window) }
    return outcomes
  }

  mutating func run() {
    let count = Int.random(in: 1...500, using: &random)
    for index in 0..<count where !files.isCrashed {
      clock.advance(byMs: Double([1, 50, 20_000].randomElement(using: &random) ?? 1))
      switch Int.random(in: 0..<20, using: &random) {
      case 0: recorder?.mark("here", data: index)
      case 1 where isMixed:
        recorder?.detail = Bool.random(using: &random) ? .changes : .actions(keyframeEvery: index)
      case 1: change { $0.edit() }
      case 2:
        change { $0.edit() }
        recorder?.recordReplacement(by: cargo)
      case 3 where index > count / 2: files.calm()
      case 4: recorder?.pause()
      case 5, 6: recorder?.resume()
      case 7: flushes.run()
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
    // Reading the failure waits for diffing in the background.
    _ = recorder?.statistics
    wasWell =
      !files.isCrashed && !files.hasLostFiles && recorder.map { $0.failure == nil } ?? false
    if Int.random(in: 0..<4, using: &random) == 0 {
      files.losePower()
      wasWell = false
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
    // A ring with flushing keeps unflushed segments, and flushes are delayed at random here.
    if !isFlushed, let bound = segments?.bound { try #require(files.byteCountMax < bound) }
    guard var log = try log() else { return }
    if isMixed { log = try Flight.replayer.backfilling(log) }
    var walk = LogWalk(states: states)
    for entry in try log.entries() { try walk.step(entry) }
    if isClosed, wasWell { try #require(log.isComplete) }
  }
}

/// Flushes that run when a test runs them.
final class PendingFlushes: Sendable {
  private let bodies = Locked<[@Sendable () -> Void]>([])
  private let delays = Locked<[Int]>([])

  /// The delays for which they were scheduled.
  var delaysMs: [Int] { delays.withLock { $0 } }

  /// The schedule in the form that a recorder needs.
  var schedule: FlushSchedule {
    { delayMs, body in
      self.delays.withLock { $0.append(delayMs) }
      self.bodies.withLock { $0.append(body) }
    }
  }

  /// Runs the work that is due.
  func run() {
    let due = bodies.withLock { bodies in
      defer { bodies = [] }
      return bodies
    }
    for body in due { body() }
  }
}

extension Flight {
  fileprivate static let replayer = Replayer(
    ReplayableApp(name: "Flight") { (action: Cargo.Action, cargo: inout Cargo) in
      Cargo.reduce(&cargo, action)
    })
}

/// Reads a log, and throws if it contradicts the recording.
private struct LogWalk {
  let states: [Cargo.Stamp: JSON]
  private var state: JSON?
  private var step = 0
  private var lost = 0

  init(states: [Cargo.Stamp: JSON]) { self.states = states }

  mutating func step(_ entry: LogEntry) throws {
    switch entry {
    case .mark, .end, .unknown: return
    case .session(let session):
      if state == nil, step == 0 { lost = max(lost, session.after) }
    case .gap(let gap):
      (state, lost) = (nil, lost + gap.to - gap.from + 1)
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
      guard let patch = action.result?.patch else {
        // A state was set from outside, and a loss of power took its keyframe: a gap follows.
        try #require(action.type == "replaceState")
        state = nil
        return
      }
      try #require(state != nil)
      try state?.apply(patch)
      try #require(checkState().step == step)
    }
  }

  /// Returns the state's stamp; throws unless the state is the one with that stamp.
  private func checkState() throws -> Cargo.Stamp {
    let state = try #require(state)
    let stamp = try JSONDocumentDecoder().decode(
      Cargo.Stamp.self, from: #require(state["stamp"]))
    try #require(states[stamp] == state)
    return stamp
  }
}

extension Segments {
  fileprivate static func some(from random: inout SeededGenerator) -> Segments {
    let lengths: [LogSpan] = [.bytes(1), .bytes(1500), .bytes(6000), .seconds(0.1), .seconds(30)]
    let kept: [LogSpan?] = [nil, .bytes(1), .bytes(8000), .bytes(20_000), .seconds(1), .minutes(2)]
    return Segments(
      each: lengths.randomElement(using: &random) ?? .bytes(1),
      keep: kept.randomElement(using: &random) ?? nil)
  }

  /// The size that a ring never exceeds, with any disk failures.
  fileprivate var bound: Int? {
    guard case .bytes(let each) = each, case .bytes(let kept) = keep else { return nil }
    let lineMax = 3000
    let segmentMax = 2 * max(each, 2 * lineMax) + 2 * lineMax
    return kept + 2 * segmentMax + lineMax
  }
}

/// A state that contains the history of its own changes.
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
