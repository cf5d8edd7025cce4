import RexDiff
import RexJSON
import RexLog
import RexReplayer
import TestSupport
import Testing

/// Logs and reducers with one planted fault each, which is found at the state that it changes.
@Suite struct PlantedFaultTests {
  @Test(arguments: 1...UInt64(tries(20, gate: 60, long: 5_000)))
  func aLogWithoutFaultsIsVerified(seed: UInt64) throws {
    let text = try Plant(seed: seed).text
    for options in Plant.options {
      let found = try Replayer(Ledger.app()).verify(Plant.log(text), options: options)
      #expect(found.verdict == .verified && found.counts.verified == 60, "seed \(seed)\n\(found)")
    }
  }

  @Test(arguments: Plant.Fault.allCases, 1...UInt64(tries(5, gate: 15, long: 1_000)))
  func aFaultIsFoundWhereItWasPlanted(_ fault: Plant.Fault, seed: UInt64) throws {
    var plant = try Plant(seed: seed)
    guard let expected = try plant.plant(fault) else { return }
    let replayer = Replayer(Ledger.app(plant.reduce))
    let log = try Plant.log(plant.text)
    let found = try replayer.verify(log)
    #expect(found.verdict == .diverged, "\(fault), seed \(seed)\n\(found)")
    #expect(found.divergences.first?.seq == expected, "\(fault), seed \(seed)\n\(found)")
    let parallel = try replayer.verify(log, options: .init(jobCount: 3))
    #expect(parallel == found, "\(fault), seed \(seed)")
  }
}

/// A recorded session of sixty actions, and its planted fault.
struct Plant {
  /// A fault of a log or a reducer.
  enum Fault: String, CaseIterable {
    case value, operationMore, operationLess, swapped, dropped, doubled, keyframe, reducer, error
    case payload
  }

  static let options: [VerificationOptions] = [
    .init(), .init(isQuick: true), .init(jobCount: 3), .init(isCumulative: true),
  ]

  private(set) var text: String
  private(set) var reduce: @Sendable (inout Ledger, Ledger.Action) throws -> Void = {
    try $0.reduce($1)
  }
  private let actions: [Ledger.Action]
  private var random: SeededGenerator

  init(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    actions = (0..<60).map { _ in Ledger.Action.random(&random) }
    self.random = random
    text = try ledgerText(actions, keyframeSpacing: 17)
  }

  static func log(_ text: String) throws -> Log {
    try Log(name: "ledger", bytes: Array(text.utf8))
  }

  /// Plants a fault; returns the number of its action, or nil if it would change nothing.
  mutating func plant(_ fault: Fault) throws -> Int? {
    switch fault {
    case .value: try plantPatch { $0.dropLast() + [.replace(Self.total, -7)] }
    case .operationMore: try plantPatch { $0 + [.replace(Self.total, -7)] }
    case .operationLess: try plantPatch { $0.dropLast() }
    case .swapped: try plantOrder { [$0[1], $0[0]] }
    case .dropped: try plantOrder { [$0[1]] }
    case .doubled: try plantOrder { [$0[0], $0[0], $0[1]] }
    case .keyframe: plantKeyframe()
    case .reducer: plantReducer()
    case .error: plantError()
    case .payload: try plantPayload()
    }
  }

  private static let total = JSONPointer(tokens: ["total"])
}

extension Plant {
  private var lines: [Substring] { text.split(separator: "\n") }

