public import Foundation
public import RexActions
import RexDiff
public import RexFormat

/// Recorders of a state whose type is `Encodable`, which is encoded by its `encode(to:)`.
///
/// They are otherwise the same as those of any state.
extension Recorder where State: Encodable {
  /// Starts a recording into a new file, which is created for its owner only.
  public convenience init(
    path: String, app: String, actions: ActionRegistry<Action>? = nil,
    diffing: StateDiffing<State> = .inline, configuration: RecorderConfiguration = .init()
  ) throws(LogError) {
    try self.init(
      path: path, app: app, actions: actions, encoding: .encodable(), diffing: diffing,
      configuration: configuration)
  }

  /// Starts a recording into a new file; the same as `init(path:app:)` with the URL's path.
  public convenience init(
    file: URL, app: String, actions: ActionRegistry<Action>? = nil,
    diffing: StateDiffing<State> = .inline, configuration: RecorderConfiguration = .init()
  ) throws(LogError) {
    try self.init(
      path: file.path(percentEncoded: false), app: app, actions: actions, encoding: .encodable(),
      diffing: diffing, configuration: configuration)
  }

  /// Starts a recording into any sink.
  public convenience init(
    sink: any LogSink, app: String, actions: ActionRegistry<Action>? = nil,
    diffing: StateDiffing<State> = .inline, configuration: RecorderConfiguration = .init()
  ) throws(LogError) {
    try self.init(
      to: .sink(sink), app: app, actions: actions, encoding: .encodable(), diffing: diffing,
      configuration: configuration)
  }

  /// Starts a recording into segments in a folder, which is created for its owner only.
  public convenience init(
    folder: String, app: String, segments: Segments = .init(),
    actions: ActionRegistry<Action>? = nil, diffing: StateDiffing<State> = .inline,
    configuration: RecorderConfiguration = .init()
  ) throws(LogError) {
    try self.init(
      folder: SegmentFolder(folder), app: app, segments: segments, actions: actions,
      encoding: .encodable(), diffing: diffing, configuration: configuration)
  }

  /// Starts a recording into segments in a folder, which is created for its owner only.
  public convenience init(
    folder: URL, app: String, segments: Segments = .init(),
    actions: ActionRegistry<Action>? = nil, diffing: StateDiffing<State> = .inline,
    configuration: RecorderConfiguration = .init()
  ) throws(LogError) {
    try self.init(
      folder: folder.path(percentEncoded: false), app: app, segments: segments, actions: actions,
      diffing: diffing, configuration: configuration)
  }

  /// Starts recording this launch, in a folder with a session for each launch.
  public convenience init(
    sessionsIn folder: URL, app: String, keeping limits: SessionLimits = .init(),
    actions: ActionRegistry<Action>? = nil, diffing: StateDiffing<State> = .inline,
    configuration: RecorderConfiguration = .init()
  ) throws(LogError) {
    try self.init(
      sessionsIn: SessionsFolder(folder), app: app, keeping: limits, actions: actions,
      encoding: .encodable(), diffing: diffing, configuration: configuration)
  }
}
