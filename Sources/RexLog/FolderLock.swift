import RexLocking

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A lock on a folder, which ends with `release`, with its owner or with the process.
///
/// It is `flock` on the folder itself, so it leaves no file behind, and nothing stays locked after
/// a crash. It keeps out whoever asks for the lock, other recorders of this process included.
package final class FolderLock: Sendable {
  private let file: Locked<FileDescriptor?>

  /// Takes the lock; nil where somebody else has it.
  ///
  /// Throws when there is no folder at the path, or its file system has no locks. A shared one only
  /// asks whether anybody has it, and is had together with other shared ones.
  package init?(_ path: String, isShared: Bool = false) throws(SystemError) {
    let file = try FileDescriptor(folder: path)
    do throws(SystemError) {
      try file.once("lock") { flock($0, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) }
    } catch .failed(_, EWOULDBLOCK) {
      return nil
    }
    // Between opening and locking, its holder may have deleted it, and others made a new one.
    guard try file.isFile(at: path) else { return nil }
    self.file = Locked(file)
  }

  /// Lets others take the lock.
  package func release() { file.withLock { $0 = nil } }
}

extension FileDescriptor {
  /// Opens a folder; a symbolic link to one is refused.
  fileprivate convenience init(folder path: String) throws(SystemError) {
    try self.init(opening: path, flags: O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
  }

  /// Whether this is what stands at the path.
  fileprivate func isFile(at path: String) throws(SystemError) -> Bool {
    var (opened, named) = (stat(), stat())
    try once("stat") { fstat($0, &opened) }
    guard lstat(path, &named) == 0 else { return false }
    return opened.st_dev == named.st_dev && opened.st_ino == named.st_ino
  }
}