  private static func seq(_ line: Substring) -> Int? {
    line.prefixMatch(of: #/\{"kind":"action","seq":(\d+)/#).flatMap { Int($0.1) }
  }

  /// The states after each action, as they were recorded.
  private var states: [Ledger] {
    actions.reduce(into: [Ledger()]) { states, action in
      var next = states[states.count - 1]
      try? next.reduce(action)
      states.append(next)
    }
  }

  /// Alters the patch of an action that changed something.
  private mutating func plantPatch(
    _ alter: ([JSONPatch.Operation]) -> [JSONPatch.Operation]
  ) throws -> Int? {
    let changing = (1...60).filter { states[$0].total != states[$0 - 1].total }
    guard let seq = changing.randomElement(using: &random) else { return nil }
    var lines = lines.map(String.init)
    for index in lines.indices where Self.seq(Substring(lines[index])) == seq {
      guard let document = try JSON(parsing: Array(lines[index].utf8)).object,
        let patch = document["patch"]
      else { return nil }
      let altered = JSONPatch(alter(try JSONPatch(parsing: patch).operations)).json
      lines[index] = lines[index].replacing(
        String(decoding: patch.bytes, as: UTF8.self),
        with: String(decoding: altered.bytes, as: UTF8.self))
    }
    text = lines.joined(separator: "\n") + "\n"
    return seq
  }

  /// Replaces the payloads of two neighbors by others; patches stay as they were recorded.
  private mutating func plantOrder(_ alter: ([Ledger.Action]) -> [Ledger.Action]) throws -> Int? {
    let place = Int.random(in: 0..<58, using: &random)
    let altered =
      actions[..<place] + alter(Array(actions[place..<place + 2])) + actions[(place + 2)...]
    let payloads = try altered.prefix(60).map { action in
      String(decoding: try JSONDocumentEncoder().encode(action).bytes, as: UTF8.self)
    }
    guard let seq = firstDifference(from: Array(altered)) else { return nil }
    text =
      lines.map { line in
        guard let seq = Self.seq(line), seq <= payloads.count else { return String(line) }
        return String(line).replacing(#/"action":\{.*?\}\}(?=,"tookMs")/#) { _ in
          #""action":"# + payloads[seq - 1]
        }
      }.joined(separator: "\n") + "\n"
    return seq
  }

  /// The first action whose altered payload has another outcome in the recorded state.
  private func firstDifference(from altered: [Ledger.Action]) -> Int? {
    (1...60).first { seq in
      guard seq <= altered.count else { return false }
      return Self.outcome(of: altered[seq - 1], in: states[seq - 1])
        != Self.outcome(of: actions[seq - 1], in: states[seq - 1])
    }
  }

  private static func outcome(of action: Ledger.Action, in state: Ledger) -> String {
    var state = state
    do {
      try state.reduce(action)
      return "\(state)"
    } catch {
      return "\(state) \(error)"
    }
  }

  private mutating func plantPayload() throws -> Int? {
    var altered = actions
    let place = Int.random(in: 0..<60, using: &random)
    altered[place] = .add(1_000)
    let payload = #""action":{"add":{"_0":1000}}"#
    text =
      lines.map { line in
        guard Self.seq(line) == place + 1 else { return String(line) }
        return String(line).replacing(#/"action":\{.*?\}\}(?=,"tookMs")/#) { _ in payload }
      }.joined(separator: "\n") + "\n"
    return firstDifference(from: altered)
  }

  private mutating func plantKeyframe() -> Int? {
    let seq = [17, 34, 51].randomElement(using: &random) ?? 17
    text = text.replacing(
      #/("kind":"keyframe","seq":(\d+),"timeMs":[0-9.]+,"state":\{"total":)(-?\d+)/#
    ) { match in
      Int(match.2) == seq ? "\(match.1)\((Int(match.3) ?? 0) + 1)" : String(match.0)
    }
    return seq
  }

  private mutating func plantReducer() -> Int? {
    let amount = Int.random(in: 0..<9, using: &random)
    reduce = { ledger, action in
      try ledger.reduce(action)
      if case .add(amount) = action { ledger.total += 1 }
    }
    return actions.firstIndex { if case .add(amount) = $0 { true } else { false } }.map { $0 + 1 }
  }

  private mutating func plantError() -> Int? {
    reduce = { ledger, action in try? ledger.reduce(action) }
    return (1...60).first { seq in
      var state = states[seq - 1]
      do {
        try state.reduce(actions[seq - 1])
        return false
      } catch {
        return true
      }
    }
  }
}
