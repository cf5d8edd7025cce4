/// A message between a command and its worker.
///
///     byte   0     1  2  3  4               5 …
///            tag   length, little-endian    content
///
/// Requests and answers are JSON; a log's lines are sent unchanged.
struct WorkerFrame: Equatable {
  var tag: Tag
  var bytes: [UInt8]

  enum Tag: UInt8 {
    case hello = 1
    case request
    /// Bytes of a log: to a worker those of a file, from a worker those of the new log.
    case logBytes
    /// The end of a file; the next bytes belong to the next one.
    case endOfFile
    /// Results that the log does not contain: one `RunEntry` per line.
    case journal
    case answer
    case failure
    /// To a worker: a `TrialRequest`.
    case trial
    /// From a worker: the reply to a `TrialRequest`.
    case trialReply
    /// From a worker: a state for the command to judge.
    case state
    /// To a worker: whether the state reproduces the bug.
    case stateReply
  }

  static let headByteCount = 5
  /// More than the largest answer: a hundred divergences with a long value each.
  static let byteCountMax = 1 << 29

  /// The frame's encoded bytes.
  var encoded: [UInt8] {
    let count = UInt32(bytes.count)
    return [tag.rawValue] + (0..<4).map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) } + bytes
  }
}

/// Splits received bytes into frames.
struct WorkerFrameBuffer {
  private var bytes: [UInt8] = []
  private var start = 0
  /// Whether invalid bytes were received.
  private(set) var isBroken = false

  /// Whether a complete frame was received.
  var hasFrame: Bool {
    var copy = self
    return copy.next() != nil
  }

  mutating func append(_ more: UnsafeRawBufferPointer) {
    if start > 1 << 16, start * 2 > bytes.count {
      bytes.removeFirst(start)
      start = 0
    }
    bytes.append(contentsOf: more)
  }

  /// Returns the next complete frame; nil if there is none yet.
  mutating func next() -> WorkerFrame? {
    guard !isBroken, bytes.count - start >= WorkerFrame.headByteCount else { return nil }
    let count = (1...4).reduce(0) { $0 | Int(bytes[start + $1]) << (($1 - 1) * 8) }
    guard let tag = WorkerFrame.Tag(rawValue: bytes[start]), count <= WorkerFrame.byteCountMax
    else {
      isBroken = true
      return nil
    }
    let end = start + WorkerFrame.headByteCount + count
    guard end <= bytes.count else { return nil }
    defer { start = end }
    return WorkerFrame(tag: tag, bytes: Array(bytes[(start + WorkerFrame.headByteCount)..<end]))
  }
}
