import Foundation
public import RexDiff
public import RexFormat
public import RexRedaction

/// The configuration of a recorder, with defaults for everything.
public struct RecorderConfiguration: Sendable {
  /// The clock for the start and the times of lines.
  public var clock: RecorderClock
  /// The app's marketing version, such as `1.4.2`.
  public var appVersion: String?
  /// The app's build number, such as `812`.
  public var appBuild: String?
  /// The session's ID; nil for a new random UUID.
  public var sessionID: String?
  /// The initial level of detail; `Recorder.detail` changes it.
  public var detail: RecorderDetail
  /// The actions whose payloads are recorded; nil for all.
  public var payloads: PayloadFilter?
  /// The maximum size of an encoded action in bytes.
  ///
  /// A larger action is opaque: the log contains its size and a fingerprint.
  public var actionBytesMax: Int
  /// The maximum size of a patch in bytes.
  ///
  /// A larger patch is left out: the log contains its size, and a keyframe follows.
  public var patchBytesMax: Int
  /// The maximum size of strings and keys in bytes of UTF-8, at least 64; nil for no limit.
  ///
  /// A longer one is replaced by its size and a fingerprint.
  public var stringBytesMax: Int?
  /// The rules for redacting secrets before they are written; `.none` records everything unchanged.
  ///
  /// The standard rules know the usual names and formats of secrets, but cannot find all of them.
  public var redaction: RedactionRules
  /// The key of this session's placeholders; nil for a random one, which is never written.
  ///
  /// Set it if the same session has to give the same bytes, as in a test. With the key, guesses of
  /// a secret can be checked.
  public var placeholderKey: UInt64?
  /// Whether the log survives only a crash, or a loss of power too.
  public var durability: Durability
  /// Schedules flushes and deferred endings; nil for dispatch queues.
  package var flushSchedule: FlushSchedule?
  /// Called on a recording thread when writing fails, once for each suspension.
  ///
  /// The recorder retries by itself. The calling thread waits for the closure to return, while
  /// other threads continue to record. If states are diffed in the background and the failure
  /// occurs there, it is called on a queue instead. By default, it prints a warning in debug
  /// builds.
  public var onFailure: (@Sendable (RecorderFailure) -> Void)?
  /// Types with value semantics that contain class instances or other pointers.
  ///
  /// The recorder encodes a value again only if its bytes have changed; values of types whose
  /// contents it cannot compare are always encoded. List a type here to vouch that the memory that
  /// its pointers refer to never changes.
  public var vouchedTypes: [any SendableMetatype.Type] = []
  /// Whether to compare values in memory, so that an action encodes only what it changed.
  ///
  /// If false, the recorder looks neither at the memory of states nor at the layout of their types,
  /// and each action encodes the whole state. Set it to rule out the recorder when you look for the
  /// cause of a crash, or for a release build that has to do without unsafe code.
  public var comparesMemory: Bool = RecorderConfiguration.comparesMemoryByDefault
  /// Which values are encoded by reflection; nil for `.whereNeeded` in debug builds, and `.never`
  /// in others.
  ///
  /// What is reflected includes private members. The log says that a recorder looks inside, and so
  /// does, once, the console.
  public var reflection: StateReflection?
  /// What is shown of some types where they are reflected.
  public var shapes: [ReflectionShape] = []
  /// Returns the label of an action; nil for the usual one.
  ///
  /// For apps whose actions are told apart by a member rather than by an enum's case:
  ///
  ///     configuration.label = { ($0 as? any ScreenAction).map { "\($0.screen).\($0.kind)" } }
  ///
  /// It is redacted, and cut to 1,024 bytes.
  public var label: (@Sendable (_ action: Any) -> String?)?
  /// Shows each action and its change while the app runs; nil for nowhere.
  public var echo: RecorderEcho?
  /// The `Encoder.userInfo` for states and actions.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// Called for the first action of each type that cannot be replayed, because its entry is opaque.
  ///
  /// It is called outside of the recorder's lock, on the dispatching thread, or on a queue if
  /// states are diffed in the background. By default, it prints a warning in debug builds.
  public var onUnreplayable: @Sendable (UnreplayableAction) -> Void = UnreplayableAction.warning
  /// Enables the purity check, for debug builds: each action is reduced twice, to compare the
  /// results.
  ///
  /// Called on the recording thread, without the recorder's lock, after each action whose reducer
  /// returned two different states; the log contains a mark as well. Do not set it if the state is
  /// or contains a class instance.
  public var onImpurity: (@Sendable (Impurity) -> Void)?

  /// Creates a configuration with these values.
  public init(
    appVersion: String? = nil, appBuild: String? = nil, clock: RecorderClock = .system,
    sessionID: String? = nil, detail: RecorderDetail = .changes, payloads: PayloadFilter? = nil,
    actionBytesMax: Int = 1 << 20, patchBytesMax: Int = 1 << 24, stringBytesMax: Int? = nil,
    redaction: RedactionRules = .standard, durability: Durability = .process,
    onFailure: (@Sendable (RecorderFailure) -> Void)? = RecorderFailure.warning,
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

extension RecorderConfiguration {
  /// True, except in a debug build whose environment has `REXREPLAY_WITHOUT_COMPARING`, for tests.
  private static let comparesMemoryByDefault: Bool = {
    #if DEBUG
      ProcessInfo.processInfo.environment["REXREPLAY_WITHOUT_COMPARING"] == nil
    #else
      true
    #endif
  }()

  /// The rules of redaction, with the limit on strings.
  var rules: RedactionRules {
    var rules = redaction
    if let stringBytesMax { rules.textBytesMax = min(stringBytesMax, rules.textBytesMax ?? .max) }
    return rules
  }
}

/// The reason why a recorder does not write.
public enum RecorderFailure: Error, Sendable {
  /// The log could not be written.
  case log(LogError)
  /// A state could not be encoded; the description of the error that its `encode(to:)` threw.
  case state(String)
}
