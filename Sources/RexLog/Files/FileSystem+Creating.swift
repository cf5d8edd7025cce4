#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension FileSystem {
  /// Creates a new file, and its folder if that was deleted; returns the folders with new entries.
  func createWithFolder(
    _ path: String
  ) throws(SystemError) -> (file: any WritableFile, newEntries: [String]) {
    do throws(SystemError) {
      return (try create(path), [path.folder])
    } catch {
      guard case .failed(_, ENOENT) = error else { throw error }
      try makeFolders(path.folder)
      return (try create(path), [path.folder, path.folder.folder])
    }
  }

  /// Creates a folder and its parents for their owner only; false if it exists.
  @discardableResult
  func makeFolders(_ path: String) throws(SystemError) -> Bool {
    do throws(SystemError) {
      return try makeFolder(path)
    } catch {
      guard case .failed(_, ENOENT) = error, path.folder != path else { throw error }
      try makeFolders(path.folder)
      return try makeFolder(path)
    }
  }
}

extension String {
  /// The folder of the file or folder at this path.
  var folder: String {
    if hasSuffix("/"), self != "/" { return String(dropLast()).folder }
    guard let slash = lastIndex(of: "/") else { return "." }
    return slash == startIndex ? "/" : String(self[..<slash])
  }
}
