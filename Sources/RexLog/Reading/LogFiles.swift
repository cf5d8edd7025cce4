import RexJSON

/// The bytes of a log: one file, or the segments of a session in order.
struct LogFiles: Sendable {
  /// The limit on a line's length; a longer one is damage, and is skipped without being kept in
  /// memory.
  static let lineBytesMax = JSONLimits.standard.textBytesMax

  let files: [File]
  /// The number of bytes in all files.
  var count: Int { files.last?.end ?? 0 }

  /// The files' stamps, to detect changed, replaced or added files.
  var stamps: [FileStamp?] { files.map(\.bytes.stamp) }

  /// A file, and the offset of its first byte in all files together.
  struct File: Sendable {
    var bytes: LogBytes
    var start: Int
    var end: Int { start + bytes.count }
  }

  init(_ all: [LogBytes]) {
    var start = 0
    files = all.map { bytes in
      defer { start += bytes.count }
      return File(bytes: bytes, start: start)
    }
  }

  /// Opens the files at these paths, in order; of many files, only the last ones stay open.
  init(paths: [String]) throws(LogError) {
    var all: [LogBytes] = []
    for path in paths {
      let staysOpen = paths.count - all.count <= LogFiles.openFilesMax
      all.append(try LogBytes(path: path, staysOpen: staysOpen))
    }
    self.init(all)
  }

  /// The limit on open files, which stays below the system's limit per process.
  private static let openFilesMax = 100

  /// Returns the index of the file that contains a byte; the last one if several begin there.
  func fileIndex(at offset: Int) -> Int {
    var (low, high) = (0, files.count)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if files[middle].start <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// Returns the last line before an offset, without its line feed.
  func lastLine(before end: Int) throws(LogError) -> [UInt8]? {
    guard end > 0 else { return nil }
    let file = files[fileIndex(at: end - 1)]
    var start = end - file.start
    var line: [UInt8] = []
    while start > 0 {
      let from = max(0, start - LineReader.blockByteCount)
      var block = try file.bytes.read(from..<start)
      if line.isEmpty, block.last == UInt8(ascii: "\n") { block.removeLast() }
      if let feed = block.lastIndex(of: UInt8(ascii: "\n")) {
        return Array(block[(feed + 1)...]) + line
      }
      line = block + line
      start = from
    }
    return line
  }

  /// Returns a line's location in its file; counts the lines before it.
  func location(ofLineAt offset: Int, in file: Int) throws(LogError) -> JSONLocation {
    let bytes = files[file].bytes
    let target = offset - files[file].start
    var line = 1
    var position = 0
    while position < target {
      let block = try bytes.read(
        position..<min(target, position + LineReader.blockByteCount))
      line += block.count { $0 == UInt8(ascii: "\n") }
      position += block.count
    }
    return JSONLocation(line: line, column: 1, offset: target)
  }
}
