import RexJSON
import RexLocking

/// The bytes of a log: one file, or the segments of a session in order.
package struct LogFiles: Sendable {
  package let files: [File]
  /// The number of bytes in all files.
  package var count: Int { files.last?.end ?? 0 }

  /// The files' stamps, to detect changed, replaced or added files.
  package var stamps: [FileStamp?] { files.map(\.bytes.stamp) }

  /// A file, and the offset of its first byte in all files together.
  package struct File: Sendable {
    package var bytes: LogBytes
    package var start: Int
    package var end: Int { start + bytes.count }
    /// The number of lines before each block, as far as they were counted.
    fileprivate let lineCounts = Locked([0])
  }

  package init(_ all: [LogBytes]) {
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

  /// The limit on open files, which stays below half of the system's limit per process: a worker's
  /// descriptors are duplicated when it starts.
  private static let openFilesMax = 64

  /// Returns the index of the file that contains a byte; the last one if several begin there.
  package func fileIndex(at offset: Int) -> Int {
    max(files.partitioningIndex { $0.start > offset } - 1, 0)
  }

  /// Returns the last line before an offset, without its line feed; nil if it is too long.
  ///
  /// - Parameter bytesMax: the most bytes to read: the line, its line feed and the one before it.
  func lastLine(before end: Int, bytesMax: Int) throws(LogError) -> [UInt8]? {
    guard end > 0 else { return nil }
    let file = files[fileIndex(at: end - 1)]
    let end = end - file.start
    let start = max(0, end - bytesMax)
    var tail = try file.bytes.read(start..<end)
    if tail.last == UInt8(ascii: "\n") { tail.removeLast() }
    guard let feed = tail.lastIndex(of: UInt8(ascii: "\n")) else { return start == 0 ? tail : nil }
    return Array(tail[(feed + 1)...])
  }

  /// Returns a line's location in its file.
  func location(ofLineAt offset: Int, in file: Int) throws(LogError) -> JSONLocation {
    let offset = offset - files[file].start
    let count = try files[file].lineCount(before: offset)
    return JSONLocation(line: count + 1, column: 1, offset: offset)
  }
}

extension LogFiles.File {
  /// The size of the blocks whose line counts are cached, since each error needs a line number.
  private static let countedByteCount = 1 << 14

  /// Returns the number of lines that end before an offset.
  fileprivate func lineCount(before offset: Int) throws(LogError) -> Int {
    let block = offset / Self.countedByteCount
    let count = try lineCounts.withLock { (counts) throws(LogError) in
      for start in counts.count - 1..<max(block, counts.count - 1) {
        let range = start * Self.countedByteCount..<(start + 1) * Self.countedByteCount
        counts.append(counts[start] + (try lineFeedCount(in: range)))
      }
      return counts[block]
    }
    return count + (try lineFeedCount(in: block * Self.countedByteCount..<offset))
  }

  private func lineFeedCount(in range: Range<Int>) throws(LogError) -> Int {
    try bytes.read(range).count { $0 == UInt8(ascii: "\n") }
  }
}
