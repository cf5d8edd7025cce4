public import RexDiff
public import RexJSON

/// One line of a log.
///
///     {"kind":"session","rexlog":1,"id":"6F9B…",…}                       session
///     {"kind":"keyframe","seq":0,"timeMs":0,"state":{…}}                 keyframe
///     {"kind":"action","seq":1,"timeMs":412.103,"type":"load",…}         action
///     {"kind":"mark","seq":1,"timeMs":900.5,"label":"here","data":{}}    mark
///     {"kind":"gap","from":58,"to":61,"reason":"disk full"}              gap
///     {"kind":"end","seq":61,"timeMs":65012.9,"reason":"closed"}         end
///
/// The format's specification is docs/log-format.md.
public enum LogEntry: Sendable, Equatable {
  /// The first line: whose recording this is.
  case session(LogSession)
  /// The whole state after `seq` actions.
  case keyframe(LogKeyframe)
  /// An action and what it did to the state.
  case action(LogAction)
  /// A named place.
  case mark(LogMark)
  /// Actions that were lost.
  case gap(LogGap)
  /// The last line of a recording that was closed.
  case end(LogEnd)
  /// A line of a kind that this version does not know; skipped and counted.
  case unknown(kind: String)
}

/// The whole state after `seq` actions.
public struct LogKeyframe: Sendable, Equatable {
  /// How many actions led to this state; 0 at the start.
  public var seq: Int
  /// Milliseconds since the recording began, on a monotonic clock.
  public var timeMs: Double
  /// The state's document.
  public var state: JSON

  /// A keyframe of this state.
  public init(seq: Int, timeMs: Double, state: JSON) {
    (self.seq, self.timeMs, self.state) = (seq, timeMs, state)
  }
}

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

/// Where in an app's source an action was dispatched.
public struct LogSource: Sendable, Hashable, Codable {
  /// The file, as `Module/File.swift`.
  public var file: String
  /// The line, from 1.
  public var line: Int
  /// The function, when known.
  public var function: String?
  /// What the app says of the place, if anything.
  public var info: String?

  /// A place in an app's source.
  public init(file: String, line: Int, function: String? = nil, info: String? = nil) {
    (self.file, self.line, self.function, self.info) = (file, line, function, info)
  }
}

/// A named place in a log.
public struct LogMark: Sendable, Equatable {
  /// The number of the last action before the mark.
  public var seq: Int
  /// Milliseconds since the recording began.
  public var timeMs: Double
  /// The name a person gave the place.
  public var label: String
  /// What the app says of the place, if anything.
  public var data: JSON?

  /// A mark after `seq` actions.
  public init(seq: Int, timeMs: Double, label: String, data: JSON? = nil) {
    (self.seq, self.timeMs, self.label, self.data) = (seq, timeMs, label, data)
  }
}

/// Actions that were lost, and why; a keyframe of the state after `to` follows.
public struct LogGap: Sendable, Equatable {
  /// The number of the first lost action.
  public var from: Int
  /// The number of the last lost action.
  public var to: Int
  /// Why they were lost.
  public var reason: String

  /// A gap over these numbers.
  public init(from: Int, to: Int, reason: String) {
    (self.from, self.to, self.reason) = (from, to, reason)
  }
}

/// The last line of a recording that was closed.
public struct LogEnd: Sendable, Equatable {
  /// The number of the last action.
  public var seq: Int
  /// Milliseconds since the recording began.
  public var timeMs: Double
  /// Why the recording ended, such as `closed`.
  public var reason: String
  /// What the recorder tells of the recording.
  public var statistics: LogStatistics?

  /// An end after `seq` actions.
  public init(seq: Int, timeMs: Double, reason: String, statistics: LogStatistics? = nil) {
    (self.seq, self.timeMs, self.reason) = (seq, timeMs, reason)
    self.statistics = statistics
  }
}
