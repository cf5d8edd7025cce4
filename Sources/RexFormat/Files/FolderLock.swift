import RexLocking

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A lock on a folder, until it is released or deallocated, or the process ends.
///
/// It is an advisory lock (`flock`) on the folder itself, and leaves no file behind after a crash.
/// Other recorders of the same process are locked out as well.
package final class FolderLock: Sendable {
  private let file: Locked<FileDescriptor?>

  /// Acquires the lock; nil if it is held by another.
  ///
  /// Throws if there is no folder at the path, or if its file system does not support locks.
  package init?(_ path: String) throws(SystemError) {
    let file = try FileDescriptor(folder: path)
    guard try file.lockWaitingForQuestions() else { return nil }
    // Between opening and locking, the folder may have been deleted and created again.
    guard try file.isFile(at: path) else { return nil }
    self.file = Locked(file)
  }

  /// Returns whether another holds the lock on a folder.
  package static func isHeld(_ path: String) throws(SystemError) -> Bool {
    // The system can only answer by giving a shared lock.
    let file = try FileDescriptor(folder: path)
    defer { file.unlock() }
    return try !file.lock(LOCK_SH)
  }

  deinit { release() }

  /// Releases the lock.
  package func release() {
    file.withLock { file in
      file?.unlock()
      file = nil
    }
  }
}

extension FileDescriptor {
  /// Opens a folder; a symbolic link to one is refused.
  fileprivate convenience init(folder path: String) throws(SystemError) {
    try self.init(opening: path, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
  }

  /// Acquires the lock unless its holder keeps it; who only asks whether it is held is waited for.
  fileprivate func lockWaitingForQuestions() throws(SystemError) -> Bool {
    for _ in 0..<FileDescriptor.lockAttemptsMax {
      if try lock(LOCK_EX) { return true }
      guard try lock(LOCK_SH) else { return false }
      try once("unlock") { flock($0, LOCK_UN) }
      usleep(FileDescriptor.lockRetryMicroseconds)
    }
    return false
  }

  /// Half a second of questions without a pause; each takes microseconds.
  private static let lockAttemptsMax = 500
  private static let lockRetryMicroseconds: UInt32 = 1_000

  /// Acquires a lock of a kind; false if another holds one that excludes it.
  fileprivate func lock(_ kind: Int32) throws(SystemError) -> Bool {
    do throws(SystemError) {
      try once("lock") { flock($0, kind | LOCK_NB) }
      return true
    } catch .failed(_, EWOULDBLOCK) {
      return false
    }
  }

  /// Releases the lock at once; closing the file does so only when no process that was just forked
  /// has it open any more.
  fileprivate func unlock() { _ = try? once("unlock") { flock($0, LOCK_UN) } }

  /// Returns whether this file is the one at the path.
  fileprivate func isFile(at path: String) throws(SystemError) -> Bool {
    var (opened, named) = (stat(), stat())
    try once("stat") { fstat($0, &opened) }
    guard lstat(path, &named) == 0 else { return false }
    return opened.st_dev == named.st_dev && opened.st_ino == named.st_ino
  }
}
