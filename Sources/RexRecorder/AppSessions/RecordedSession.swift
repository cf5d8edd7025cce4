public import Foundation
import RexJSON
public import RexLog

/// A session of an app as the beginning and end of its log describe it.
public struct RecordedSession: Sendable, Equatable, Identifiable {
  /// The name of its folder, such as `0042-20260301T121530Z-812-6F9B2C4E`.
  ///
  /// Keep this rather than a path: on iOS the path to an app's files changes between launches.
  public var name: String
  /// Whose recording it is; nil where the log's first line cannot be read.
  public var session: LogSession?
  /// When it began.
  public var start: Date
  /// The time from its start to the last line that was written.
  public var length: Duration
  /// The size of its log in bytes.
  public var byteCount: Int
  /// The last action whose reducer returned; nil where there is none.
  public var lastAction: RecordedAction?
  /// How it ended.
  public var ending: Ending

  /// The name.
  public var id: String { name }
  /// The build of the app that was recorded, as the recorder was configured.
  public var build: String? { session?.app.build }

  /// How a session ended.
  public enum Ending: Sendable, Equatable {
    /// The recorder was closed, for this reason.
    case closed(reason: String)
    /// In an action whose reducer never returned: it crashed, hung or was killed there.
    case inAction(RecordedAction)
    /// Between two actions: the app was killed, or crashed outside of a reducer.
    case unfinished
    /// Not yet: a recorder of this process or another one is writing it.
    case recording
    /// The log cannot be read.
    case unreadable(LogError)
  }
}

/// An action at the end of a recorded session.
public struct RecordedAction: Sendable, Equatable {
  /// Its number in the log.
  public var seq: Int
  /// Its label, such as `checkout.pay`.
  public var type: String
  /// Whether an action that did not return may have done so, just before the end.
  ///
  /// So it is where actions alone are recorded: then the end of a line waits for the next one.
  public var mayHaveFinished = false
}

extension RecordedSession: CustomStringConvertible {
  /// The session in one line: `2026-03-01T12:15:30Z, build 812, 95 s, ended in checkout.pay`.
  public var description: String {
    let parts = [
      start.formatted(.iso8601), build.map { "build \($0)" },
      "\(length.components.seconds) s", ending.words,
    ]
    return parts.compactMap(\.self).joined(separator: ", ").shownEscaped
  }
}

extension RecordedSession.Ending {
  fileprivate var words: String {
    switch self {
    case .closed(let reason): reason
    case .inAction(let action): "ended in \(action.type)"
    case .unfinished: "was cut off between two actions"
    case .recording: "is being recorded"
    case .unreadable(let error): "cannot be read: \(error)"
    }
  }
}
