public import Foundation
public import RexLog

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The sessions that the launches of an app have left in a folder.
///
///     let sessions = RecordedSessions(folder)
///     if let last = try sessions.last, case .inAction(let action) = last.ending {
///       print("The last session ended in \(action.type).")
///       try sessions.export(last, last: .minutes(5), to: file)
///     }
///
/// Of each log only the beginning and the end are read. Call it from any thread, and while sessions
/// are recorded.
public struct RecordedSessions: Sendable {
  private let folder: SessionsFolder

  /// The sessions in the folder that recorders were given as `sessionsIn`.
  public init(_ folder: URL) { self.folder = SessionsFolder(folder) }

  /// All sessions, newest first; none where there is no such folder.
  ///
  /// In the order of launches, even where the clock was set back. A session in which nothing was
  /// recorded is left out.
  public func list() throws(LogError) -> [RecordedSession] {
    try folder.names().compactMap { folder.session($0) }
  }

  /// The newest session that nobody is writing, such as the one before this launch.
  public var last: RecordedSession? {
    get throws(LogError) {
      try folder.names().lazy.compactMap { folder.session($0) }.first { $0.ending != .recording }
    }
  }

  /// The session of a name; nil where there is none.
  public func session(named name: String) -> RecordedSession? {
    SessionName(name).flatMap { folder.session($0) }
  }

  /// The folder with the log of a session, for `rexreplay` or a share sheet.
  ///
  /// Don't store it: on iOS the path to an app's files changes between launches.
  public func url(of session: RecordedSession) -> URL {
    URL(filePath: "\(folder.path)/\(session.name)", directoryHint: .isDirectory)
  }

  /// Deletes a session, unless it is gone.
  ///
  /// Throws while somebody is writing it.
  public func delete(_ session: RecordedSession) throws(LogError) {
    guard let name = SessionName(session.name), try !folder.delete(name) else { return }
    throw LogError(.system(operation: "delete", code: EBUSY), log: folder.path(of: name))
  }

  /// Deletes all sessions but those that are written now.
  public func deleteAll() throws(LogError) {
    var failure: LogError?
    for name in try folder.names() {
      do throws(LogError) { try folder.delete(name) } catch { failure = error }
    }
    if let failure { throw failure }
  }

  /// Writes the end of a session as one log of its own, for a bug report.
  ///
  /// It begins with the last keyframe that is as long before the end, or the first there is. What
  /// was redacted is redacted in it, too. The file is new, for its owner alone, and gets its name
  /// once it is whole. For the session that this process records, `Recorder.export` does the same.
  ///
  /// - Parameter span: how much of the end there should be, at least; nil for all.
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
  /// So much of a log's end, at least; nil for all of it.
  fileprivate init(_ log: Log, last span: LogSpan?) throws(LogError) {
    switch span {
    case nil: try self.init(log)
    case .bytes(let count): try self.init(log, lastBytes: count)
    case .time(let time): try self.init(log, lastSeconds: time.milliseconds / 1000)
    }
  }
}

extension SessionsFolder {
  /// What the beginning and end of a session's log say; nil where nothing is recorded, or it was
  /// deleted.
  fileprivate func session(_ name: SessionName) -> RecordedSession? {
    let paths: [String]
    let isEmpty: Bool
    var session = RecordedSession(
      name: name.text, start: name.start, length: .zero, byteCount: 0, ending: .unfinished)
    do throws(LogError) {
      paths = try segments(of: name)
      session.byteCount = paths.reduce(0) { $0 + FileSink.byteCount(at: $1) }
      guard session.byteCount > 0 else { return nil }
      let ends = try LogOverview(paths: paths)
      session.read(ends)
      isEmpty = ends.isEmpty
    } catch {
      if case .system(_, ENOENT) = error.kind { return nil }
      session.ending = .unreadable(error)
      isEmpty = error.kind == .empty
    }
    if session.ending.mayGoOn, isWritten(name) { session.ending = .recording }
    return isEmpty && session.ending != .recording ? nil : session
  }

  /// Whether somebody holds a session's lock.
  private func isWritten(_ name: SessionName) -> Bool {
    do throws(SystemError) {
      return try FolderLock(path(of: name), isShared: true) == nil
    } catch {
      return false
    }
  }
}

extension RecordedSession {
  fileprivate mutating func read(_ ends: LogOverview) {
    session = ends.session
    start = (try? Date(ends.session.startedAt, strategy: .iso8601WithMilliseconds)) ?? start
    // A log is a stranger's: no number of it may trap.
    length = .milliseconds(min(max(0, ends.lastTimeMs), Self.lengthMsMax))
    lastAction = ends.lastAction.map { RecordedAction(seq: $0.seq, type: $0.type) }
    switch ends.ending {
    case .closed(let end): ending = .closed(reason: end.reason)
    case .torn(let line) where line.kind == "action":
      ending = .inAction(
        RecordedAction(
          seq: line.seq ?? ends.lastSeq + 1, type: line.type ?? "",
          mayHaveFinished: line.mayHaveFinished))
    case .torn, .missing: ending = .unfinished
    }
  }

  /// A thousand years, which a `Duration` holds.
  private static var lengthMsMax: Double { 1000 * 366 * 86_400_000 }
}

extension RecordedSession.Ending {
  /// Whether a recorder may be writing the log still.
  fileprivate var mayGoOn: Bool {
    if case .closed = self { false } else { true }
  }
}

extension ParseStrategy where Self == Date.ISO8601FormatStyle {
  fileprivate static var iso8601WithMilliseconds: Self {
    Date.ISO8601FormatStyle(includingFractionalSeconds: true)
  }
}
