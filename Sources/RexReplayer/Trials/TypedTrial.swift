import RexDecoding
import RexDiff
import RexJSON
import RexLog
import RexTimeline

/// The decoded actions of a log, any selection of which can be reduced from the start.
///
///     base     1  2  3  4  5  6  7  8  9        ▲ checkpoints, every √n actions
///                    ▲        ▲        ▲
///     tested   1  2  3  4  5  6     8  9        reduced from the last checkpoint before the change
///
/// States are values that share their unchanged collections, so a checkpoint is cheap.
protocol Trial {
  /// Receives progress before and after each action.
  var progress: (any ReductionProgress)? { get set }
  /// The number of actions, which is also the index of the next one.
  var count: Int { get }
  /// Decodes and appends an action with its number in the log and its inputs.
  mutating func append(
    _ action: UnsafeRawBufferPointer, _ inputs: ActionInputs
  ) throws(ReductionError)
  /// The inputs of the action at an index; nil if it is represented by its patch.
  func inputs(at index: Int) -> ActionInputs?
  /// Appends an opaque action, which is represented by its patch.
  mutating func append(_ patch: JSONPatch, seq: Int)
  /// Removes the actions from an index on.
  mutating func truncate(to count: Int)
  /// Reduces actions in order; returns false if a patch cannot be applied.
  ///
  /// - Parameters:
  ///   - indices: The indices of the actions.
  ///   - observe: Receives the states after each action, and returns whether to continue.
  mutating func reduce(_ indices: [Int], observe: TrialObserver?) throws -> Bool
  /// Returns the state after the last reduction, and on request the one before its last action.
  func states(withBefore: Bool) throws -> (after: JSON, before: JSON?)
  /// Makes the last reduced actions the base for the next test.
  mutating func accept()
}

/// Receives an action's index, nil at the start, and the states after and before the action.
typealias TrialObserver = (_ index: Int?, _ after: JSON, _ before: JSON?) throws -> Bool

/// A trial with the app's action and state types.
struct TypedTrial<Action, State>: Trial {
  typealias Decode = TypedReduction<Action, State>.Decode
  typealias Reducer = TypedReduction<Action, State>.Reducer

  private struct Checkpoint {
    var count: Int
    var state: State
  }

  var progress: (any ReductionProgress)?
  private let decode: Decode
  private let reducer: Reducer
  private let source: StateSource<State>
  private let decoder = JSONDocumentDecoder()
  private let document: JSON
  private var start: State
  /// Whether no state shares memory with another one that a reducer changes.
  private let areStatesSeparate: Bool
  private var steps: [TrialStep] = []
  private var actions: [Action] = []
  /// The last accepted actions, and their checkpoints.
  private var (base, baseCheckpoints): ([Int], [Checkpoint]) = ([], [])
  /// The last reduced actions, and their checkpoints.
  private var (tried, triedCheckpoints): ([Int], [Checkpoint]) = ([], [])
  private var (after, before): (State, State?)
  /// The document of the state before the last action, if that may have changed since.
  private var beforeDocument: JSON?

  init(
    from document: JSON, _ source: StateSource<State>, decode: @escaping Decode,
    reducer: @escaping Reducer
  ) throws(ReductionError) {
    (self.source, self.decode, self.reducer) = (source, decode, reducer)
    (self.document, areStatesSeparate) = (document, source.coding().isThreadSafe)
    start = try source.state(document)
    (after, before) = (start, nil)
  }

  var count: Int { steps.count }

  mutating func append(
    _ action: UnsafeRawBufferPointer, _ inputs: ActionInputs
  ) throws(ReductionError) {
    progress?.willReduce(inputs.seq)
    defer { progress?.didReduce() }
    let decoded = try rethrowing(as: .decodingAction) { try decode(decoder, action) }
    steps.append(.action(actions.count, inputs))
    actions.append(decoded)
  }

  func inputs(at index: Int) -> ActionInputs? {
    if case .action(_, let inputs) = steps[index] { inputs } else { nil }
  }

  mutating func append(_ patch: JSONPatch, seq: Int) {
    steps.append(.patch(patch, seq: seq))
  }

  mutating func truncate(to count: Int) {
    for case .action in steps[count...] { actions.removeLast() }
    steps.removeSubrange(count...)
  }

