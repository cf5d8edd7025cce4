package import RexFormat
import RexJSON

extension Log {
  /// Indexes all lines, and returns the last `seq`; seeking indexes only what it needs.
  package func indexAll() throws(LogError) -> Int {
    try indexes.indexAll(in: lines)
  }

  /// The number of the first usable keyframe; nil if there is none.
  package func firstKeyframeSeq() throws(LogError) -> Int? {
    let reader = reader()
    while let record = try reader.next() {
      if reader.isUsableKeyframe(record) { return reader.lastSeq }
    }
    return nil
  }

  /// The number of the first keyframe after an action; nil if there is none.
  package func keyframeSeq(after seq: Int) throws(LogError) -> Int? {
    let reader = try reader(near: seq + 1)
    while let record = try reader.next() {
      if reader.isUsableKeyframe(record), reader.lastSeq > seq { return reader.lastSeq }
    }
    return nil
  }

  /// The checked line of an action; nil if it is not in the log.
  ///
  /// Throws if the only lines with this number are out of order.
  ///
  /// - Parameter position: the position of its line, if known.
  package func keptAction(
    _ seq: Int, from position: LinePosition? = nil
  ) throws(LogError) -> KeptAction? {
    guard let (reader, record) = try line(ofAction: seq, from: position) else { return nil }
    // A damaged patch is an error of the line, although the payload is not parsed here.
    _ = try reader.action(.patch, of: record)
    return withExtendedLifetime(reader) { KeptAction(record.bytes) }
  }

  /// The gap in which an action was lost; nil if it was not lost in one.
  package func gap(with seq: Int) throws(LogError) -> LogGap? {
    let reader = try reader(near: seq)
    while let record = try reader.next() {
      if let gap = try reader.gap(of: record), (gap.from...gap.to).contains(seq) { return gap }
      if reader.lastSeq >= seq { return nil }
    }
    return nil
  }

  /// The first action from a number on, and its line in its file, from 1; nil if there is none.
  package func place(
    ofActionFrom seq: Int
  ) throws(LogError) -> (seq: Int, file: String, line: Int)? {
    let reader = try seq > 1 ? reader(near: seq) : reader()
    while let record = try reader.next() {
      guard record.kind == .action, let found = record.head?.seq, found >= seq else { continue }
      return (found, reader.name(of: record), try reader.location(of: record).line)
    }
    return nil
  }
}

extension Log {
  /// The first damage that was met in reading this log; nil if there was none so far.
  package var metDamage: LogError? { lines.metDamage.first }

  /// Whether the log's files differ from those of a log opened earlier at the same path.
  package func hasChanged(since other: Log) -> Bool {
    lines.files.stamps != other.lines.files.stamps
  }

  /// Whether the log is one that was opened earlier, with lines or files added at its end.
  package func continues(_ old: Log) -> Bool {
    let (files, oldFiles) = (lines.files.files, old.lines.files.files)
    return session == old.session && lines.start == old.lines.start && lastSeq >= old.lastSeq
      && files.count >= oldFiles.count && old.endsWithLineFeed
      && zip(files, oldFiles).allSatisfy { $0.bytes.continues($1.bytes) && $0.start == $1.start }
  }

  /// Whether the last line is complete, so that nothing was added to it since.
  private var endsWithLineFeed: Bool {
    let file = lines.files.files[lines.files.fileIndex(at: lines.end - 1)]
    let end = lines.end - file.start
    return (try? file.bytes.read(end - 1..<end)) == [UInt8(ascii: "\n")]
  }
}

extension LogReader {
  /// The next usable keyframe with the number of the last action or gap; advances the reader.
  package func keyframeAhead() throws(LogError) -> LogRecord? {
    let seq = lastSeq
    while let record = try next(), lastSeq == seq {
      switch record.kind {
      case .keyframe where isUsableKeyframe(record): return record
      case .keyframe, .session, .mark, .unknown: continue
      case .action, .gap, .end: return nil
      }
    }
    return nil
  }
}
