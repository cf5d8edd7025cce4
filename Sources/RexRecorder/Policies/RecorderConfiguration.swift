public import RexLog
public import RexRedaction

/// What a recorder needs from its surroundings, each with the usual default.
public struct RecorderConfiguration: Sendable {
  /// The time of each line.
  public var clock: RecorderClock
  /// The app's version as people see it, such as `1.4.2`.
  public var appVersion: String?
  /// The build of that version, such as `812`.
  public var appBuild: String?
  /// The session's id; nil for a new random UUID.
  public var sessionID: String?
  /// How much detail the log has, to begin with; `Recorder.detail` changes it.
  public var detail: RecorderDetail
  /// Which actions the log shows; nil for all.
  public var payloads: PayloadFilter?
  /// Larger actions, in bytes as encoded, are opaque: the log has their size and a fingerprint.
  public var actionBytesMax: Int
  /// Larger patches, in bytes, are left out: the log has their size, and a keyframe follows.
  public var patchBytesMax: Int
  /// Longer strings and keys, in bytes of UTF-8, are left out wherever they stand; nil for none.
  ///
  /// In their place the log has their size and a fingerprint. 64 where it is less.
  public var stringBytesMax: Int?
  /// What is secret, and is covered before it is written; `.none` writes everything as it is.
  ///
  /// The standard rules know usual names and looks of secrets, which is no guarantee.
  public var redaction: RedactionRules
  /// Distinguishes this session's placeholders from others'; nil for a random number.
  ///
  /// Give one where the same session is to give the same bytes, as in a test.
  public var placeholderMark: UInt16?
  /// What the log survives: the death of the process, or a loss of power too.
  public var durability: Durability
  /// Runs flushes at their time; nil for a queue of the recorder's own.
  package var flushSchedule: FlushSchedule?
  /// What the texts of lines go through; nil for nothing.
  package var lineFilter: (any LineFilter)?
  /// Called on a recording thread when writing fails, once for each suspension.
  ///
  /// The recorder retries by itself. That thread waits for the call to return; others continue
  /// recording. Where states are diffed in background, and the failure occurs there, it is called
  /// on a queue instead.
  public var onFailure: (@Sendable (RecorderFailure) -> Void)?
  /// Types that hold classes or the like, and are values all the same.
  ///
  /// The recorder encodes a value again only where its bytes changed; types it cannot see through
  /// are encoded each time. List a type here to vouch that what its pointers lead to never changes.
  public var vouchedTypes: [any SendableMetatype.Type] = []
  /// What `Encoder.userInfo` shows to states and actions.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// Called for the first action of each type that cannot be replayed, as its entry is opaque.
  ///
  /// Called outside of the recorder's lock: on the thread that dispatched, or on a queue where
  /// states are diffed in background. Unless it is set, it prints a warning in debug builds.
  public var onUnreplayable: @Sendable (UnreplayableAction) -> Void = UnreplayableAction.warning
  /// Turns on the purity check, for debug builds: each action is reduced twice, to compare.
  ///
  /// Called, on the recording thread, for each action whose reducer made two different states; the
  /// log gets a mark. Leave it nil where the state is a class or holds one.
  public var onImpurity: (@Sendable (Impurity) -> Void)?

  /// A configuration.
  public init(
    appVersion: String? = nil, appBuild: String? = nil, clock: RecorderClock = .system,
    sessionID: String? = nil, detail: RecorderDetail = .changes, payloads: PayloadFilter? = nil,
    actionBytesMax: Int = 1 << 20, patchBytesMax: Int = 1 << 24, stringBytesMax: Int? = nil,
    redaction: RedactionRules = .standard, durability: Durability = .process,
    onFailure: (@Sendable (RecorderFailure) -> Void)? = nil,
    onImpurity: (@Sendable (Impurity) -> Void)? = nil
  ) {
    (self.appVersion, self.appBuild) = (appVersion, appBuild)
    (self.clock, self.sessionID) = (clock, sessionID)
    (self.actionBytesMax, self.patchBytesMax) = (actionBytesMax, patchBytesMax)
    (self.detail, self.stringBytesMax) = (detail, stringBytesMax)
    (self.payloads, self.redaction, self.durability) = (payloads, redaction, durability)
    (self.onFailure, self.onImpurity) = (onFailure, onImpurity)
  }
}

/// Why a recorder does not write.
public enum RecorderFailure: Error, Sendable {
  /// The log could not be written.
  case log(LogError)
  /// A state could not be encoded; what its `encode(to:)` threw, in words.
  case state(String)
}
