import RexJSON
import RexLog

/// Fingerprints of a log's actions and of their patches.
struct ActionFingerprints {
  let log: Log
  private(set) var actions: [Int] = []
  /// Those with each placeholder as it is; empty unless all stand for one value in `actions`.
  private var exactActions: [Int] = []
  /// Those of the types alone; empty unless the other log can have hidden values.
  private var types: [Int] = []
  private(set) var patches: [Int] = []
  /// The indexes at which numbers are not consecutive, each with the number there.
  private var jumps: [(index: Int, seq: Int)] = []
  /// The action at which reading was stopped.
  private(set) var stoppedSeq: Int?

  /// The fingerprint of a patch that is not recorded.
  static let unrecorded = 0
  /// The fingerprint of a patch without operations.
  static let unchanged = 1

  /// Reads a log.
  ///
  /// - Parameter values: The fingerprints of values by those of their texts, since two similar logs
  ///   contain most values in the same notation.
  /// - Parameter masking: Makes values equal that could be the same secret; nil if none could.
  /// - Parameter keepsTypes: Whether one of the logs is redacted.
  init(
    _ log: Log, sharing values: inout [Int: Int], masking: ((JSON) -> JSON)?, keepsTypes: Bool,
    _ isStopped: (Int) -> Bool
  ) throws(LogError) {
    self.log = log
    var maskedValues: [Int: Int] = [:]
    let reader = log.reader()
    while let record = try reader.next() {
      guard record.kind == .action, record.isTrusted,
        let line = try unlessDamaged(reader.action(of: record))
      else { continue }
      guard !isStopped(line.seq) else {
        stoppedSeq = line.seq
        return
      }
      if line.seq != seq(actions.count) { jumps.append((actions.count, line.seq)) }
      let exact = Self.action(line, sharing: &values)
      if let masking {
        actions.append(Self.action(line, sharing: &maskedValues, masking))
        exactActions.append(exact)
      } else {
        actions.append(exact)
      }
      if keepsTypes { types.append(line[.type].map { Self.value($0, sharing: &values, nil) } ?? 0) }
      patches.append(Self.patch(line))
    }
  }

  /// The number of the action at an index; for -1, of the state before the first action.
  func seq(_ index: Int) -> Int {
    let later = jumps.partitioningIndex { $0.index > index }
    guard later > 0 else { return log.session.after + index + 1 }
    return jumps[later - 1].seq + index - jumps[later - 1].index
  }

  /// Whether some actions are lost.
  var hasLost: Bool { !jumps.isEmpty || seq(actions.count - 1) < log.lastSeq }

  /// The position of an action, counted with those that are lost.
  func position(_ seq: Int) -> Int { seq - log.session.after }

  /// The number at a position; nil if it is behind the end.
  func seq(atPosition position: Int) -> Int? {
    let seq = position + log.session.after
    return seq <= log.lastSeq ? seq : nil
  }

  /// The positions of the last actions of gaps, also of one at the end.
  var gapEnds: [Int] {
    let isEndLost = seq(actions.count - 1) < log.lastSeq
    return (jumps.map { $0.seq - 1 } + (isEndLost ? [log.lastSeq] : [])).map(position)
  }

  /// Whether an action differs from the one at its position in another log, or has none there.
  func differs(from other: ActionFingerprints) -> Bool {
    guard position(log.lastSeq) == other.position(other.log.lastSeq) else { return true }
    return runs(atPositionsOf: other).contains { run in
      actions[run.old..<run.old + run.count] != other.actions[run.new..<run.new + run.count]
    }
  }

  /// The actions that have the position of one in another log, in runs without a gap.
  func runs(atPositionsOf other: ActionFingerprints) -> [SequenceAlignment.Run] {
    var runs: [SequenceAlignment.Run] = []
    var (index, end) = (0, -1)
    for own in actions.indices {
      let position = position(seq(own))
      while index < other.actions.count, other.position(other.seq(index)) < position { index += 1 }
      guard index < other.actions.count, other.position(other.seq(index)) == position
      else { continue }
      if position == end {
        runs[runs.count - 1].count += 1
      } else {
        runs.append(SequenceAlignment.Run(old: own, new: index, count: 1))
      }
      end = position + 1
    }
    return runs
  }

  /// The numbers of the actions at some indexes, in ranges of consecutive ones.
  func seqs(_ indexes: Range<Int>) -> [Range<Int>] {
    guard !indexes.isEmpty else { return [] }
    let start = jumps.partitioningIndex { $0.index > indexes.lowerBound }
    let end = jumps.partitioningIndex { $0.index >= indexes.upperBound }
    let bounds =
      [indexes.lowerBound] + jumps[start..<max(start, end)].map(\.index) + [indexes.upperBound]
    return zip(bounds, bounds.dropFirst()).map { seq($0)..<seq($1 - 1) + 1 }
  }

  /// Whether actions are known to change nothing.
  func areUnchanged(_ indexes: Range<Int>) -> Bool {
    patches[indexes].allSatisfy { $0 == Self.unchanged }
  }

  /// The number of equal actions that may differ in what is redacted.
  func hiddenCount(in runs: [SequenceAlignment.Run], _ other: ActionFingerprints) -> Int {
    guard !exactActions.isEmpty, !other.exactActions.isEmpty else { return 0 }
    return runs.reduce(0) { count, run in
      count
        + (0..<run.count).count {
          exactActions[run.old + $0] != other.exactActions[run.new + $0]
        }
    }
  }

  /// Whether actions are of the same types as some of the other log, and in each pair a value is
  /// redacted, so that they may be the same.
  func couldBeEqual(
    at indexes: Range<Int>, to other: ActionFingerprints, at others: Range<Int>
  ) -> Bool {
    guard !types.isEmpty, indexes.count == others.count else { return false }
    return zip(indexes, others).allSatisfy { own, index in
      types[own] == other.types[index] && (isMasked(own) || other.isMasked(index))
    }
  }

  private func isMasked(_ index: Int) -> Bool {
    !exactActions.isEmpty && exactActions[index] != actions[index]
  }

  private static func action(
    _ line: ActionLine, sharing values: inout [Int: Int], _ masking: ((JSON) -> JSON)? = nil
  ) -> Int {
    var hasher = Hasher()
    hasher.combine(line.payload == nil)
    for content in [line[.type], line.shown ?? line[.opaque]] {
      hasher.combine(content.map { value($0, sharing: &values, masking) })
    }
    return hasher.finalize()
  }

  /// The fingerprint of a value, whatever the order of its members, the notation of its numbers
  /// and its escapes, unless it is too large for a tree.
  private static func value(
    _ json: UnsafeRawBufferPointer, sharing values: inout [Int: Int],
    _ masking: ((JSON) -> JSON)?
  ) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: json)
    let text = hasher.finalize()
    if let known = values[text] { return known }
    let value = (try? JSON(parsing: json)).map { (masking?($0) ?? $0).hashValue } ?? text
    values[text] = value
    return value
  }

  private static func patch(_ line: ActionLine) -> Int {
    guard let text = line.patch else { return unrecorded }
    guard text.count > 2 else { return unchanged }
    var hasher = Hasher()
    hasher.combine(bytes: text)
    let hash = hasher.finalize()
    return hash == unrecorded || hash == unchanged ? 2 : hash
  }
}
