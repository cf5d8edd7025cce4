public import Foundation
public import RexActions
import RexDiff
public import RexFormat

extension Recorder {
  /// Starts recording this launch, in a folder with a session for each launch.
  ///
  ///     let folder = FileManager.default.urls(
  ///       for: .applicationSupportDirectory, in: .userDomainMask)[0].appending(path: "Sessions")
  ///     let recorder = try Recorder<AppAction, AppState>(sessionsIn: folder, app: "Shop")
  ///
  /// The folder is created if needed. In it, the session has a folder of its own for its segments,
  /// named with a number, the date, the build and the session's ID. Older sessions beyond the
  /// limits are deleted; `RecordedSessions` lists the others.
  ///
  /// Throws if nothing can be written in the folder, for example if the disk is full or, on iOS,
  /// before the first unlock of the device. No files are left in that case.
  ///
  /// - Parameters:
  ///   - folder: The folder of all sessions.
  ///   - app: The app's name.
  ///   - limits: The limits for all sessions in the folder together.
  ///   - actions: The concrete types of an action type that is a protocol.
  ///   - diffing: The thread on which states are diffed.
  ///   - configuration: The recorder's configuration.
  public convenience init(
    sessionsIn folder: URL, app: String, keeping limits: SessionLimits = .init(),
    actions: ActionRegistry<Action>? = nil, diffing: StateDiffing<State> = .inline,
    configuration: RecorderConfiguration = .init()
  ) throws(LogError) {
    try self.init(
      sessionsIn: SessionsFolder(folder), app: app, keeping: limits, actions: actions,
      encoding: nil, diffing: diffing, configuration: configuration)
  }

  /// Starts recording a launch on any file system.
  convenience init(
    sessionsIn sessions: SessionsFolder, app: String, keeping limits: SessionLimits,
    actions: ActionRegistry<Action>? = nil, encoding states: StateCoding<State>?,
    diffing: StateDiffing<State> = .inline, configuration: RecorderConfiguration
  ) throws(LogError) {
    let date = configuration.clock.date()
    let id = configuration.sessionID ?? UUID().uuidString
    var configuration = configuration
    configuration.sessionID = id
    sessions.trim(to: limits, at: date)
    let folder = try sessions.makeSession(
      start: date, build: configuration.appBuild, sessionID: id)
    try self.init(
      folder: folder, app: app, segments: limits.segments, actions: actions, encoding: states,
      diffing: diffing, configuration: configuration)
  }
}
