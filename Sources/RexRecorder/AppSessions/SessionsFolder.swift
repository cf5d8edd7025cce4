import Foundation
import RexFormat

/// A folder that contains a session folder for each launch of an app, with its log's segments.
///
///     Sessions/0041-20260301T080210Z-811-02C5D7B9/0001.jsonl
///     Sessions/0042-20260301T121530Z-812-6F9B2C4E/0001.jsonl  0002.jsonl  …
///
/// A process that writes or deletes a session holds the lock on its folder. Files and folders
/// without a session's name are ignored.
struct SessionsFolder {
  let path: String
  private let system: any FileSystem

  init(_ url: URL, on system: any FileSystem = SystemFiles()) {
    let path = url.path(percentEncoded: false)
    self.path = path.hasSuffix("/") && path != "/" ? String(path.dropLast()) : path
    self.system = system
  }

  func path(of name: SessionName) -> String { "\(path)/\(name.text)" }

  /// Returns the names of the sessions, newest first; none if the folder does not exist.
  func names() throws(LogError) -> [SessionName] {
    let names: [String]
    do throws(SystemError) {
      names = try system.names(inFolder: path)
    } catch {
      if case .failed(_, ENOENT) = error { return [] }
      throw LogError(error, log: path)
    }
    return names.compactMap(SessionName.init).sorted {
      ($0.number, $0.start, $0.text) > ($1.number, $1.start, $1.text)
    }
  }

  /// Returns the paths of a session's segments, in order.
  func segments(of name: SessionName) throws(LogError) -> [String] {
    let folder = path(of: name)
    return try naming(folder, system.names(inFolder: folder))
      .filter { LogFolder.isLog($0.utf8) }
      .sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
      .map { "\(folder)/\($0)" }
  }

  /// Creates a session's folder and acquires its lock.
  func makeSession(
    start: Date, build: String?, sessionID: String
  ) throws(LogError) -> SegmentFolder {
    // The path of a URL whose bytes are not UTF-8.
    guard !path.isEmpty else { throw LogError(.system(operation: "create", code: EILSEQ), log: "") }
    let first = (try names().first?.number ?? 0) + 1
    for number in first..<first + Self.attemptsMax {
      let name = SessionName(number: number, start: start, build: build, sessionID: sessionID)
      do throws(LogError) {
        return try SegmentFolder(path(of: name), on: system) { (path) throws(SystemError) in
          guard let lock = try FolderLock(path) else {
            throw .failed(operation: "lock", code: EWOULDBLOCK)
          }
          return lock
        }
      } catch {
        guard error.isOfAnotherLaunch else { throw error }
      }
    }
    throw LogError(.system(operation: "create", code: EEXIST), log: path)
  }

  /// Concurrent launches may create the same folder, or delete a folder before it is locked.
  private static let attemptsMax = 10

  /// Deletes a session; returns false, and deletes nothing, if its lock is held.
  @discardableResult
  func delete(_ name: SessionName) throws(LogError) -> Bool {
    let folder = path(of: name)
    do throws(SystemError) {
      guard let lock = try FolderLock(folder) else { return false }
      defer { lock.release() }
      // Oldest segments first, so that a crash leaves the end of a log.
      let names = try system.names(inFolder: folder).filter { $0 != "." && $0 != ".." }
      for name in names.sorted(by: { ($0.utf8.count, $0) < ($1.utf8.count, $1) }) {
        try system.remove("\(folder)/\(name)")
      }
      try system.removeFolder(folder)
      return true
    } catch {
      if case .failed(_, ENOENT) = error { return true }
      throw LogError(error, log: folder)
    }
  }

  /// Deletes the oldest sessions beyond the limits, and those with at most a session line.
  ///
  /// If a session cannot be deleted, the next launch tries again, since recording is more
  /// important.
  func trim(to limits: SessionLimits, at date: Date) {
    var (count, byteCount) = (0, 0)
    var isFull = false
    for name in (try? names()) ?? [] {
      let session = SessionFiles(paths: (try? segments(of: name)) ?? [], name: name)
      isFull =
        isFull || count >= limits.otherCount
        || byteCount + session.byteCount > limits.halfByteCount
      let isKept = !isFull && !session.isEmpty && !session.hasEnded(days: limits.days, before: date)
      if !isKept, (try? delete(name)) == true { continue }
      count += 1
      byteCount += session.byteCount
    }
  }
}

extension LogError {
  /// Whether the error is caused by a concurrent launch.
  fileprivate var isOfAnotherLaunch: Bool {
    switch kind {
    case .system(operation: "lock", code: EWOULDBLOCK), .system(operation: "open", code: ENOENT),
      .system(operation: "create", code: EEXIST):
      true
    default: false
    }
  }
}

/// The files of one session, and their total size.
private struct SessionFiles {
  let paths: [String]
  let name: SessionName
  let byteCount: Int

  init(paths: [String], name: SessionName) {
    (self.paths, self.name) = (paths, name)
    byteCount = paths.reduce(0) { $0 + FileSink.byteCount(at: $1) }
  }

  /// Whether there is at most a session line.
  var isEmpty: Bool {
    guard byteCount > 0 else { return true }
    guard paths.count == 1, byteCount <= LineLimits.outerLineBytesMax else { return false }
    do throws(LogError) {
      return try LogOverview(paths: paths).isEmpty
    } catch {
      return error.kind == .empty
    }
  }

  /// Returns whether the last line is more than a number of days old.
  ///
  /// Reads the log only if the session started that long ago.
  func hasEnded(days: Int?, before date: Date) -> Bool {
    guard let days else { return false }
    let limit = date.addingTimeInterval(-86_400 * Double(max(0, days)))
    guard name.start < limit else { return false }
    let lastTimeMs = (try? LogOverview(paths: paths))?.lastTimeMs ?? 0
    return name.start.addingTimeInterval(lastTimeMs / 1000) < limit
  }
}
