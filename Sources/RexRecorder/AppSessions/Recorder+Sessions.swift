public import Foundation
public import RexActions
public import RexLog

extension Recorder {
  /// Starts the recording of this launch, in a folder where each launch has a session of its own.
  ///
  ///     let sessions = URL.applicationSupportDirectory.appending(path: "Sessions")
  ///     let recorder = try Recorder<AppAction, AppState>(sessionsIn: sessions, app: "Shop")
  ///
  /// The folder is made if it is not there. The session has a folder in it, named by a number, the
  /// date, the build and the session's id, into which its segments go.
  /// Older sessions beyond the limits are deleted; `RecordedSessions` lists those that are left.
  ///
  /// Throws when nothing can be written there, such as on a full disk or, on iOS, before the device
  /// is unlocked for the first time; then nothing is left behind.
  ///
  /// - Parameters:
  ///   - limits: what all sessions in the folder take together.
  ///   - actions: the types behind an action that is a protocol.
  public convenience init(
    sessionsIn folder: URL, app: String, keeping limits: SessionLimits = .init(),
    actions: ActionRegistry<Action>? = nil, diffing: StateDiffing<State> = .inline,
    configuration: RecorderConfiguration = .init()
  ) throws(LogError) {
    try self.init(
      sessionsIn: SessionsFolder(folder), app: app, keeping: limits, actions: actions,
      diffing: diffing, configuration: configuration)
  }

  /// Starts the recording of a launch on any file system.
  convenience init(
    sessionsIn sessions: SessionsFolder, app: String, keeping limits: SessionLimits,
    actions: ActionRegistry<Action>? = nil, diffing: StateDiffing<State> = .inline,
    configuration: RecorderConfiguration
  ) throws(LogError) {
    let date = configuration.clock.date()
    let id = configuration.sessionID ?? UUID().uuidString
    var configuration = configuration
    configuration.sessionID = id
    sessions.trim(to: limits, at: date)
    let folder = try sessions.makeSession(
      start: date, build: configuration.appBuild, sessionID: id)
    try self.init(
      folder: folder, app: app, segments: limits.segments, actions: actions, diffing: diffing,
      configuration: configuration)
  }
}
