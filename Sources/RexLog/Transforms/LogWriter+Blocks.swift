import RexJSON

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension LogWriter {
  /// Copies the lines between a log's first line and an offset; parses only gaps.
  ///
  /// The log must be in one file.
  ///
  /// - Returns: the number of actions that these gaps count as lost.
  package mutating func copyLines(of log: Log, before end: Int) throws(LogError) -> Int {
    let reader = log.reader()
    guard let file = log.lines.files.files.first?.bytes, try reader.next() != nil else { return 0 }
    var lostCount = 0
    var position = reader.nextPosition.offset
    var isAtLine = true
    while position < end {
      var bytes = try file.read(position..<min(end, position + LineReader.blockByteCount))
      let isLast = position + bytes.count == end
      let block = GapBlock(bytes, startsAtLine: isAtLine, isLast: isLast)
      lostCount += block.lostCount
      bytes.removeLast(bytes.count - block.byteCount)
      isAtLine = block.endsAtLine
      position += bytes.count
      try write { $0 += bytes }
    }
    return lostCount
  }
}

/// A block of a log's bytes, and the gaps in it.
private struct GapBlock {
  private(set) var lostCount = 0
  /// The number of bytes to copy: all, or those before a gap that may continue in the next block.
  private(set) var byteCount: Int
  private(set) var endsAtLine = false

  /// The beginning of a gap's line, as recorders write it.
  private static let beginning = Array(#"{"kind":"gap","#.utf8)

  init(_ bytes: [UInt8], startsAtLine: Bool, isLast: Bool) {
    byteCount = bytes.count
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      var start = startsAtLine ? 0 : Self.lineStart(in: bytes, after: 0)
      while let line = start, line < bytes.count {
        let next = Self.lineStart(in: bytes, after: line)
        let headByteCount = min(Self.beginning.count, bytes.count - line)
        if memcmp(base + line, Self.beginning, headByteCount) == 0 {
          if next == nil, !isLast, line > 0 {
            (byteCount, endsAtLine) = (line, true)
            return
          }
          add(UnsafeRawBufferPointer(rebasing: bytes[line..<(next.map { $0 - 1 } ?? bytes.count)]))
        }
        start = next
      }
      endsAtLine = start != nil
    }
  }

  private mutating func add(_ line: UnsafeRawBufferPointer) {
    guard case .gap(let gap)? = try? LogEntry(line: line) else { return }
    lostCount += gap.to - gap.from + 1
  }

  /// The start of the next line; nil if it is not in the block.
  private static func lineStart(in bytes: UnsafeRawBufferPointer, after start: Int) -> Int? {
    guard let base = bytes.baseAddress, start < bytes.count,
      let feed = memchr(base + start, 0x0A, bytes.count - start)
    else { return nil }
    return UnsafeRawPointer(feed) - base + 1
  }
}
