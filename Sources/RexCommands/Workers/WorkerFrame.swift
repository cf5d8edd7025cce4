/// A message between a command and its worker: what it is, how long it is, and its bytes.
///
///     byte   0     1  2  3  4               5 …
///            tag   length, little-endian    content
///
/// Requests and answers are JSON; a log's lines are sent as they are.
struct WorkerFrame: Equatable {
  var tag: Tag
  var bytes: [UInt8]

  enum Tag: UInt8 {
    case hello = 1
    case request
    /// Bytes of a log: to a worker those of a file, from a worker those of the new log.
    case logBytes
    /// The next bytes are another file's.
    case endOfFile
    /// What actions did that is not in the record: a `RunEntry` a line.
    case journal
    case answer
    case failure
    /// To a worker: actions to try, or to tell the payloads of.
    case trial
    /// From a worker: what came of them.
    case trialReply
    /// From a worker: a state that the command is to judge.
    case state
    /// To a worker: whether the state is what is looked for.
    case stateReply
  }

  static let headByteCount = 5
  /// More than an answer can hold: a hundred divergences with a long value each.
  static let byteCountMax = 1 << 29

  /// The frame as it is sent.
  var encoded: [UInt8] {
    let count = UInt32(bytes.count)
    return [tag.rawValue] + (0..<4).map { UInt8(truncatingIfNeeded: count >> ($0 * 8)) } + bytes
  }
}

/// Bytes that were received, up to the end of a frame.
struct WorkerFrameBuffer {
  private var bytes: [UInt8] = []
  private var start = 0
  /// Whether something was received that is no frame.
  private(set) var isBroken = false

  /// Whether a whole frame has come.
  var holdsFrame: Bool {
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

  /// The next whole frame.
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
