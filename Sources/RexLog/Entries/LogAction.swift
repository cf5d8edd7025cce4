public import RexDiff
public import RexJSON

/// An action and what it did to the state.
public struct LogAction: Sendable, Equatable {
  /// The action's number, from 1, in the order of reduction.
  public var seq: Int
  /// When its reducer was called: milliseconds since the recording began.
  public var timeMs: Double
  /// The action whose middleware, effect or callback dispatched this one, when that is known.
  ///
  /// Always less than `seq`. It need not be in the log: a slice may begin after it.
  public var cause: Int?
  /// The label a person reads, such as `news.dataLoaded`.
  public var type: String
  /// The action itself.
  public var payload: Payload
  /// Where it was dispatched, when that is known.
  public var source: LogSource?
  /// Its number in the log that this one was made from; nil where that is none or the same log.
  public var originSeq: Int?
  /// What its reducer did; nil when it began and never finished.
  public var result: Result?

  /// A label is at most this long, in bytes of UTF-8: indexes keep each that occurs.
  public static let typeBytesMax = 1024

  /// An action as it stands in a log.
  public init(
    seq: Int, timeMs: Double, cause: Int? = nil, type: String, payload: Payload,
    source: LogSource? = nil, result: Result? = nil
  ) {
    (self.seq, self.timeMs, self.type) = (seq, timeMs, type)
    (self.cause, self.payload, self.source, self.result) = (cause, payload, source, result)
  }

  /// A number as the cause of an action; nil where it cannot be, since it is not an earlier one's.
  package static func validCause(_ number: Int?, of seq: Int) -> Int? {
    number.flatMap { 0 < $0 && $0 < seq ? $0 : nil }
  }

  /// Whether the patch is known to be this action's own work and no other's.
  public var isExact: Bool { result?.isExact ?? true }

  /// An action's content.
  public enum Payload: Sendable, Equatable {
    /// The encoded action, which a reducer can be given again.
    case action(JSON)
    /// What is known of an action that could not be encoded; its patch stands in for it.
    case opaque(String)
  }

  /// What a reducer did with an action.
  public struct Result: Sendable, Equatable {
    /// How long the reducer took, in milliseconds.
    public var tookMs: Double
    /// What it did to the state, as far as the log says.
    public var change: Change
    /// What a throwing reducer threw, in words.
    public var error: String?
    /// Whether the patch is known to be this action's own work and no other's.
    ///
    /// False only where a recorder could not stand around the reducer.
    public var isExact: Bool

    /// The outcome of a finished reduction.
    public init(tookMs: Double, change: Change, error: String? = nil, isExact: Bool = true) {
      (self.tookMs, self.change, self.error) = (tookMs, change, error)
      self.isExact = isExact
    }

    /// The outcome of a finished reduction whose patch is known.
    public init(tookMs: Double, patch: JSONPatch, error: String? = nil, isExact: Bool = true) {
      self.init(tookMs: tookMs, change: .patch(patch), error: error, isExact: isExact)
    }

    /// The operations from the previous state to the next; nil when the log does not have them.
    public var patch: JSONPatch? {
      if case .patch(let patch) = change { patch } else { nil }
    }
  }

  /// What an action did to the state, as far as a log says.
  public enum Change: Sendable, Equatable {
    /// The operations from the previous state to the next; none when nothing changed.
    case patch(JSONPatch)
    /// Not in the log, which was to have actions only; a re-reduction tells, or the next keyframe.
    case notRecorded
    /// Not in the log, since it was larger than the recorder's limit; a keyframe follows.
    case leftOut(LogLeftOut)
  }
}

extension LogAction {
  /// Whether only a keyframe can tell the state after it: a reduction cannot, and no patch does.
  package var needsKeyframe: Bool {
    switch result?.change {
    case nil, .patch: false
    case .leftOut: true
    case .notRecorded: if case .opaque = payload { true } else { !isExact }
    }
  }
}

/// What stands for something that was too large to be written.
public struct LogLeftOut: Sendable, Equatable {
  /// Its size.
  public var byteCount: Int
  /// Tells it from others: FNV-1a with 64 bits, in hexadecimal, of what would have been written.
  public var fingerprint: String

  /// Something of this size and fingerprint.
  public init(byteCount: Int, fingerprint: String) {
    (self.byteCount, self.fingerprint) = (byteCount, fingerprint)
  }
}

extension LogAction {
  init(reading members: EntryMembers) throws(EntryError) {
    let seq = try members.natural("seq")
    let cause = members.optional("cause")?.number?.exactly(Int.self)
    self.init(
      seq: seq, timeMs: try members.double("timeMs"),
      cause: LogAction.validCause(cause, of: seq),
      type: try members.label("type"), payload: try Payload(reading: members),
      source: try members.optionalObject("source").map(LogSource.init(reading:)))
    originSeq = members.optional("originSeq")?.number?.exactly(Int.self)
    guard members.optional("patch") != nil || members.optional("tookMs") != nil else { return }
    result = Result(
      tookMs: try members.double("tookMs"), change: try Change(reading: members),
      error: try members.optionalString("error"),
      isExact: members.optional("exact") != false)
  }
}

