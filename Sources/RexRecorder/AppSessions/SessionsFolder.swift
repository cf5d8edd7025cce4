import Foundation
import RexLog

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The folder in which each launch of an app has a folder of its own, with the segments of its log.
///
///     Sessions/0041-20260301T080210Z-811-02C5D7B9/0001.jsonl
///     Sessions/0042-20260301T121530Z-812-6F9B2C4E/0001.jsonl  0002.jsonl  …
///
/// Whoever writes a session or deletes it holds the lock on its folder. Whatever has no name of a
/// session is left alone.
struct SessionsFolder {
  let path: String
  private let system: any FileSystem

  init(_ url: URL, on system: any FileSystem = SystemFiles()) {
    let path = url.path(percentEncoded: false)
    self.path = path.hasSuffix("/") && path != "/" ? String(path.dropLast()) : path
    self.system = system
  }

  func path(of name: SessionName) -> String { "\(path)/\(name.text)" }

  /// The names of the sessions, newest first; none where there is no folder.
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

  /// The paths of a session's segments, in order.
  func segments(of name: SessionName) throws(LogError) -> [String] {
    let folder = path(of: name)
    do throws(SystemError) {
      return try system.names(inFolder: folder).filter { $0.hasSuffix(LogFolder.suffix) }
        .sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
        .map { "\(folder)/\($0)" }
    } catch {
      throw LogError(error, log: folder)
    }
  }

  /// Makes a session's folder and takes its lock.
  func makeSession(
    start: Date, build: String?, sessionID: String
  ) throws(LogError) -> SegmentFolder {
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

  /// Launches at the same time take each other's names, or delete a folder before it is locked.
  private static let attemptsMax = 10

  /// Deletes a session; false, and nothing is deleted, while somebody writes it or deletes it.
  @discardableResult
  func delete(_ name: SessionName) throws(LogError) -> Bool {
    let folder = path(of: name)
    do throws(SystemError) {
      guard let lock = try FolderLock(folder) else { return false }
      defer { lock.release() }
      // Oldest segments first: what a crash leaves over is the end of a log.
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

  /// Deletes the oldest sessions beyond the limits, and those in which nothing was recorded.
  ///
  /// What cannot be deleted is left to the next launch: recording is what matters.
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
  /// Whether it comes from a launch at the same time.
  fileprivate var isOfAnotherLaunch: Bool {
    switch kind {
    case .system(operation: "lock", code: EWOULDBLOCK), .system(operation: "open", code: ENOENT),
      .system(operation: "create", code: EEXIST):
      true
    default: false
    }
  }
}

/// The files of one session, by what is known of them without reading them.
private struct SessionFiles {
  let paths: [String]
  let name: SessionName
  let byteCount: Int

  init(paths: [String], name: SessionName) {
    (self.paths, self.name) = (paths, name)
    byteCount = paths.reduce(0) { $0 + FileSink.byteCount(at: $1) }
  }

  /// Whether there is no more than a session line.
  var isEmpty: Bool {
    guard let path = paths.first, byteCount > 0 else { return true }
    guard paths.count == 1, byteCount <= Self.sessionBytesMax,
      let bytes = FileManager.default.contents(atPath: path)
    else { return false }
    guard let feed = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return true }
    return feed == bytes.endIndex - 1
  }

  /// No recorder writes a longer session line.
  private static let sessionBytesMax = 1 << 16

  /// Whether the last line is so many days old; only a session that began then is looked into.
  func hasEnded(days: Int?, before date: Date) -> Bool {
    guard let days else { return false }
    let limit = date.addingTimeInterval(-86_400 * Double(max(0, days)))
    guard name.start < limit else { return false }
    let lastTimeMs = (try? LogOverview(paths: paths))?.lastTimeMs ?? 0
    return name.start.addingTimeInterval(lastTimeMs / 1000) < limit
  }
}
