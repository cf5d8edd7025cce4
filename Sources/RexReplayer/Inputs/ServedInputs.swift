import Foundation
import RexActions
import RexJSON
import RexLocking
import RexLog
import RexRedaction

/// An action's inputs for a reduction.
struct ActionInputs {
  /// The action's number.
  var seq: Int
  /// The recorded inputs.
  var recorded: [LogInput] = []
  /// The time and the seed of inputs that are not recorded.
  var time = Date(timeIntervalSinceReferenceDate: 0)
  var seed = 0
}

/// The result of reducing an action.
struct Reduced {
  /// The description of the error that the reducer threw.
  var error: String?
  /// The inputs that it used, in order.
  var inputs: [LogInput] = []
  /// What is wrong with them.
  var inputProblem: InputProblem?

  /// Whether it did not throw, and used the recorded inputs.
  var isPlain: Bool { error == nil && inputProblem == nil }
}

/// Serves the recorded inputs of an action to its reducer, in order.
///
///     recorded   date   uuid   value newCheckout
///     asked      date          value newCheckout   random
///                              └ served, with a difference: the uuid was not asked for
///                                                  └ new, with a seed from the action's number
///
/// An input that the reducer asks for too early or too late is served to the right request.
final class ServedInputs: InputSource {
  private let serving = Locked(Serving(of: ActionInputs(seq: -1)))

  /// Calls a reducer that is served an action's inputs; returns those it used, and what is wrong.
  ///
  /// An error that the reducer throws is returned as its description.
  func serve(_ inputs: ActionInputs, _ reduce: () throws -> Void) -> Reduced {
    serving.withLock { $0 = Serving(of: inputs) }
    var error: String?
    do {
      try InputTape.with(self, inputs.seq, reduce)
    } catch let thrown {
      error = String(describing: thrown)
    }
    return serving.withLock { serving in
      defer { serving = Serving(of: ActionInputs(seq: -1)) }
      let (used, problem) = serving.end()
      return Reduced(error: error, inputs: used, inputProblem: problem)
    }
  }

  func take<Value: Codable>(_ request: InputRequest, of seq: Int, _ plain: () -> Value) -> Value {
    let found = serving.withLock { $0.seq == seq ? $0.next(request) : nil }
    guard let found else { return plain() }
    switch found {
    case .served(let json):
      if let value = try? JSONDocumentDecoder().decode(Value.self, from: json) { return value }
      serving.withLock { $0.noteUndecodable(request, json) }
      return plain()
    case .new(let json?):
      // Of the built-in kinds, so that its type is that of the request.
      return (try? JSONDocumentDecoder().decode(Value.self, from: json)) ?? plain()
    case .new(nil):
      let value = plain()
      let json = (try? JSONDocumentEncoder().encode(value)) ?? .null
      serving.withLock { $0.use(request, json, isFresh: true) }
      return value
    }
  }

  func draw(of seq: Int) -> UInt64? {
    guard serving.withLock({ $0.seq == seq }) else { return nil }
    if serving.withLock({ $0.generator == nil }) {
      let seed = take(.random, of: seq) { SplitMix64.text(ofSeed: 0) }
      serving.withLock { $0.generator = SplitMix64(seed: seed) ?? SplitMix64(seed: 0) }
    }
    return serving.withLock { $0.draw() }
  }
}

/// The inputs of one action while they are served.
private struct Serving {
  let seq: Int
  private let time: Date
  private var remaining: ArraySlice<LogInput>
  private var recordedDrawCount: Int?
  private var used: [LogInput] = []
  private var problem: InputProblem?
  private var seeds: SplitMix64
  var generator: SplitMix64?
  private var drawCount = 0

  enum Found {
    /// The recorded value.
    case served(JSON)
    /// A new value; nil if the request's expression has to give it.
    case new(JSON?)
  }

  init(of inputs: ActionInputs) {
    (seq, time) = (inputs.seq, inputs.time)
    remaining = inputs.recorded[...]
    seeds = SplitMix64(seed: UInt64(truncatingIfNeeded: inputs.seed))
    if case .draws(let count)? = remaining.last?.content {
      recordedDrawCount = count
      remaining.removeLast()
    }
  }

  /// Finds the next recorded input for a request.
  mutating func next(_ request: InputRequest) -> Found {
    let first = remaining.first
    if let first, case .unrecorded = first.content {
      // It may be the one asked for; what follows cannot be told apart.
      note(.unknown(.unrecorded))
      remaining.removeAll()
      return new(request)
    }
    guard let position = remaining.firstIndex(where: { $0.content.answers(request) }) else {
      note(asked: request.text, recorded: first?.content.text)
      return new(request)
    }
    if position > remaining.startIndex {
      // Some before it were not asked for, or are asked for later.
      note(asked: request.text, recorded: first?.content.text)
    }
    let input = remaining[position]
    remaining = remaining[(position + 1)...]
    guard input.content.isValid else {
      note(.unknown(.undecodable))
      return new(request)
    }
    used.append(input)
    return .served(input.content.value)
  }

