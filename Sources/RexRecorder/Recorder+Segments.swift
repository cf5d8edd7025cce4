public import RexActions
package import RexDiff
public import RexFormat

extension Recorder {
  /// Starts a recording into segments in a folder, which is created for its owner only.
  ///
  ///     folder/0001.jsonl  folder/0002.jsonl  …
  ///
  /// Throws if the folder already contains logs, or cannot be created or written.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - app: The app's name.
  ///   - segments: The length of the segments, and how many are kept.
  ///   - actions: The concrete types of an action type that is a protocol.
  ///   - diffing: The thread on which states are diffed.
  ///   - configuration: The recorder's configuration.
  public convenience init(
    folder: String, app: String, segments: Segments = .init(),
    actions: ActionRegistry<Action>? = nil, diffing: StateDiffing<State> = .inline,
    configuration: RecorderConfiguration = .init()
  ) throws(LogError) {
    try self.init(
      folder: SegmentFolder(folder), app: app, segments: segments, actions: actions,
      encoding: nil, diffing: diffing, configuration: configuration)
  }

  /// Starts a recording into segments in a folder on any file system.
  package convenience init(
    folder: SegmentFolder, app: String, segments: Segments,
    actions: ActionRegistry<Action>? = nil, encoding states: StateCoding<State>?,
    diffing: StateDiffing<State> = .inline, configuration: RecorderConfiguration = .init()
  ) throws(LogError) {
    do throws(LogError) {
      try self.init(
        to: .folder(folder, segments), app: app, actions: actions, encoding: states,
        diffing: diffing, configuration: configuration)
    } catch {
      folder.removeIfNew()
      throw error
    }
  }
}