  mutating func reduce(_ indices: [Int], observe: TrialObserver?) throws -> Bool {
    if !areStatesSeparate { (base, baseCheckpoints, start) = ([], [], try source.state(document)) }
    let shared = zip(indices, base).prefix { $0 == $1 }.count
    // The last action is always reduced, so that the state before it is known.
    let end = min(shared, base.count - 1, indices.count - 1)
    triedCheckpoints = Array(baseCheckpoints.prefix { $0.count <= end })
    (tried, before) = (indices, nil)
    after = triedCheckpoints.last?.state ?? start
    if let observe { return try reduce(observing: observe) }
    let spacing = max(1, Int(Double(indices.count).squareRoot()))
    for (position, index) in indices.enumerated().dropFirst(triedCheckpoints.last?.count ?? 0) {
      if position == indices.count - 1 {
        before = after
        beforeDocument = areStatesSeparate ? nil : try source.document(of: after)
      }
      guard try apply(steps[index]) else { return false }
      keepState(after: position + 1, spacing)
    }
    return true
  }

  /// Reduces actions until the observer returns false.
  ///
  /// Encodes only what each action changed.
  private mutating func reduce(observing observe: TrialObserver) throws -> Bool {
    let first = triedCheckpoints.last?.count ?? 0
    let spacing = max(1, Int(Double(tried.count).squareRoot()))
    var documents = try TrialDocuments(after, source.coding())
    if first == 0, try !observe(nil, documents.current, nil) {
      tried = []
      return true
    }
    for (position, index) in tried.enumerated().dropFirst(first) {
      guard try apply(steps[index]) else { return false }
      keepState(after: position + 1, spacing)
      let document = documents.current
      progress?.willReduce(steps[index].seq)
      try documents.update(to: after)
      progress?.didReduce()
      if try !observe(index, documents.current, document) {
        tried = Array(tried[...position])
        return true
      }
    }
    return true
  }

  private mutating func keepState(after count: Int, _ spacing: Int) {
    guard areStatesSeparate, count.isMultiple(of: spacing) else { return }
    triedCheckpoints.append(Checkpoint(count: count, state: after))
  }

  private mutating func apply(_ step: TrialStep) throws -> Bool {
    progress?.willReduce(step.seq)
    defer { progress?.didReduce() }
    switch step {
    case .action(let index, let inputs):
      // A reducer may change the state before it throws, as it did during the recording.
      _ = ServedInputs.serve(inputs) { try reducer(actions[index], &after) }
      return true
    case .patch(let patch, _):
      var document = try source.document(of: after)
      guard (try? document.apply(patch)) != nil, let state = try? source.state(document) else {
        return false
      }
      after = state
      return true
    }
  }

  func states(withBefore: Bool) throws -> (after: JSON, before: JSON?) {
    let before = withBefore ? self.before : nil
    progress?.willReduce(tried.last.map { steps[$0].seq } ?? 0)
    defer { progress?.didReduce() }
    let document = try before.map { try beforeDocument ?? source.document(of: $0) }
    return (try source.document(of: after), document)
  }

  mutating func accept() { (base, baseCheckpoints) = (tried, triedCheckpoints) }
}

/// A step of a trial: a decoded action, by its index, with its inputs; or a patch.
private enum TrialStep {
  case action(Int, ActionInputs)
  case patch(JSONPatch, seq: Int)

  var seq: Int {
    switch self {
    case .action(_, let inputs): inputs.seq
    case .patch(_, let seq): seq
    }
  }
}

/// The JSON document of the current state, updated with what each action changed.
private struct TrialDocuments<State> {
  private var states: StateEncoder<State>
  private(set) var current: JSON
  private var patch: [UInt8] = []

  init(_ state: State, _ coding: StateCoding<State>) throws {
    states = try StateEncoder(
      state, coding: coding, vouchingFor: [], userInfo: [:], redactor: nil)
    var bytes: [UInt8] = []
    states.writeDocument(into: &bytes)
    current = try JSON(parsing: bytes, limits: .largest)
  }

  mutating func update(to state: State) throws {
    patch.removeAll(keepingCapacity: true)
    try states.update(to: state, patch: &patch)
    let operations = try patch.withUnsafeBytes { try JSONPatch(text: $0, limits: .largest) }
    if !operations.isEmpty { try current.apply(operations) }
  }
}
