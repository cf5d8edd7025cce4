extension FileSystem {
  /// Creates a new file, and its folder if that was deleted; returns the folders with new entries.
  func createWithFolder(
    _ path: String
  ) throws(SystemError) -> (file: any WritableFile, newEntries: [String]) {
    do throws(SystemError) {
      return (try create(path), [path.folder])
    } catch {
      guard case .failed(_, SystemError.missing) = error else { throw error }
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
      guard case .failed(_, SystemError.missing) = error, path.folder != path else { throw error }
      try makeFolders(path.folder)
      return try makeFolder(path)
    }
  }
}

extension String {
  /// The folder of the file or folder at this path.
  var folder: String {
    // Of bytes, since a slash and a combining mark behind it are one character.
    let separator = UInt8(ascii: "/")
    if utf8.last == separator, utf8.count > 1 { return String(Substring(utf8.dropLast())).folder }
    guard let slash = utf8.lastIndex(of: separator) else { return "." }
    return slash == startIndex ? "/" : String(Substring(utf8[..<slash]))
  }
}
