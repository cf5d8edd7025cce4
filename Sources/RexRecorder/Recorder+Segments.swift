public import RexActions
public import RexLog

extension Recorder {
  /// Starts a recording into the segments of a folder, made for its owner alone.
  ///
  ///     folder/0001.jsonl  folder/0002.jsonl  …
  ///
  /// Throws when the folder holds logs already, or cannot be made or written.
  ///
  /// - Parameter actions: the types behind an action that is a protocol.
  public convenience init(
    folder: String, app: String, segments: Segments = .init(),
    actions: ActionRegistry<Action>? = nil, diffing: StateDiffing<State> = .inline,
    configuration: RecorderConfiguration = .init()
  ) throws(LogError) {
    try self.init(
      folder: SegmentFolder(folder), app: app, segments: segments, actions: actions,
      diffing: diffing, configuration: configuration)
  }

  /// Starts a recording into the segments of a folder on any file system.
  package convenience init(
    folder: SegmentFolder, app: String, segments: Segments,
    actions: ActionRegistry<Action>? = nil, diffing: StateDiffing<State> = .inline,
    configuration: RecorderConfiguration = .init()
  ) throws(LogError) {
    do throws(LogError) {
      try self.init(
        to: .folder(folder, segments), app: app, actions: actions, diffing: diffing,
        configuration: configuration)
    } catch {
      folder.removeIfNew()
      throw error
    }
  }
}
