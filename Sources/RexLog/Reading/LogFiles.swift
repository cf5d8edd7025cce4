import RexJSON

/// The bytes of a log: of one file, or of the segments of a session one after the other.
struct LogFiles: Sendable {
  /// A longer line is damage: it is passed over, and never in memory.
  static let lineBytesMax = JSONLimits.standard.textBytesMax

  let files: [File]
  /// The bytes of all files.
  var count: Int { files.last?.end ?? 0 }

  /// By which files that were changed, replaced or added are told.
  var stamps: [FileStamp?] { files.map(\.bytes.stamp) }

  /// One file, and where it begins among the bytes of all.
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

  /// The files at these paths, in order; of many, only the last stay open.
  init(paths: [String]) throws(LogError) {
    var all: [LogBytes] = []
    for path in paths {
      let staysOpen = paths.count - all.count <= LogFiles.openFilesMax
      all.append(try LogBytes(path: path, staysOpen: staysOpen))
    }
    self.init(all)
  }

  /// A process may open few files.
  private static let openFilesMax = 100

  /// The place in `files` of the file that a byte stands in; the last one that begins there.
  func fileIndex(at offset: Int) -> Int {
    var (low, high) = (0, files.count)
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if files[middle].start <= offset { low = middle } else { high = middle }
    }
    return low
  }

  /// The last line before an offset, without its line feed.
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

  /// The place of a line's first byte in its file, with the line's number, which is counted.
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
