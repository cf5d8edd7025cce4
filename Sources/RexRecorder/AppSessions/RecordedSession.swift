public import Foundation
public import RexFormat
import RexJSON

/// A recorded session of an app, as described by the beginning and end of its log.
public struct RecordedSession: Sendable, Equatable, Identifiable {
  /// The name of the session's folder, such as `0042-20260301T121530Z-812-6F9B2C4E`.
  ///
  /// Store this rather than a path: on iOS, the path to an app's files changes between launches.
  public var name: String
  /// The log's session line, with the app and the system; nil if it cannot be read.
  public var session: LogSession?
  /// When the recording started.
  public var start: Date
  /// The time from the start to the last written line.
  public var length: Duration
  /// The size of the log in bytes.
  public var byteCount: Int
  /// The last finished action; nil if there is none near the end of the log.
  public var lastAction: RecordedAction?
  /// How the session ended.
  public var ending: Ending

  /// The session's name.
  public var id: String { name }
  /// The app's build, from the recorder's configuration.
  public var build: String? { session?.app.build }

  /// How a session ended.
  public enum Ending: Sendable, Equatable {
    /// The recorder was closed, for this reason.
    case closed(reason: String)
    /// During an action: the app crashed, hung or was killed before the action's line was complete.
    case inAction(RecordedAction)
    /// Outside of a recorded action: the app was killed, crashed there, or recording had failed.
    case unfinished
    /// The session is still being recorded, by this process or another one.
    case recording
    /// The log cannot be read.
    case unreadable(LogError)
  }
}

/// An action at the end of a recorded session.
public struct RecordedAction: Sendable, Equatable {
  /// The action's number in the log.
  public var seq: Int
  /// The action's label, such as `checkout.pay`.
  public var type: String
  /// Whether the action may have finished just before the end, although its line does not say so.
  ///
  /// This happens with `RecorderDetail.actions`, where the end of a line is written with the next
  /// line; with `StateDiffing.inBackground`; and if recording failed, in logs of older recorders.
  public var mayHaveFinished = false
}

extension RecordedSession: CustomStringConvertible {
  /// The session in one line: `2026-03-01T12:15:30Z, build 812, 95 s, ended in checkout.pay`.
  public var description: String {
    let parts = [
      start.formatted(.iso8601), build.map { "build \($0)" },
      "\(length.components.seconds) s", ending.words,
    ]
    return parts.compactMap(\.self).joined(separator: ", ").escapedForDisplay
  }
}

extension RecordedSession.Ending {
  fileprivate var words: String {
    switch self {
    case .closed(let reason): reason
    case .inAction(let action): "ended in \(action.type)"
    case .unfinished: "was not closed"
    case .recording: "is being recorded"
    case .unreadable(let error): "cannot be read: \(error)"
    }
  }
}
