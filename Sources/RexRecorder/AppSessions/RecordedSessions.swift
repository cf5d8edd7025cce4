public import Foundation
public import RexFormat

/// The recorded sessions of an app's launches, in a folder.
///
///     let sessions = RecordedSessions(folder)
///     if let last = try sessions.last, case .inAction(let action) = last.ending {
///       print("The last session ended in \(action.type).")
///       try sessions.export(last, last: .minutes(5), to: file)
///     }
///
/// To list sessions, only the beginning and the end of each log are read. The methods can be called
/// on any thread, and while sessions are recorded.
public struct RecordedSessions: Sendable {
  private let folder: SessionsFolder

  /// Creates the list of the sessions in a folder that recorders were given as `sessionsIn`.
  public init(_ folder: URL) { self.folder = SessionsFolder(folder) }

  /// Returns all sessions, newest first; none if the folder does not exist.
  ///
  /// The order is that of the launches, even if the clock was set back. Sessions with at most a
  /// session line are left out, unless they are being recorded.
  public func list() throws(LogError) -> [RecordedSession] {
    try folder.names().compactMap { folder.session($0) }
  }

  /// The newest session that is not being recorded, such as that of the previous launch.
  public var last: RecordedSession? {
    get throws(LogError) {
      try folder.names().lazy.compactMap { folder.session($0) }.first { $0.ending != .recording }
    }
  }

  /// Returns the session with a name; nil if there is none.
  public func session(named name: String) -> RecordedSession? {
    SessionName(name).flatMap { folder.session($0) }
  }

  /// Returns the URL of a session's folder, for `rexreplay` or a share sheet.
  ///
  /// Do not store it: on iOS, the path to an app's files changes between launches.
  public func url(of session: RecordedSession) -> URL {
    URL(filePath: "\(folder.path)/\(session.name)", directoryHint: .isDirectory)
  }

  /// Deletes a session; does nothing if it is already deleted.
  ///
  /// Throws if the session is being recorded.
  public func delete(_ session: RecordedSession) throws(LogError) {
    guard let name = SessionName(session.name), try !folder.delete(name) else { return }
    throw LogError(.system(operation: "delete", code: EBUSY), log: folder.path(of: name))
  }

  /// Deletes all sessions except those that are being recorded.
  public func deleteAll() throws(LogError) {
    var failure: LogError?
    for name in try folder.names() {
      do throws(LogError) { try folder.delete(name) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Closes a recorder, and deletes all sessions with the one that it recorded.
  ///
  ///     try sessions.deleteAll(closing: recorder)
  ///     recorder = .disabled
  ///
  /// For a user who no longer wants to be recorded. The recorder stays closed; to record again,
  /// create another. Sessions that other recorders are recording are not deleted. Throws in a
  /// reducer of the recorder's actions, since the log of an action ends after its reducer.
  public func deleteAll<Action, State>(
    closing recorder: Recorder<Action, State>
  ) throws(LogError) {
    recorder.close(reason: "deleted")
    guard recorder.isClosed else {
      throw LogError(.system(operation: "delete", code: EBUSY), log: folder.path)
    }
    try deleteAll()
  }

  /// Writes the end of a session into a new log, for a bug report.
  ///
  /// The log starts with the last keyframe that precedes the requested span, or else with the first
  /// keyframe. Redacted values stay redacted. The file is accessible to its owner only, and is
  /// renamed to its path when it is complete. For the session that this process is recording, use
  /// `Recorder.export`.
  ///
  /// - Parameters:
  ///   - session: The session.
  ///   - span: The minimum length of the end to export; nil for the whole session.
  ///   - file: The new file.
  public func export(
    _ session: RecordedSession, last span: LogSpan? = nil, to file: URL
  ) throws(LogError) {
    let path = folder.path + "/" + session.name
    guard let name = SessionName(session.name) else {
      throw LogError(.system(operation: "open", code: ENOENT), log: path)
    }
    let log = try Log(paths: folder.segments(of: name), name: path)
    try FileSink.write(newLogAt: file.path(percentEncoded: false), wording: \.self) {
      (sink) throws(LogError) in
      _ = try LogSlice(log, last: span).write(into: sink)
    }
  }
}

extension LogSlice {
  /// Creates a slice of a log's end with at least this length; nil for the whole log.
  fileprivate init(_ log: Log, last span: LogSpan?) throws(LogError) {
    switch span {
    case nil: self.init(log)
    case .bytes(let count): try self.init(log, lastBytes: count)
    case .time(let time): try self.init(log, lastSeconds: time.milliseconds / 1000)
    }
  }
}

extension SessionsFolder {
  /// Reads the beginning and end of a session's log.
  ///
  /// Returns nil if it has at most a session line and is not being recorded, or was deleted.
  fileprivate func session(_ name: SessionName) -> RecordedSession? {
    let paths: [String]
    let isEmpty: Bool
    var session = RecordedSession(
      name: name.text, start: name.start, length: .zero, byteCount: 0, ending: .unfinished)
    do throws(LogError) {
      paths = try segments(of: name)
      session.byteCount = paths.reduce(0) { $0 + FileSink.byteCount(at: $1) }
      guard session.byteCount > 0 else { return nil }
      let overview = try LogOverview(paths: paths)
      session.read(overview)
      isEmpty = overview.isEmpty
    } catch {
      if case .system(_, ENOENT) = error.kind { return nil }
      session.ending = .unreadable(error)
      isEmpty = error.kind == .empty
    }
    if session.ending.mayBeRecording, isWritten(name) { session.ending = .recording }
    return isEmpty && session.ending != .recording ? nil : session
  }

  /// Returns whether a session's lock is held.
  private func isWritten(_ name: SessionName) -> Bool {
    do throws(SystemError) {
      return try FolderLock.isHeld(path(of: name))
    } catch {
      return false
    }
  }
}

extension RecordedSession {
  fileprivate mutating func read(_ overview: LogOverview) {
    session = overview.session
    start = (try? Date(overview.session.startedAt, strategy: .iso8601WithMilliseconds)) ?? start
    // A log is untrusted, so no number in it may trap.
    length = .milliseconds(min(max(0, overview.lastTimeMs), Self.lengthMsMax))
    lastAction = overview.lastAction.map { RecordedAction(seq: $0.seq, type: $0.type) }
    switch overview.ending {
    case .closed(let end): ending = .closed(reason: end.reason)
    case .torn(let line) where line.kind == "action":
      ending = .inAction(
        RecordedAction(
          seq: line.seq ?? overview.lastSeq + 1, type: line.type ?? "",
          mayHaveFinished: line.mayHaveFinished))
    case .torn, .missing: ending = .unfinished
    }
  }

  /// A thousand years, which fits into a `Duration`.
  private static var lengthMsMax: Double { 1000 * 366 * 86_400_000 }
}

extension RecordedSession.Ending {
  /// Whether the session may still be recording.
  fileprivate var mayBeRecording: Bool {
    if case .closed = self { false } else { true }
  }
}

extension ParseStrategy where Self == Date.ISO8601FormatStyle {
  fileprivate static var iso8601WithMilliseconds: Self {
    Date.ISO8601FormatStyle(includingFractionalSeconds: true)
  }
}
