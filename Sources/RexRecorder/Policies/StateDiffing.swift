/// The thread on which a recorder diffs states and writes patches.
///
///     let recorder = try Recorder<Action, State>(path: path, app: "Chat", diffing: .inBackground)
public struct StateDiffing<State: Encodable>: Sendable {
  let isInBackground: Bool

  /// The thread that dispatches, before `record` returns.
  public static var inline: StateDiffing { StateDiffing(isInBackground: false) }
}

extension StateDiffing where State: Sendable {
  /// A thread of the recorder's own.
  ///
  /// The thread that dispatches pays for the action's line alone; the next action waits until the
  /// last one's patch is written. The state's `encode(to:)` runs on that thread, so the conformance
  /// to `Encodable` must not be isolated to an actor; the compiler checks it.
  public static var inBackground: StateDiffing { StateDiffing(isInBackground: true) }
}