  private mutating func new(_ request: InputRequest) -> Found {
    let value: JSON
    switch request {
    case .date:
      let seconds = time.timeIntervalSinceReferenceDate
      value = .number(JSONNumber(seconds) ?? JSONNumber(0))
    case .uuid: value = .string(newUUID())
    case .random: value = .string(SplitMix64.text(ofSeed: seeds.next()))
    case .value: return .new(nil)
    }
    use(request, value, isFresh: true)
    return .new(value)
  }

  /// The text of a random identifier (RFC 9562, version 4).
  private mutating func newUUID() -> String {
    let halves = (seeds.next() & ~0xF000 | 0x4000, seeds.next() & ~(3 << 62) | 1 << 63)
    let digits = SplitMix64.text(ofSeed: halves.0) + SplitMix64.text(ofSeed: halves.1)
    var rest = digits.uppercased()[...]
    let groups = [8, 4, 4, 4, 12].map { count in
      defer { rest.removeFirst(count) }
      return rest.prefix(count)
    }
    return groups.joined(separator: "-")
  }

  mutating func use(_ request: InputRequest, _ value: JSON, isFresh: Bool) {
    used.append(LogInput(LogInput.Content(request, value), isFresh: isFresh))
  }

  mutating func noteUndecodable(_ request: InputRequest, _ value: JSON) {
    note(.unknown(value.string.map(Placeholder.isPlaceholder) ?? false ? .redacted : .undecodable))
  }

  mutating func draw() -> UInt64? {
    drawCount += 1
    return generator?.next()
  }

  private mutating func note(asked: String?, recorded: String?) {
    note(.difference(InputDifference(asked: asked, recorded: recorded)))
  }

  /// Only the first problem is told; the others follow from it.
  private mutating func note(_ new: InputProblem) { problem = problem ?? new }

  mutating func end() -> (used: [LogInput], problem: InputProblem?) {
    if let left = remaining.first {
      if case .unrecorded = left.content {
        note(.unknown(.unrecorded))
      } else {
        note(asked: nil, recorded: left.content.text)
      }
    } else if let recordedDrawCount, recordedDrawCount != drawCount {
      note(
        asked: LogInput.Content.draws(drawCount).text,
        recorded: LogInput.Content.draws(recordedDrawCount).text)
    }
    if drawCount > 0 { used.append(LogInput(.draws(drawCount))) }
    return (used, problem)
  }
}

extension InputRequest {
  /// Such as `a date`.
  fileprivate var text: String {
    switch self {
    case .date: "a date"
    case .uuid: "an identifier"
    case .random: "random numbers"
    case .value(let name): "the value \(name)"
    }
  }
}

extension LogInput.Content {
  /// The content for a request; the value is of the request's type.
  fileprivate init(_ request: InputRequest, _ value: JSON) {
    self =
      switch request {
      case .date: .date(value.number?.double ?? 0)
      case .uuid: .uuid(value.string ?? "")
      case .random: .random(value.string ?? "")
      case .value(let name): .value(name, value)
      }
  }

  /// Whether it is what a request asks for.
  fileprivate func answers(_ request: InputRequest) -> Bool {
    switch (self, request) {
    case (.date, .date), (.uuid, .uuid), (.random, .random): true
    case (.value(let name, _), .value(let asked)): name == asked
    default: false
    }
  }

  /// Whether a text is that of an identifier or of a seed.
  fileprivate var isValid: Bool {
    switch self {
    case .uuid(let text): UUID(uuidString: text) != nil
    case .random(let text): SplitMix64(seed: text) != nil
    case .date, .draws, .value, .unrecorded: true
    }
  }

  /// The recorded value.
  fileprivate var value: JSON {
    switch self {
    case .date(let seconds): .number(JSONNumber(seconds) ?? JSONNumber(0))
    case .uuid(let text), .random(let text), .unrecorded(let text): .string(text)
    case .draws(let count): .number(JSONNumber(count))
    case .value(_, let value): value
    }
  }

  /// Such as `a date`.
  fileprivate var text: String {
    switch self {
    case .date: InputRequest.date.text
    case .uuid: InputRequest.uuid.text
    case .random: InputRequest.random.text
    case .value(let name, _): InputRequest.value(name).text
    case .draws(let count): LogText.count(count, "random number")
    case .unrecorded(let reason): "an input that is not recorded (\(reason))"
    }
  }
}
