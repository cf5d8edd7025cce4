public import RexDiff
public import RexJSON

/// An action and what it did to the state.
public struct LogAction: Sendable, Equatable {
  /// The action's number in the order of reduction, from 1.
  public var seq: Int
  /// The time at which its reducer was called, in milliseconds since the recording began.
  public var timeMs: Double
  /// The action whose middleware, effect or callback dispatched this one, if known.
  ///
  /// It is always less than `seq`. The log may not contain it, since a slice can begin after it.
  public var cause: Int?
  /// A readable label, such as `news.dataLoaded`.
  public var type: String
  /// The action itself.
  public var payload: Payload
  /// What was seen by reflection of an action that could not be encoded.
  public var seen: JSON?
  /// The size of the action, if its payload was too large to be written.
  public var actionLeftOut: LogLeftOut?
  /// The path in the state that an entry of the recorder's own is about.
  public var path: JSONPointer?
  /// The source location of the dispatch, if known.
  public var source: LogSource?
  /// The values that its reducer took from outside, in order, each as `LogInput` reads it.
  public var inputs: [JSON] = []
  /// Its number in the log that this log was derived from.
  ///
  /// Nil for an inserted action, and before `LogSession.Origin.from`, where the numbers are equal.
  public var originSeq: Int?
  /// Whether its payload differs from the one in that log.
  public var isEdited = false
  /// The outcome of its reducer; nil if the action never finished.
  public var result: Outcome?

  /// The longest label, in bytes of UTF-8; some commands keep every label in memory.
  public static let typeBytesMax = LineLimits.nameBytesMax

  /// An action with its number, time, payload and outcome.
  public init(
    seq: Int, timeMs: Double, cause: Int? = nil, type: String, payload: Payload,
    source: LogSource? = nil, result: Outcome? = nil
  ) {
    (self.seq, self.timeMs, self.type) = (seq, timeMs, type)
    (self.cause, self.payload, self.source, self.result) = (cause, payload, source, result)
  }

  /// The number if it can be an action's cause, which must be an earlier action; else nil.
  package static func validCause(_ number: Int?, of seq: Int) -> Int? {
    number.flatMap { 0 < $0 && $0 < seq ? $0 : nil }
  }

  /// Whether the patch contains only what this action changed.
  public var isExact: Bool { result?.isExact ?? true }

  /// The content of an action.
  public enum Payload: Sendable, Equatable {
    /// The encoded action, which can be decoded and reduced again.
    case action(JSON)
    /// A description of an action that could not be encoded; replaying applies its patch instead.
    case opaque(String)

    /// The encoded action; nil if it is opaque.
    package var action: JSON? {
      if case .action(let json) = self { json } else { nil }
    }

    /// The description of an opaque action.
    package var opaque: String? {
      if case .opaque(let description) = self { description } else { nil }
    }
  }

  /// The outcome of reducing an action.
  public struct Outcome: Sendable, Equatable {
    /// How long the reducer took, in milliseconds.
    public var tookMs: Double
    /// The change to the state, as far as it was recorded.
    public var change: Change
    /// The description of the error that the reducer threw.
    public var error: String?
    /// Whether the patch contains only what this action changed.
    ///
    /// If false, it may include changes by other actions, such as nested or concurrent ones.
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

    /// The operations from the previous state to the next; nil if they are not in the log.
    public var patch: JSONPatch? {
      if case .patch(let patch) = change { patch } else { nil }
    }
  }

  /// The change that an action made to the state, as far as it was recorded.
  public enum Change: Sendable, Equatable {
    /// The operations from the previous state to the next; empty if nothing changed.
    case patch(JSONPatch)
    /// Not recorded; reduce the action again, or read the next keyframe.
    case notRecorded
    /// Omitted, since it exceeded the recorder's size limit; a keyframe follows.
    case leftOut(LogLeftOut)
  }
}

extension LogAction {
  /// What can be shown of the payload: the encoded action, or what was seen of it.
  package var shown: JSON? { payload.action ?? seen }

  /// Whether a keyframe must come before the next action.
  ///
  /// True if its patch was too large, or if it has none and cannot be reduced again.
  package var needsKeyframe: Bool {
    switch result?.change {
    case nil, .patch: false
    case .leftOut: true
    case .notRecorded: if case .opaque = payload { true } else { !isExact }
    }
  }
}

/// A stand-in for content that was too large to be written.
public struct LogLeftOut: Sendable, Equatable {
  /// The size of the content in bytes.
  public var byteCount: Int
  /// The 64-bit FNV-1a hash of the omitted bytes, in hexadecimal.
  public var fingerprint: String

  /// Omitted content of this size and fingerprint.
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
    seen = members.optional("seen")
    actionLeftOut = try members.optionalObject("actionLeftOut").map(LogLeftOut.init(reading:))
    path = members.optional("path")?.string.flatMap { JSONPointer($0) }
    inputs = members.optional("inputs")?.array ?? []
    originSeq = members.optional("originSeq")?.number?.exactly(Int.self)
    isEdited = members.optional("edited") == true
    guard members.optional("patch") != nil || members.optional("tookMs") != nil else { return }
    result = Outcome(
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
    self = .leftOut(try LogLeftOut(reading: leftOut))
  }
}

