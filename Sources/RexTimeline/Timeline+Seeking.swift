public import RexDiff
public import RexJSON
public import RexLog

extension Timeline {
  /// The state after an action, 0 for the start.
  public mutating func frame(at seq: Int) throws(TimelineError) -> Frame {
    let state = try state(at: seq)
    if let text = cursor?.actionText(at: seq) { return Frame(seq: seq, state: state, action: text) }
    guard let text = try actionText(at: seq) else {
      return Frame(seq: seq, state: state, action: nil)
    }
    return Frame(seq: seq, state: state, action: text)
  }

  /// The state after an action whose whole line is checked, though its patch alone led here.
  package mutating func checkedFrame(at seq: Int) throws(TimelineError) -> Frame {
    let frame = try frame(at: seq)
    if frame.text != nil, frame.outline == nil { _ = try actionText(at: seq) }
    return frame
  }

  /// The line of a number's action; nil for the start and for actions lost in a gap.
  package func actionText(at seq: Int) throws(TimelineError) -> ActionText? {
    try reading { () throws(LogError) in
      let known = cursor.flatMap { $0.seq == seq ? $0.actionPlace : nil }
      return try log.actionText(seq, from: known)
    }
  }

  /// The action of a number; nil for the start and for actions lost in a gap.
  public func action(at seq: Int) throws(TimelineError) -> LogAction? {
    try reading { () throws(LogError) in
      let known = cursor.flatMap { $0.seq == seq ? $0.actionPlace : nil }
      return try log.action(seq, from: known)
    }
  }

  /// The state's document after an action, 0 for the start.
  public mutating func state(at seq: Int) throws(TimelineError) -> JSON {
    guard let seqs else { throw noFrames }
    guard seqs.contains(seq) else { throw TimelineError(kind: .noFrame(seq, seqs)) }
    if cursor?.canStepBack(to: seq) == true {
      if cursor?.stepBack(to: seq) == true, let cursor { return cursor.state }
      cursor = nil
    }
    if var near = cursor, (0...Timeline.nearActionsMax).contains(seq - near.seq) {
      // Let go of before it changes, so that its state has one owner.
      cursor = nil
      if (try? walk(&near, to: seq, stopsAtKeyframe: true)) == true {
        cursor = near
        return near.state
      }
    }
    let keptCount = cursor?.seq == seq + 1 ? Int.max : Timeline.keptStepsMax
    var (current, damage) = try start(for: seq)
    cursor = nil
    do throws(TimelineError) {
      defer { cursor = current }
      _ = try walk(&current, to: seq, keeping: keptCount)
      return current.state
    } catch {
      throw damage ?? error
    }
  }

  /// The operations from the state after one action to the state after another.
  public mutating func difference(
    from first: Int, to second: Int
  ) throws(TimelineError) -> JSONPatch {
    JSONPatch(from: try state(at: first), to: try state(at: second))
  }

  /// The nearest known state before a frame: where the last seek ended, a checkpoint, a keyframe.
  ///
  /// A keyframe that is damaged says nothing that patches from the one before do not; it is told
  /// where those do not lead there.
  private func start(
    for seq: Int
  ) throws(TimelineError) -> (StateCursor, damage: TimelineError?) {
    let kept = [cursor, checkpoints.last(before: seq)].compactMap(\.self).filter { $0.seq <= seq }
    let nearest = kept.max { $0.seq < $1.seq }
    var damage: TimelineError?
    var last = seq
    while true {
      let place = try reading { () throws(LogError) in try log.keyframe(before: last) }
      if let nearest, nearest.seq >= place?.seq ?? -1 { return (nearest, damage) }
      guard let place else {
        throw damage ?? TimelineError(kind: .unrecorded(seq, before: nil, after: nil))
      }
      do throws(LogError) {
        return (try cursor(atKeyframe: place), damage)
      } catch {
        guard error.isDamage else { throw TimelineError(kind: .log(error)) }
        damage = damage ?? TimelineError(kind: .log(error))
        last = place.seq - 1
      }
    }
  }

  private func cursor(atKeyframe place: LogPlace) throws(LogError) -> StateCursor {
    let reader = keptReader.take(for: log, at: place)
    defer { keptReader.keep(reader) }
    guard let record = try reader.next(),
      case .keyframe(let keyframe) = try reader.entry(of: record)
    else { throw LogError(.changed, log: log.name) }
    return StateCursor(
      seq: place.seq, state: keyframe.state, place: reader.place(behind: record))
  }

