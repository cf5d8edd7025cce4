import Foundation
public import RexActions
import RexJSON
public import RexRecorder

/// Connects a recorder to `rexreplay live` on the same machine, to watch the app while it runs.
///
///     let link = LiveLink(recorder)
///     store.connect(link)     // lets the tool show a state and send actions
///
/// Keep the link as long as the app is watched. While no tool listens, it tries to connect once a
/// second and is silent. While one does, it sends the log's own bytes, redacted as they are: all
/// that is written and still kept, then what is added.
///
/// A thread of its own reads them from the recorder's files, at the tool's pace: recording an
/// action only notes how long the log is, and never waits. If the app is killed, the tool lacks
/// what was written in the last milliseconds, which the app's own log has.
///
/// On a device, where the tool cannot run, the link listens instead, and the tool connects by a
/// port that is forwarded to it: `rexreplay live --device PORT`.
///
/// A recorder takes one link. All connections are of 127.0.0.1. Any program of this machine, or on
/// a device any app, that is at the other end gets the log. So a link does nothing in builds
/// without `DEBUG`, unless it is asked to. Swift packages are built in the app's configuration;
/// Xcode takes those with `Debug` in their name as debug builds. It does nothing on watchOS either.
public final class LiveLink<Action, State>: StoreConnection {
  private let commands: LiveCommands<Action, State>
  private let worker: LiveWorker?

  /// Connects a recorder, as soon as a tool listens.
  ///
  /// - Parameters:
  ///   - recorder: The recorder of the app's store.
  ///   - store: The store's name, if the app has several.
  ///   - port: The port that `rexreplay live` listens at, or this link on a device.
  ///   - evenInRelease: Whether to connect in builds without `DEBUG`, too.
  public convenience init(
    _ recorder: Recorder<Action, State>, store: String? = nil, port: UInt16 = 7395,
    evenInRelease: Bool = false
  ) {
    self.init(recorder, store, .usual, port: port, evenInRelease: evenInRelease)
  }

  package init(
    _ recorder: Recorder<Action, State>, _ store: String?, _ meeting: LiveMeeting, port: UInt16,
    evenInRelease: Bool
  ) {
    let commands = LiveCommands(recorder)
    self.commands = commands
    guard LiveWorker.isSupported(evenInRelease: evenInRelease), let progress = recorder.follow()
    else {
      worker = nil
      return
    }
    let hello: JSON = [
      "rexlive": 1, "app": .string(progress.app), "store": store.map(JSON.string) ?? .null,
      "session": recorder.sessionID.map(JSON.string) ?? .null,
      "link": .string(UUID().uuidString),
    ]
    worker = LiveWorker(hello, progress, port: port, meeting, commands)
    worker?.start()
  }

  deinit { worker?.end() }

  /// Lets the tool act on the store; without it, the tool can only watch.
  ///
  ///     link.accept(
  ///       jump: { state in store.setState(state) },
  ///       dispatch: { action in store.dispatch(action) })
  ///
  /// A state can be shown if its type is `Decodable`, and an action be sent if its type is, or if
  /// the recorder has a registry. The tool gets a sentence about what cannot be decoded.
  ///
  /// Effects that are running go on: `heldJump` says when a store should leave out what they send.
  ///
  /// - Parameters:
  ///   - jump: Sets the store's state, and records it with `recordReplacement(by:source:)` if the
  ///     store does not. Called on the link's thread.
  ///   - dispatch: Dispatches an action, with a source whose `info` is `live`. Called on the link's
  ///     thread.
  public func accept(
    jump: (@Sendable (State) -> Void)? = nil, dispatch: (@Sendable (Action) -> Void)? = nil
  ) {
    commands.accept(jump, dispatch)
  }

  /// Whether the app shows a state that the tool chose, until the tool releases it or is gone.
  public var isHeld: Bool { heldJump != nil }

  /// The number of the jump whose state the app shows, from 1; nil if it is not held.
  ///
  /// Keep it with an effect when that starts. What the effect sends belongs to the shown state if
  /// the number is still the same:
  ///
  ///     if !link.isHeld || link.heldJump == jump { send(action) }
  public var heldJump: Int? { commands.heldJump }

  /// Sends what is written so far, and ends the link; waits for it at most a second.
  ///
  /// For tools and tests that end on their own.
  public func close() { worker?.finish(withinMs: 1000) }
}
