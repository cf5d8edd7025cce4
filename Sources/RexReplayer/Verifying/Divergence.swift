public import RexJSON
public import RexLog

/// An action whose recorded and re-reduced outcomes differ, or a keyframe that contradicts patches.
public struct Divergence: Sendable, Codable, Equatable {
  /// The action's number; for a keyframe the number it stands at.
  public var seq: Int
  /// The action's label; nil for a keyframe.
  public var type: String?
  /// Where the action was dispatched, when that was recorded.
  public var source: LogSource?
  /// The action that caused this one, when that was recorded.
  public var cause: Int?
  /// The first path, in document order, at which the states differ; nil when only errors do.
  public var path: JSONPointer?
  /// The recorded value there; nil when there is none.
  public var recorded: JSON?
  /// The re-reduced value there; nil when there is none.
  public var reduced: JSON?
  /// All paths at which the states differ, at most `pathsMax`.
  public var paths: [JSONPointer]
  /// What the recorded reducer threw, where the errors differ.
  public var recordedError: String?
  /// What the reducer threw now, where the errors differ.
  public var reducedError: String?
  /// The recorded patch; nil when there is none, or one of more than `patchBytesMax`.
  public var recordedPatch: JSON?
  /// The patch that the reducer made now; nil as for the recorded one.
  public var reducedPatch: JSON?
  /// The name of the file that the entry stands in.
  public var file: String
  /// The line of the entry in that file, from 1.
  public var line: Int
  /// Where the states between are not in the log: the last action after which they were the same.
  ///
  /// What makes them differ happened after it, up to `seq`.
  public var after: Int?
  /// For such a divergence, the action that most likely made it; nil when none stands out.
  ///
  /// The suspect is the first action whose re-reduction changes the path. If the recorded value
  /// changed in between as well, it is the last such action.
  public var suspect: Suspect?

  /// More paths than this are not listed.
  public static let pathsMax = 20
  /// Patches of more bytes are left out; the log and a replay have them.
  public static let patchBytesMax = 1 << 16

  /// An action that changes the path of a divergence when it is reduced again.
  public struct Suspect: Sendable, Codable, Equatable {
    /// The action's number.
    public var seq: Int
    /// The action's label.
    public var type: String
    /// Where the action was dispatched, when that was recorded.
    public var source: LogSource?

    /// An action by its number, label and source.
    public init(seq: Int, type: String, source: LogSource? = nil) {
      (self.seq, self.type, self.source) = (seq, type, source)
    }
  }

  /// A divergence at an entry.
  public init(
    seq: Int, type: String? = nil, source: LogSource? = nil, path: JSONPointer? = nil,
    recorded: JSON? = nil, reduced: JSON? = nil, file: String, line: Int
  ) {
    (self.seq, self.type, self.source, self.path) = (seq, type, source, path)
    (self.recorded, self.reduced) = (recorded, reduced)
    (self.file, self.line) = (file, line)
    paths = path.map { [$0] } ?? []
  }
}

/// An action whose reducer did not come back.
public struct Crash: Sendable, Codable, Equatable {
  /// The action's number.
  public var seq: Int
  /// The action's label; nil where it could not be read.
  public var type: String?
  /// Where the action was dispatched, when that was recorded.
  public var source: LogSource?
  /// What ended it, such as `signal 5` or `no answer within 10 s`.
  public var reason: String
  /// What the process last wrote to standard error.
  public var message: String
  /// The name of the file that the action stands in.
  public var file: String
  /// The line of the action in that file, from 1.
  public var line: Int

  /// A reducer that did not come back.
  public init(
    seq: Int, type: String?, source: LogSource?, reason: String, message: String, file: String,
    line: Int
  ) {
    (self.seq, self.type, self.source) = (seq, type, source)
    (self.reason, self.message) = (reason, message)
    (self.file, self.line) = (file, line)
  }
}

/// An action or a state that this build cannot decode, or not encode again.
public struct Undecodable: Sendable, Codable, Equatable {
  /// The action's number; for a state the one of the action before it.
  public var seq: Int
  /// The action's label; nil for a state.
  public var type: String?
  /// The place of the value in the action or the state, where the decoder told one.
  public var path: JSONPointer
  /// What the decoder said.
  public var reason: String
  /// What to do about it.
  public var hint: String
  /// Whether the value there was covered by redaction.
  public var isRedacted: Bool
  /// The name of the file that the entry stands in.
  public var file: String
  /// The line of the entry in that file, from 1.
  public var line: Int

  /// Whether this is the same trouble, maybe with another action.
  func hasSameCause(as other: Undecodable) -> Bool {
    (type, path, reason, file) == (other.type, other.path, other.reason, other.file)
      && (type != nil || seq == other.seq)
  }
}

/// A recorded state that the app encodes otherwise after decoding it.
///
/// So it is where a type decodes less than it encodes, or gives a default to what is missing, or
/// has no order, such as a set.
public struct CodingLoss: Sendable, Codable, Equatable {
  /// The number of the last action before the state.
  public var seq: Int
  /// The first path at which they differ.
  public var path: JSONPointer
  /// The recorded value there; nil when there is none.
  public var recorded: JSON?
  /// What the app encodes there; nil for nothing.
  public var encoded: JSON?
  /// The name of the file that the state stands in.
  public var file: String
  /// The line of the state in that file, from 1.
  public var line: Int
}

/// Actions between which the states differ when all are reduced from the start.
public struct Parting: Sendable, Codable, Equatable {
  /// The action after which the states differ.
  public var seq: Int
  /// The action after which they are equal again; nil when they still differ at the end.
  public var recoveredAt: Int?
  /// The path at which they differ first.
  public var path: JSONPointer
  /// How many actions between them do something else, but only because the state before is another.
  public var consequenceCount: Int

  /// States that differ from an action on.
  public init(
    seq: Int, recoveredAt: Int? = nil, path: JSONPointer, consequenceCount: Int = 0
  ) {
    (self.seq, self.recoveredAt, self.path) = (seq, recoveredAt, path)
    self.consequenceCount = consequenceCount
  }
}