  /// To a frame so near, the patches between are applied without looking for a keyframe.
  private static let nearActionsMax = 4

  /// From a frame farther ahead, the last step is kept; all once steps go back.
  private static let keptStepsMax = 1

  /// Applies the patches up to a frame; false where a keyframe stands in the way, or at its end.
  private mutating func walk(
    _ current: inout StateCursor, to seq: Int, keeping keptCount: Int = keptStepsMax,
    stopsAtKeyframe: Bool = false
  ) throws(TimelineError) -> Bool {
    guard current.seq < seq else { return true }
    let reader = keptReader.take(for: log, at: current.place)
    defer { keptReader.keep(reader) }
    var problem: LogError?
    while current.seq < seq {
      let start = reader.nextPlace
      let record = try reading { () throws(LogError) in try reader.next() }
      guard let record else { break }
      if let gap = try reading({ () throws(LogError) in try reader.gap(of: record) }) {
        throw TimelineError(kind: .lost(seq, gap))
      }
      if let kind = record.problem {
        problem = try reading { () throws(LogError) in try reader.error(kind, at: record) }
      }
      if stopsAtKeyframe, record.kind == .keyframe { return false }
      guard record.kind == .action else { continue }
      let change = try reading { () throws(LogError) in try reader.change(of: record) }
      guard case .patch(let patch) = change else { throw try unrecorded(seq) }
      guard reader.isStateKnown else { break }
      let isKept = seq - reader.lastSeq < keptCount
      try apply(patch, to: &current, record, from: isKept ? start : nil, reader)
      problem = nil
      keep(&current)
    }
    guard current.seq < seq else {
      guard stopsAtKeyframe else { return true }
      return try reading { () throws(LogError) in try !reader.isAtKeyframe() }
    }
    throw TimelineError(kind: problem.map { .log($0) } ?? .noFrame(seq, current.seq...current.seq))
  }

  private func apply(
    _ patch: JSONPatch, to current: inout StateCursor, _ record: LogRecord, from start: LogPlace?,
    _ reader: LogReader
  ) throws(TimelineError) {
    do throws(JSONPatchError) {
      try current.step(over: record, from: start, by: patch, of: reader)
    } catch {
      let kind = LogError.Kind.patchDoesNotFit(error)
      throw TimelineError(
        kind: .log(try reading { () throws(LogError) in try reader.error(kind, at: record) }))
    }
  }

  /// Keeps the state where the last keyframe is far behind.
  private mutating func keep(_ current: inout StateCursor) {
    guard current.byteCount > checkpoints.spacing else { return }
    checkpoints.keep(current, textByteCount: current.state.byteCountEstimate)
    current.restartCount()
  }

  private func unrecorded(_ seq: Int) throws(TimelineError) -> TimelineError {
    try reading { () throws(LogError) in
      TimelineError(
        kind: .unrecorded(
          seq, before: try log.keyframe(before: seq - 1)?.seq,
          after: try log.keyframeSeq(after: seq)
        ))
    }
  }

  /// The gap in which a frame was lost; the frame of its last number is there again.
  func gap(covering seq: Int) throws(TimelineError) -> LogGap? {
    try reading { () throws(LogError) in
      let reader = try log.reader(near: seq + 1)
      while let record = try reader.next(), reader.lastSeq <= seq || record.kind == .gap {
        guard let gap = try reader.gap(of: record), gap.to > seq else { continue }
        return gap.from <= seq ? gap : nil
      }
      return nil
    }
  }
}

extension JSON {
  /// About the bytes of the text, by a look at a part of it.
  fileprivate var byteCountEstimate: Int {
    switch self {
    case .null, .bool: 4
    case .number(let number): number.text.utf8.count
    case .string(let text): text.utf8.count + 2
    case .array(let elements): JSON.estimate(elements) + 2
    case .object(let members):
      JSON.estimate(members.map(\.value)) + members.reduce(2) { $0 + $1.key.utf8.count + 4 }
    }
  }

  private static func estimate(_ values: [JSON]) -> Int {
    let looks = min(values.count, 16)
    guard looks > 0 else { return 0 }
    let sum = (0..<looks).reduce(0) { $0 + values[$1 * values.count / looks].byteCountEstimate + 1 }
    return sum * values.count / looks
  }
}