extension LogLeftOut {
  init(reading members: EntryMembers) throws(EntryError) {
    self.init(
      byteCount: try members.natural("bytes"), fingerprint: try members.string("fingerprint"))
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

extension LogAction {
  /// Appends the action's line.
  func write(into bytes: inout [UInt8]) {
    let (key, json): (LineWriter.PayloadKey, JSON) =
      switch payload {
      case .action(let json): (.action, json)
      case .opaque(let description): (.opaque, .string(description))
      }
    LineWriter.beginAction(
      seq: seq, timeMs: timeMs, cause: cause, type: type, source: source, into: &bytes,
      payload: key, seen: seen?.bytes, leftOut: actionLeftOut, path: path
    ) { json.write(into: &$0) }
    if let originSeq { LineWriter.append(originSeq: originSeq, to: &bytes) }
    if isEdited { LineWriter.append(#","edited":true"#, to: &bytes) }
    if !inputs.isEmpty {
      LineWriter.append(#","inputs":"#, to: &bytes)
      JSON.array(inputs).write(into: &bytes)
    }
    guard let result else { return }
    LineWriter.endAction(
      tookMs: result.tookMs, error: result.error, isExact: result.isExact, into: &bytes
    ) { bytes in
      switch result.change {
      case .patch(let patch): patch.json.write(into: &bytes)
      case .notRecorded: LineWriter.appendNoPatch(to: &bytes)
      case .leftOut(let leftOut): LineWriter.appendNoPatch(leftOut, to: &bytes)
      }
    }
  }
}

extension LineWriter {
  /// Appends an action's line up to and including its source, without its closing brace.
  package static func beginAction(
    seq: Int, timeMs: Double, cause: Int? = nil, type: String, source: LogSource?,
    into bytes: inout [UInt8], payload key: PayloadKey, seen: [UInt8]? = nil,
    leftOut: LogLeftOut? = nil, path: JSONPointer? = nil, dates: [String] = [],
    writePayload: (inout [UInt8]) throws -> Void
  ) rethrows {
    begin(
      #"{"kind":"action","seq":"#, seq, timeMs, cause: cause, next: #","type":"#, into: &bytes)
    append(string: type, to: &bytes)
    append(key == .action ? #","action":"# : #","opaque":"#, to: &bytes)
    try writePayload(&bytes)
    if let seen {
      append(#","seen":"#, to: &bytes)
      bytes += seen
    }
    if let leftOut { append(#","actionLeftOut":"#, leftOut, to: &bytes) }
    if let path {
      append(#","path":"#, to: &bytes)
      append(string: path.description, to: &bytes)
    }
    append(.actions, dates, to: &bytes)
    guard let source else { return }
    append(#","source":"#, to: &bytes)
    append(source, to: &bytes)
  }

  /// The key of an action's content.
  package enum PayloadKey {
    /// The encoded action.
    case action
    /// A description of an action that could not be encoded.
    case opaque
  }

  /// Appends the action's number in the log that this log was derived from.
  static func append(originSeq: Int, to bytes: inout [UInt8]) {
    append(#","originSeq":"#, to: &bytes)
    bytes.append(decimal: originSeq)
  }

  /// Appends the rest of an action's line, with its line feed.
  package static func endAction(
    tookMs: Double, error: String? = nil, isExact: Bool = true, dates: [String] = [],
    into bytes: inout [UInt8], writePatch: (inout [UInt8]) throws -> Void
  ) rethrows {
    append(#","tookMs":"#, to: &bytes)
    append(milliseconds: tookMs, to: &bytes)
    if let error {
      append(#","error":"#, to: &bytes)
      append(string: error, to: &bytes)
    }
    if !isExact { append(#","exact":false"#, to: &bytes) }
    append(.states, dates, to: &bytes)
    append(#","patch":"#, to: &bytes)
    try writePatch(&bytes)
    append("}\n", to: &bytes)
  }

  /// Appends `null` for a patch that is not recorded, with the reason if there is one.
  package static func appendNoPatch(_ leftOut: LogLeftOut? = nil, to bytes: inout [UInt8]) {
    append("null", to: &bytes)
    if let leftOut { append(#","leftOut":"#, leftOut, to: &bytes) }
  }

  private static func append(
    _ key: StaticString, _ leftOut: LogLeftOut, to bytes: inout [UInt8]
  ) {
    append(key, to: &bytes)
    append(#"{"bytes":"#, to: &bytes)
    bytes.append(decimal: leftOut.byteCount)
    append(#","fingerprint":"#, to: &bytes)
    append(string: leftOut.fingerprint, to: &bytes)
    append("}", to: &bytes)
  }
}

extension LogTornLine {
  /// Takes the action's known properties from the complete members of its line.
  mutating func takeAction(_ members: EntryMembers) {
    seq = try? members.natural("seq")
    timeMs = try? members.double("timeMs")
    cause = seq.flatMap { LogAction.validCause(try? members.natural("cause"), of: $0) }
    type = try? members.label("type")
    payload = try? LogAction.Payload(reading: members)
    seen = members.optional("seen")
    source = try? members.optionalObject("source").map(LogSource.init(reading:))
    inputs = members.optional("inputs")?.array ?? []
  }
}
