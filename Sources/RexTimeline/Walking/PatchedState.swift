import RexDiff
import RexJSON
import RexLog

/// A state and the texts of the patches since, which are applied when the state is asked for.
struct PatchedState: KeptState {
  /// What is known of the state, without the current line's patch.
  private var known: Known?
  /// The current line's patch.
  private var pending: Patch?
  /// What was known before the current line.
  private var before = Before.asAfter
  /// The current line, if it is an action or a keyframe.
  private(set) var line: ActionLine?
  private(set) var keyframe: LogKeyframe?
  /// Whether states are asked for; if not, lines are only read.
  private let isNeeded: Bool

  private struct Known {
    var state: JSON
    var patches: [Patch] = []
    /// The bytes of the patches' texts.
    var byteCount = 0
  }

  private enum Before {
    /// The same as after it, but for its patch.
    case asAfter
    /// The line replaced the state, or made it unknown; nil if it was unknown before, too, or was
    /// given up for the state after the line.
    case replaced(Known?)
  }

  private struct Patch {
    var text: [UInt8]
    var position: LinePosition
  }

  init(isNeeded: Bool) { self.isNeeded = isNeeded }

  var isKnown: Bool { known != nil }

  mutating func lose(after seq: Int) {
    addPending()
    (before, known) = (.replaced(known), nil)
  }

  mutating func restart(at keyframe: LogRecord, of reader: LogReader) throws(LogError) {
    guard case .keyframe(let entry) = try reader.entry(of: keyframe) else { return }
    self.keyframe = entry
    guard isNeeded else { return }
    addPending()
    (before, known) = (.replaced(known), Known(state: entry.state))
  }

  mutating func advance(
    over action: LogRecord, of reader: LogReader
  ) throws(LogError) -> RecordedChange {
    let line = try reader.action(of: action)
    self.line = line
    guard isNeeded else { return .unknown }
    addPending()
    before = .asAfter
    guard let patch = line.patch else { return .notRecorded }
    guard isKnown else { return .unknown }
    // An empty patch is `[]`.
    if patch.count > 2 {
      pending = Patch(text: Array(patch), position: reader.position(of: action))
    }
    return .followed
  }

  private mutating func addPending() {
    guard let patch = pending else { return }
    pending = nil
    known?.patches.append(patch)
    known?.byteCount += patch.text.count
  }

  /// Whether there are patches to apply.
  var isPatched: Bool { pending != nil || known?.patches.isEmpty == false }

  /// Whether so many patches were collected that they should be applied.
  var isFull: Bool { known.map { $0.byteCount > Self.byteCountMax } ?? false }

  private static let byteCountMax = 1 << 24

  /// The state after the current line; nil if it is unknown.
  mutating func state(in log: Log) throws(LogError) -> JSON? {
    if pending != nil {
      addPending()
      before = .replaced(nil)
    }
    return try Self.state(&known, in: log)
  }

  /// The state before the current line; nil if it is unknown, or was given up for the one after.
  mutating func stateBefore(in log: Log) throws(LogError) -> JSON? {
    guard case .replaced(var known) = before else { return try Self.state(&self.known, in: log) }
    before = .replaced(nil)
    defer { before = .replaced(known) }
    return try Self.state(&known, in: log)
  }

  private static func state(_ known: inout Known?, in log: Log) throws(LogError) -> JSON? {
    guard let patches = known?.patches, var state = known?.state else { return nil }
    // The state must have one owner while it changes, and a patch that does not fit ruins it.
    known = nil
    for patch in patches { try apply(patch, to: &state, in: log) }
    known = Known(state: state)
    return state
  }

  private static func apply(
    _ patch: Patch, to state: inout JSON, in log: Log
  ) throws(LogError) {
    let operations = patch.text.withUnsafeBytes { text in
      try? JSONPatch(text: text, limits: .largest)
    }
    var kind = LogError.Kind.notAnEntry
    if let operations {
      do throws(JSONPatchError) { return try state.apply(operations) } catch {
        kind = .patchDoesNotFit(error)
      }
    }
    // The line is read again for its location, or for what is wrong with its patch.
    let reader = log.reader(from: patch.position)
    guard let record = try reader.next() else { return }
    if operations == nil { _ = try reader.entry(of: record) }
    throw try reader.error(kind, at: record)
  }
}
