import Foundation
import RexActions
import RexDecoding
import RexJSON
import RexLog
import RexRedaction

/// An action's inputs for a reduction.
struct ActionInputs {
  /// The action's number.
  var seq: Int
  /// The recorded inputs.
  var recorded: [LogInput]
  /// Of what inputs are made that are not recorded.
  var new: NewInputs

  /// Why an input cannot be served, if that is known before the action is reduced.
  var unknown: UnknownInput? { recorded.lazy.compactMap(\.content.unknown).first }
}

/// Of what an action's inputs are made that are not recorded: they are the same in each reduction.
struct NewInputs {
  private(set) var time = Date(timeIntervalSinceReferenceDate: 0)
  private(set) var seed: UInt64 = 0

  /// The inputs of a log's actions.
  init(_ session: LogSession) {
    let format = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    if let start = try? Date(session.startedAt, strategy: format) { time = start }
    for byte in session.id.utf8 { seed = SplitMix64.mix(seed ^ UInt64(byte)) }
  }

  /// The inputs of an action with its recorded number, or of one that is inserted after that.
  func of(_ seq: Int, timeMs: Double, insertion: Int = 0) -> NewInputs {
    var inputs = self
    inputs.time += timeMs / 1000
    for number in [seq, insertion] {
      inputs.seed = SplitMix64.mix(inputs.seed ^ UInt64(bitPattern: Int64(number)))
    }
    return inputs
  }
}

extension ActionInputs {
  /// The inputs of a recorded action.
  init(_ line: ActionLine, _ new: NewInputs) {
    self.init(
      seq: line.seq, recorded: line.inputs, new: new.of(line.seq, timeMs: line.timeMs))
  }

  /// The inputs of a log's unfinished action.
  init(ofUnfinishedIn log: Log, _ new: NewInputs) {
    let (seq, line) = (log.lastSeq + 1, log.unfinished)
    self.init(
      seq: seq, recorded: line?.inputs.map { LogInput($0) } ?? [],
      new: new.of(seq, timeMs: line?.timeMs ?? 0))
  }
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
  var succeeded: Bool { error == nil && inputProblem == nil }
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
  private let time: Date
  private var remaining: [LogInput]
  private var recordedDrawCount: Int?
  private var used: [LogInput] = []
  private var problem: InputProblem?
  private var seeds: SplitMix64
  private var drawCount = 0

  /// Calls a reducer that is served an action's inputs; returns those it used, and what is wrong.
  ///
  /// An error that the reducer throws is returned as its description.
  static func serve(_ inputs: ActionInputs, _ reduce: () throws -> Void) -> Reduced {
    let served = ServedInputs(inputs)
    var error: String?
    do {
      let tape = InputTape.begin(served)
      defer { tape.end() }
      try reduce()
    } catch let thrown {
      // Described without the tape, as when it was recorded: a description may ask for inputs.
      error = String(describing: thrown)
    }
    served.end()
    return Reduced(error: error, inputs: served.used, inputProblem: served.problem)
  }

  private init(_ inputs: ActionInputs) {
    (time, remaining) = (inputs.new.time, inputs.recorded)
    seeds = SplitMix64(seed: inputs.new.seed)
    if case .draws(let count)? = remaining.last?.content {
      recordedDrawCount = count
      remaining.removeLast()
    }
  }

  func take<Value: Codable>(_ request: InputRequest, _ plain: () -> Value) -> Value {
    if let input = next(request) {
      if let value = try? JSONDocumentDecoder().decode(Value.self, from: input.content.value) {
        used.append(input)
        return value
      }
      note(.unknown(input.content.unreadable))
    }
    // The built-in ones have the type of their request.
    let new = newValue(request)
    let value =
      new.flatMap { try? JSONDocumentDecoder().decode(Value.self, from: $0) } ?? plain()
    let json = new ?? (try? JSONDocumentEncoder().encode(value))
    used.append(LogInput(LogInput.Content(request, json), isFresh: true))
    return value
  }

  func countDraw() { drawCount += 1 }

  /// Finds the next recorded input for a request; nil if there is none that can be served.
  private func next(_ request: InputRequest) -> LogInput? {
    let first = remaining.first
    if let unknown = first?.content.unknown {
      // It may be the one asked for; what follows cannot be told apart.
      note(.unknown(unknown))
      remaining.removeAll()
      return nil
    }
    guard let position = remaining.firstIndex(where: { $0.content.answers(request) }) else {
      note(asked: request.text, recorded: first?.content.text)
      return nil
    }
    if position > 0 {
      // Some before it were not asked for, or are asked for later.
      note(asked: request.text, recorded: first?.content.text)
    }
    return remaining.remove(at: position)
  }

  /// A new input of a built-in kind; nil if the request's expression has to give it.
  private func newValue(_ request: InputRequest) -> JSON? {
    switch request {
    case .date: .number(JSONNumber(time.timeIntervalSinceReferenceDate) ?? JSONNumber(0))
    case .uuid: .string(newUUID())
    case .random: .string(SplitMix64.text(ofSeed: seeds.next()))
    case .value: nil
    }
  }

  /// The text of a random identifier (RFC 9562, version 4).
  private func newUUID() -> String {
    let halves = (seeds.next() & ~0xF000 | 0x4000, seeds.next() & ~(3 << 62) | 1 << 63)
    let digits = SplitMix64.text(ofSeed: halves.0) + SplitMix64.text(ofSeed: halves.1)
    var rest = digits.uppercased()[...]
    let groups = [8, 4, 4, 4, 12].map { count in
      defer { rest.removeFirst(count) }
      return rest.prefix(count)
    }
    return groups.joined(separator: "-")
  }

  private func end() {
    if let left = remaining.first {
      note(left.content.unknown.map { .unknown($0) } ?? .notAsked(left.content.text))
    } else if let recordedDrawCount, recordedDrawCount != drawCount {
      note(
        asked: LogInput.Content.draws(drawCount).text,
        recorded: LogInput.Content.draws(recordedDrawCount).text)
    }
    if drawCount > 0 { used.append(LogInput(.draws(drawCount))) }
  }

  private func note(asked: String, recorded: String?) {
    note(.difference(InputDifference(asked: asked, recorded: recorded)))
  }

  /// Only the first problem is told; the others follow from it.
  private func note(_ new: InputProblem) { problem = problem ?? new }
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
  /// The content for a request; nil for a value that cannot be encoded.
  fileprivate init(_ request: InputRequest, _ value: JSON?) {
    self =
      switch (request, value) {
      case (.date, _): .date(value?.number?.double ?? 0)
      case (.uuid, _): .uuid(value?.string ?? "")
      case (.random, _): .random(value?.string ?? "")
      case (.value(let name), let value?): .value(name, value)
      case (.value(let name), nil): .unrecorded(name)
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

  /// Why it cannot be served, whatever is asked for; nil if it can.
  var unknown: UnknownInput? {
    switch self {
    case .uuid(let text) where UUID(exactly: text) == nil: unreadable
    case .random(let text) where SplitMix64(seed: text) == nil: unreadable
    case .unrecorded(let name): .unrecorded(name)
    case .date, .uuid, .random, .draws, .value: nil
    }
  }

  fileprivate var unreadable: UnknownInput { isRedacted ? .redacted(text) : .undecodable(text) }

  private var isRedacted: Bool { value.string.map(Placeholder.isPlaceholder) ?? false }

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
