public import RexDiff
public import RexJSON
public import RexLog

extension Timeline {
  /// The state after an action, 0 for the start.
  public mutating func frame(at seq: Int) throws(TimelineError) -> Frame {
    Frame(seq: seq, state: try state(at: seq), action: try action(at: seq))
  }

  /// The action of a number; nil for the start and for actions lost in a gap.
  public func action(at seq: Int) throws(TimelineError) -> LogAction? {
    guard let index = log.lineIndex(ofAction: seq) else { return nil }
    guard case .action(let action) = try entry(at: index) else { return nil }
    return action
  }

  /// The state's document after an action, 0 for the start.
  public mutating func state(at seq: Int) throws(TimelineError) -> JSON {
    let keyframe = try keyframeIndex(for: seq)
    try seek(to: seq, from: keyframe)
    return cursor?.state ?? .null
  }

  /// The operations from the state after one action to the state after another.
  public mutating func difference(
    from first: Int, to second: Int
  ) throws(TimelineError) -> JSONPatch {
    JSONPatch(from: try state(at: first), to: try state(at: second))
  }

  /// The place of the keyframe that a frame's state is built on.
  private func keyframeIndex(for seq: Int) throws(TimelineError) -> Int {
    guard let seqs else { throw TimelineError(kind: .noState) }
    guard seqs.contains(seq) else { throw TimelineError(kind: .noFrame(seq, seqs)) }
    if let gap = try gap(covering: seq) { throw TimelineError(kind: .lost(seq, gap)) }
    var index = log.firstLine { $0.seq > seq }
    while index > 0 {
      index -= 1
      if log.lines[index].kind == .keyframe { return index }
      guard log.lines[index].hasPatch else { throw unrecorded(seq) }
      if let gap = try gap(at: index) { throw TimelineError(kind: .lost(seq, gap)) }
    }
    throw TimelineError(kind: .noFrame(seq, seqs))
  }

  private func unrecorded(_ seq: Int) -> TimelineError {
    let keyframes = log.lines.filter { $0.kind == .keyframe }
    return TimelineError(
      kind: .unrecorded(
        seq, before: keyframes.last { $0.seq < seq }?.seq,
        after: keyframes.first { $0.seq > seq }?.seq))
  }

  /// The gap in which a frame was lost; the frame of its last number is there again.
  func gap(covering seq: Int) throws(TimelineError) -> LogGap? {
    guard let gap = try gap(at: log.firstLine { $0.seq > seq }), gap.from <= seq else { return nil }
    return gap
  }

  private func gap(at index: Int) throws(TimelineError) -> LogGap? {
    guard index < log.lines.count, log.lines[index].kind == .gap,
      case .gap(let gap) = try entry(at: index)
    else { return nil }
    return gap
  }

  private mutating func seek(to seq: Int, from keyframe: Int) throws(TimelineError) {
    let keyframeSeq = log.lines[keyframe].seq
    if cursor?.keyframeSeq != keyframeSeq || !canStepBack(to: seq) {
      guard case .keyframe(let entry) = try entry(at: keyframe) else { return }
      cursor = Cursor(seq: keyframeSeq, state: entry.state, keyframeSeq: keyframeSeq)
    }
    stepBack(to: seq)
    try stepForward(to: seq)
  }

  private func canStepBack(to seq: Int) -> Bool {
    guard let cursor else { return false }
    return cursor.seq - seq <= cursor.inverses.count
  }

  private mutating func stepBack(to seq: Int) {
    while let current = cursor, current.seq > seq, let inverse = cursor?.inverses.popLast() {
      // The inverse was computed on this very state; were it not to fit, the cursor is no good.
      guard (try? cursor?.state.apply(inverse)) != nil else {
        cursor = nil
        return
      }
      cursor?.seq -= 1
    }
  }

  private mutating func stepForward(to seq: Int) throws(TimelineError) {
    guard var current = cursor.take() else { return }
    defer { cursor = current }
    var index = log.firstLine { $0.seq > current.seq }
    while current.seq < seq, index < log.lines.count {
      if log.lines[index].isAction, case .action(let action) = try entry(at: index) {
        // The way here was looked at: there is a patch for each step.
        guard let patch = action.result?.patch else { return }
        do throws(JSONPatchError) {
          current.keep(
            try current.state.applyReturningInverse(patch), of: log.lines[index].range.count)
          current.seq = action.seq
        } catch {
          throw TimelineError(
            kind: .patch(
              error, log: log.name(ofLine: index), location: log.location(ofLine: index)))
        }
      }
      index += 1
    }
  }

  private func entry(at index: Int) throws(TimelineError) -> LogEntry {
    do throws(LogError) {
      return try log.entry(at: index)
    } catch {
      throw TimelineError(kind: .log(error))
    }
  }
}

extension Timeline.Cursor {
  /// Keeps the way back over an action whose line has so many bytes.
  fileprivate mutating func keep(_ inverse: JSONPatch, of byteCount: Int) {
    inverseByteCount += byteCount
    if inverseByteCount > Timeline.Cursor.inverseBytesMax {
      (inverses, inverseByteCount) = ([], byteCount)
    }
    inverses.append(inverse)
  }
}