extension LogAction.Change {
  init(reading members: EntryMembers) throws(EntryError) {
    let patch = try members.required("patch")
    guard patch == .null else {
      do throws(JSONPatchError) {
        self = .patch(try JSONPatch(parsing: patch))
      } catch {
        throw EntryError(.patch(error))
      }
      return
    }
    guard let leftOut = try members.optionalObject("leftOut") else {
      self = .notRecorded
      return
    }
    self = .leftOut(
      LogLeftOut(
        byteCount: try leftOut.natural("bytes"), fingerprint: try leftOut.string("fingerprint")))
  }
}

extension LogAction.Payload {
  init(reading members: EntryMembers) throws(EntryError) {
    if let action = members.optional("action") {
      self = .action(action)
    } else if let description = try members.optionalString("opaque") {
      self = .opaque(description)
    } else {
      throw EntryError(.missingMember("/action"))
    }
  }
}

extension LogAction.Change {
  /// What an action's line says of the state: of most lines, the patch alone is looked at.
  init(_ record: LogRecord, sharing tables: JSONKeyTables) throws(LogError) {
    if let range = record.roughMembers?.patch, record.bytes[range.lowerBound] == UInt8(ascii: "["),
      let patch = try? JSONPatch(
        text: record.text(range), limits: LogEntry.lineLimits, sharing: tables)
    {
      self = .patch(patch)
      return
    }
    // What is rare or wrong is read in full, which tells what is wrong with it.
    guard case .action(let action) = try LogEntry(line: record.bytes, sharing: tables),
      let change = action.result?.change
    else { throw LogError(.unfinishedInside, log: "") }
    self = change
  }
}

extension LogAction {
  /// Appends the action's line.
  func write(into bytes: inout [UInt8]) {
    let (key, json): (LogLine.PayloadKey, JSON) =
      switch payload {
      case .action(let json): (.action, json)
      case .opaque(let description): (.opaque, .string(description))
      }
    LogLine.beginAction(
      seq: seq, timeMs: timeMs, cause: cause, type: type, source: source, into: &bytes, payload: key
    ) { json.write(into: &$0) }
    if let originSeq { LogLine.append(originSeq: originSeq, to: &bytes) }
    guard let result else { return }
    LogLine.endAction(
      tookMs: result.tookMs, error: result.error, isExact: result.isExact, into: &bytes
    ) { bytes in
      switch result.change {
      case .patch(let patch): patch.json.write(into: &bytes)
      case .notRecorded: LogLine.appendNoPatch(to: &bytes)
      case .leftOut(let leftOut): LogLine.appendNoPatch(leftOut, to: &bytes)
      }
    }
  }
}

extension LogLine {
  /// Appends an action's line up to and including its source, without its closing brace.
  package static func beginAction(
    seq: Int, timeMs: Double, cause: Int? = nil, type: String, source: LogSource?,
    into bytes: inout [UInt8], payload key: PayloadKey,
    writePayload: (inout [UInt8]) throws -> Void
  ) rethrows {
    begin(
      #"{"kind":"action","seq":"#, seq, timeMs, cause: cause, next: #","type":"#, into: &bytes)
    append(string: type, to: &bytes)
    append(key == .action ? #","action":"# : #","opaque":"#, to: &bytes)
    try writePayload(&bytes)
    guard let source else { return }
    append(#","source":"#, to: &bytes)
    append(source, to: &bytes)
  }

  /// The key that an action's content stands under.
  package enum PayloadKey {
    /// The encoded action.
    case action
    /// A description of an action that could not be encoded.
    case opaque
  }

  /// Appends the number that an action has in the log that its own was made from.
  static func append(originSeq: Int, to bytes: inout [UInt8]) {
    LineText.append(to: &bytes) {
      $0.append(#","originSeq":"#)
      $0.append(originSeq)
    }
  }

  /// Appends the rest of an action's line, with its line feed.
  package static func endAction(
    tookMs: Double, error: String? = nil, isExact: Bool = true, into bytes: inout [UInt8],
    writePatch: (inout [UInt8]) throws -> Void
  ) rethrows {
    LineText.append(to: &bytes) {
      $0.append(#","tookMs":"#)
      $0.append(milliseconds: tookMs)
    }
    if let error {
      append(#","error":"#, to: &bytes)
      append(string: error, to: &bytes)
    }
    if !isExact { append(#","exact":false"#, to: &bytes) }
    append(#","patch":"#, to: &bytes)
    try writePatch(&bytes)
    append("}\n", to: &bytes)
  }

  /// Appends what stands in the place of a patch that is not recorded, and why it is not.
  package static func appendNoPatch(_ leftOut: LogLeftOut? = nil, to bytes: inout [UInt8]) {
    append("null", to: &bytes)
    guard let leftOut else { return }
    LineText.append(to: &bytes) {
      $0.append(#","leftOut":{"bytes":"#)
      $0.append(leftOut.byteCount)
      $0.append(#","fingerprint":"#)
    }
    append(string: leftOut.fingerprint, to: &bytes)
    append("}", to: &bytes)
  }
}

extension LogTornLine {
  /// Takes what is known of an action from the members of its line that are whole.
  mutating func takeAction(_ members: JSON) {
    seq = members["seq"]?.number?.exactly()
    timeMs = members["timeMs"]?.number?.double
    cause = seq.flatMap { LogAction.validCause(members["cause"]?.number?.exactly(), of: $0) }
    type = members["type"]?.string
    payload =
      members["action"].map(LogAction.Payload.action)
      ?? members["opaque"]?.string.map(LogAction.Payload.opaque)
    source = LogSource(recovering: members["source"])
  }
}
