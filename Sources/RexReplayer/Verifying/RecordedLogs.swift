public import Foundation
public import RexJSON
public import RexLog

/// The logs in a folder and the folders inside it, such as those that testers sent, for
/// parameterized tests.
///
///     @Test(arguments: RecordedLogs("Logs"))
///     func comesOutAsRecorded(_ log: RecordedLog) throws {
///       try app.verify(log)
///     }
///
/// The segments of a session are one log. A folder that is missing or has no logs, and what cannot
/// be read, give logs that cannot be opened, so that the test fails.
public struct RecordedLogs: Collection, Sendable {
  private let logs: [RecordedLog]

  /// The logs in a folder, given by its path relative to a source file or by its absolute path.
  ///
  /// - Parameters:
  ///   - folder: The path.
  ///   - file: The source file; by default the caller's.
  public init(_ folder: String, relativeTo file: String = #filePath) {
    self.init(at: URL(filePath: folder, besideSource: file))
  }

  /// The logs in a folder, such as a resource of a test bundle.
  public init(at folder: URL) {
    let path = folder.path(percentEncoded: false)
    let root = path.utf8.last == UInt8(ascii: "/") ? path : path + "/"
    let name = { (path: String) in
      String(decoding: path.utf8.dropFirst(root.utf8.count), as: UTF8.self)
    }
    var logs: [RecordedLog]
    do throws(LogError) {
      logs = try LogFolder.allLogs(in: path).flatMap { $0.logs }.map { found in
        switch found {
        case .success(let files):
          // A pipe could block.
          let canBeRead = files.allSatisfy(LogFolder.isRegularFile)
          return RecordedLog(name: name(files.first ?? ""), files: canBeRead ? files : [])
        case .failure(let error): return RecordedLog(name: name(error.log), problem: error)
        }
      }
      if logs.isEmpty { logs.append(RecordedLog(name: path, files: [])) }
    } catch {
      logs = [RecordedLog(name: path, problem: error)]
    }
    self.logs = logs.sorted { $0.name.precedesByBytes($1.name) }
  }

  /// The position of the first log.
  public var startIndex: Int { logs.startIndex }
  /// The position after the last log.
  public var endIndex: Int { logs.endIndex }
  /// The position after another.
  public func index(after index: Int) -> Int { logs.index(after: index) }
  /// The log at a position.
  public subscript(index: Int) -> RecordedLog { logs[index] }
}

/// A log in a folder, opened when it is checked.
public struct RecordedLog: Sendable, CustomStringConvertible {
  /// The path of its first file, from the folder.
  public let name: String
  /// The paths of its files: one, or the segments of a session in order.
  public let files: [String]
  /// Why it cannot be opened, if that is known.
  private let problem: LogError?

  /// A log by its path relative to a source file, by default the caller's.
  public init(_ path: String, relativeTo file: String = #filePath) {
    let url = URL(filePath: path, besideSource: file)
    self.init(name: url.lastPathComponent, files: [url.path(percentEncoded: false)])
  }

  init(name: String, files: [String] = [], problem: LogError? = nil) {
    (self.name, self.files, self.problem) = (name, files, problem)
  }

  /// The name.
  public var description: String { name }

  /// Opens the log.
  public func open() throws(LogError) -> Log {
    if let problem { throw problem }
    guard !files.isEmpty else { throw LogError(.notAFile, log: name) }
    return try Log(paths: files, name: name)
  }
}

extension ReplayableApp {
  /// Checks a log; throws unless the verdict is *verified*.
  ///
  /// The reducer runs in this process, so a trap in it ends the test.
  public func verify(_ log: RecordedLog, options: VerificationOptions = .init()) throws {
    try verify(log.open(), options: options)
  }

  /// Checks a log; throws unless the verdict is *verified*.
  public func verify(_ log: Log, options: VerificationOptions = .init()) throws {
    let found = try Replayer(self).verify(log, options: options)
    guard found.verdict == .verified else { throw VerificationError(verification: found) }
  }
}

extension ReplayableApp {
  /// Reduces a log's unfinished action, such as the one that `minimize --crashes` keeps.
  ///
  /// The reducer runs in this process: if it crashes again, the test crashes with it.
  public func reduceUnfinished(_ log: RecordedLog) throws {
    _ = try Replayer(self).reduceUnfinished(migrated(log.open()), progress: nil)
  }
}

/// The error for a log that was not verified; its description is what `verify` prints.
public struct VerificationError: DescribedError {
  /// The result of the check.
  public let verification: Verification

  /// What `verify` prints.
  public var description: String { verification.description }
}

extension URL {
  /// A file by its path relative to a source file, or by its absolute path.
  init(filePath path: String, besideSource file: String) {
    self.init(filePath: path, relativeTo: URL(filePath: file).deletingLastPathComponent())
  }
}
