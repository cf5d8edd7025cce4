import Foundation
public import RexJSON
public import RexLog

/// An action whose re-reduced outcome differs, or a keyframe that contradicts the patches.
public struct Divergence: Sendable, Codable, Equatable {
  /// The action's number; for a keyframe, the number of the action before it.
  public var seq: Int
  /// The action's label; nil for a keyframe.
  public var type: String?
  /// The source location of the dispatch, if recorded.
  public var source: LogSource?
  /// The action that caused this one, if recorded.
  public var cause: Int?
  /// The first differing path, in document order; nil if only the errors differ.
  public var path: JSONPointer?
  /// The recorded value there; nil when there is none.
  public var recorded: JSON?
  /// The re-reduced value there; nil when there is none.
  public var reduced: JSON?
  /// The differing paths, at most `pathsMax`.
  public var paths: [JSONPointer]
  /// True if an array at the path or around it has the recorded elements in another order.
  public var reordered: Bool?
  /// The recorded error, if the errors differ.
  public var recordedError: String?
  /// The error thrown now, if the errors differ.
  public var reducedError: String?
  /// How the inputs that the reducer asked for differ from the recorded ones.
  ///
  /// The states may be equal all the same.
  public var inputs: InputDifference?
  /// The recorded patch; nil if there is none, or if it exceeds `patchBytesMax`.
  public var recordedPatch: JSON?
  /// The patch that the reducer produced now; nil if it exceeds `patchBytesMax`.
  public var reducedPatch: JSON?
  /// The name of the file that contains the entry.
  public var file: String
  /// The line of the entry in that file, from 1.
  public var line: Int
  /// The last action after which the states were equal, if those since then are not recorded.
  ///
  /// The cause is an action after it, up to `seq`.
  public var after: Int?
  /// If `after` is set, the action that most likely caused the divergence; nil if unclear.
  ///
  /// The suspect is the last action whose re-reduction changes the value at the path from
  /// `recorded` to another. If the value is never `recorded`, it is the last action that changes
  /// the value.
  public var suspect: Suspect?

  /// What the reducer seems to take from outside, by the values; nil if they do not show it.
  ///
  /// Chance is not told, since numbers that differ are also the usual sign of a changed reducer.
  var likelyInput: Nondeterminism.Cause? {
    guard inputs == nil, after == nil, type != nil else { return nil }
    // The recorded value may be years old, so only the new one is compared with the time.
    let cause = Nondeterminism.Cause(reduced, nil)
    guard cause == .clock || cause == .uuid, recorded?.kind == reduced?.kind else { return nil }
    return cause
  }

  /// Whether a keyframe contradicts the patches before it, rather than an action its recording.
  package var isOfKeyframe: Bool { type == nil && after == nil }

  /// The actions that may have caused it: one, if the state before it is recorded.
  package var suspects: ClosedRange<Int> { (after ?? seq - 1) + 1...seq }

  /// The most paths listed.
  public static let pathsMax = 20
  /// The largest patch included, in bytes.
  public static let patchBytesMax = 1 << 16

  /// An action whose re-reduction changes the value at a divergence's path.
  public struct Suspect: Sendable, Codable, Equatable {
    /// The action's number.
    public var seq: Int
    /// The action's label.
    public var type: String
    /// The source location of the dispatch, if recorded.
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

/// An action whose reducer did not return.
public struct Crash: Sendable, Codable, Equatable {
  /// The action's number.
  public var seq: Int
  /// The action's label; nil if it could not be read.
  public var type: String?
  /// The source location of the dispatch, if recorded.
  public var source: LogSource?
  /// The reason, such as `signal 5` or `no answer within 10 s`.
  public var reason: String
  /// The end of the process's standard error.
  public var message: String
  /// The name of the file that contains the action.
  public var file: String
  /// The line of the action in that file, from 1.
  public var line: Int

  /// A crash of a reducer.
  public init(
    seq: Int, type: String?, source: LogSource?, reason: String, message: String, file: String,
    line: Int
  ) {
    (self.seq, self.type, self.source) = (seq, type, source)
    (self.reason, self.message) = (reason, message)
    (self.file, self.line) = (file, line)
  }
}

/// An action or a state that this build cannot decode.
public struct UndecodableValue: Sendable, Codable, Equatable {
  /// The action's number; for a state, the number of the action before it.
  public var seq: Int
  /// The action's label; nil for a state.
  public var type: String?
  /// The path of the value in the action or the state, if the decoder gave one.
  public var path: JSONPointer
  /// The decoder's message.
  public var reason: String
  /// A suggestion for fixing it.
  public var hint: String
  /// Whether the value was redacted.
  public var isRedacted: Bool
  /// The name of the file that contains the entry.
  public var file: String
  /// The line of the entry in that file, from 1.
  public var line: Int

  /// Whether this is the same problem, possibly with another action.
  func hasSameCause(as other: UndecodableValue) -> Bool {
    (type, path, reason, file) == (other.type, other.path, other.reason, other.file)
      && (type != nil || seq == other.seq)
  }
}

extension [UndecodableValue] {
  /// Adds a value, unless the last one has the same cause or the limit is reached.
  package mutating func add(_ value: UndecodableValue) {
    let isRepeated = last?.hasSameCause(as: value) ?? false
    if count < Verification.detailsMax, !isRepeated { append(value) }
  }
}

/// A recorded state that the app encodes differently after decoding it.
///
/// This happens if a type does not decode everything it encodes, decodes missing values as
/// defaults, or has no fixed order, such as a set.
public struct CodingLoss: Sendable, Codable, Equatable {
  /// The number of the last action before the state.
  public var seq: Int
  /// The first differing path.
  public var path: JSONPointer
  /// The recorded value there; nil when there is none.
  public var recorded: JSON?
  /// The value that the app encodes there; nil when there is none.
  public var encoded: JSON?
  /// The name of the file that contains the state.
  public var file: String
  /// The line of the state in that file, from 1.
  public var line: Int
}

/// A range of actions in which the states differ when all are reduced from the start.
public struct DivergedRange: Sendable, Codable, Equatable {
  /// The action after which the states differ.
  public var seq: Int
  /// The action after which they are equal again; nil when they still differ at the end.
  public var recoveredAt: Int?
  /// The first differing path.
  public var path: JSONPointer
  /// The number of actions in between that differ only because the state before them does.
  public var consequenceCount: Int
  /// The first of these actions, at most `consequencesMax`; nil if there are none.
  public var consequences: [Consequence]?

  /// The most consequences listed.
  public static let consequencesMax = 20

  /// An action that differs only because the state before it does.
  public struct Consequence: Sendable, Codable, Equatable {
    /// The action's number.
    public var seq: Int
    /// The action's label.
    public var type: String
    /// The first path at which it writes something else.
    public var path: JSONPointer

    /// An action by its number, label and path.
    public init(seq: Int, type: String, path: JSONPointer) {
      (self.seq, self.type, self.path) = (seq, type, path)
    }
  }

  /// A range that starts at an action.
  public init(
    seq: Int, recoveredAt: Int? = nil, path: JSONPointer, consequenceCount: Int = 0
  ) {
    (self.seq, self.recoveredAt, self.path) = (seq, recoveredAt, path)
    self.consequenceCount = consequenceCount
  }
}
