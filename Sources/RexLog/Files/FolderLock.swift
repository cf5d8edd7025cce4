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
  /// Throws if there is no folder at the path, or if its file system does not support locks. A
  /// shared lock can be held together with other shared locks.
  package init?(_ path: String, isShared: Bool = false) throws(SystemError) {
    let file = try FileDescriptor(folder: path)
    do throws(SystemError) {
      try file.once("lock") { flock($0, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) }
    } catch .failed(_, EWOULDBLOCK) {
      return nil
    }
    // Between opening and locking, the folder may have been deleted and created again.
    guard try file.isFile(at: path) else { return nil }
    self.file = Locked(file)
  }

  /// Releases the lock.
  package func release() { file.withLock { $0 = nil } }
}

extension FileDescriptor {
  /// Opens a folder; a symbolic link to one is refused.
  fileprivate convenience init(folder path: String) throws(SystemError) {
    try self.init(opening: path, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
  }

  /// Returns whether this file is the one at the path.
  fileprivate func isFile(at path: String) throws(SystemError) -> Bool {
    var (opened, named) = (stat(), stat())
    try once("stat") { fstat($0, &opened) }
    guard lstat(path, &named) == 0 else { return false }
    return opened.st_dev == named.st_dev && opened.st_ino == named.st_ino
  }
}
