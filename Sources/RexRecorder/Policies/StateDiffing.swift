/// The thread on which a recorder diffs states and writes patches.
///
///     let recorder = try Recorder<Action, State>(path: path, app: "Chat", diffing: .inBackground)
public struct StateDiffing<State>: Sendable {
  let isInBackground: Bool

  /// The dispatching thread, before `record` returns.
  public static var inline: StateDiffing { StateDiffing(isInBackground: false) }
}

extension StateDiffing where State: Sendable {
  /// A background thread of the recorder.
  ///
  /// The dispatching thread only writes the beginning of the action's line; the next action waits
  /// until the patch of the previous one is written. The state's `encode(to:)` runs on the
  /// background thread, so the conformance to `Encodable` must not be isolated to an actor; the
  /// compiler checks this.
  public static var inBackground: StateDiffing { StateDiffing(isInBackground: true) }
}
