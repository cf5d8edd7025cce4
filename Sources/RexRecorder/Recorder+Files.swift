public import Foundation
public import RexActions
import RexDiff
public import RexFormat

/// Everything that takes a path also takes a file URL.
extension Recorder {
  /// Starts a recording into a new file; the same as `init(path:app:)` with the URL's path.
  public convenience init(
    file: URL, app: String, actions: ActionRegistry<Action>? = nil,
    diffing: StateDiffing<State> = .inline, configuration: RecorderConfiguration = .init()
  ) throws(LogError) {
    try self.init(
      path: file.path(percentEncoded: false), app: app, actions: actions, encoding: nil,
      diffing: diffing, configuration: configuration)
  }

  /// Starts a recording into segments in a folder, which is created for its owner only.
  public convenience init(
    folder: URL, app: String, segments: Segments = .init(),
    actions: ActionRegistry<Action>? = nil, diffing: StateDiffing<State> = .inline,
    configuration: RecorderConfiguration = .init()
  ) throws(LogError) {
    try self.init(
      folder: SegmentFolder(folder.path(percentEncoded: false)), app: app, segments: segments,
      actions: actions, encoding: nil, diffing: diffing, configuration: configuration)
  }

  /// Writes everything recorded so far into a new log; the same as with the URL's path.
  public func export(last span: LogSpan? = nil, to file: URL) throws(LogError) {
    try export(last: span, to: file.path(percentEncoded: false))
  }
}

extension Recorder {
  /// Starts a recording into a new file, and removes it if that fails.
  convenience init(
    path: String, app: String, actions: ActionRegistry<Action>?,
    encoding states: StateCoding<State>?, diffing: StateDiffing<State>,
    configuration: RecorderConfiguration
  ) throws(LogError) {
    let file = try FileSink(creating: path)
    do throws(LogError) {
      try self.init(
        to: .sink(file), app: app, actions: actions, encoding: states, diffing: diffing,
        configuration: configuration)
    } catch {
      file.remove()
      throw error
    }
  }
}
