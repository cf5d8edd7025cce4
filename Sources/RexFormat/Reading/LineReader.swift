import RexJSON

/// Reads the lines of a log's files in order, block by block.
///
///     block   …,"patch":[]}\n{"kind":"action",…}\n{"kind":"acti
///     lines                  └──────────────────┘ the rest moves to the front, and a read follows
///
/// A line is a range of the block, without an allocation or a read of its own, and is valid until
/// the next call of `next()`.
package final class LineReader {
  /// The size of later reads, and of writes, which fits into a processor's cache.
  package static let blockByteCount = 1 << 18
  /// The size of the first read, since some callers need only a line or two.
  private static let firstBlockByteCount = 1 << 14

  private let files: LogFiles
  private let end: Int
  private var block = LineReader.resized(nil, to: LineReader.firstBlockByteCount)
  /// The range of the block that is filled and not yet returned.
  private var filled = 0..<0
  /// The offset of the block's first byte.
  private var blockStart: Int
  private var file: LogFiles.File
  private var fileIndex: Int
  private var nextByteCount = LineReader.firstBlockByteCount
  private var number: Int

  /// Creates a reader for the lines between two offsets; the first must be the start of a line.
  package init(_ files: LogFiles, from start: Int = 0, to end: Int? = nil, number: Int = 1) {
    self.files = files
    self.end = min(end ?? files.count, files.count)
    self.number = number
    blockStart = start
    fileIndex = files.fileIndex(at: start)
    file = files.files[fileIndex]
  }

  deinit { MemoryBlock.free(block.baseAddress) }

  /// The offset of the next line.
  var offset: Int { blockStart + filled.lowerBound }

  /// Moves to a line that starts in the current block, or directly after it; else returns false.
  func move(to offset: Int) -> Bool {
    guard offset >= file.start, (blockStart...blockStart + filled.upperBound).contains(offset)
    else { return false }
    filled = (offset - blockStart)..<filled.upperBound
    return true
  }

  /// Returns the next line; nil after the last.
  ///
  /// Its bytes are valid until the next call.
  package func next() throws(LogError) -> RawLine? {
    var searched = filled.lowerBound
    while true {
      if let feed = lineFeed(from: searched) { return take(upTo: feed, isEnded: true) }
      searched = filled.upperBound
      let readTo = blockStart + filled.upperBound
      let fileEnd = min(file.end, end)
      if readTo < fileEnd {
        if filled.count > LineLimits.lineBytesMax { return try skipLongLine(to: fileEnd) }
        searched -= filled.lowerBound
        try fill(upTo: fileEnd)
      } else if !filled.isEmpty {
        return take(upTo: filled.upperBound, isEnded: false)
      } else {
        guard readTo < end, fileIndex + 1 < files.files.count else { return nil }
        fileIndex += 1
        file = files.files[fileIndex]
        number = 1
      }
    }
  }

  @inline(__always)
  private func lineFeed(from position: Int) -> Int? {
    UnsafeRawBufferPointer(rebasing: block[..<filled.upperBound])
      .firstOffset(of: UInt8(ascii: "\n"), from: position)
  }

  @inline(__always)
  private func take(upTo lineEnd: Int, isEnded: Bool) -> RawLine {
    let start = filled.lowerBound
    let next = lineEnd + (isEnded ? 1 : 0)
    let line = RawLine(
      bytes: UnsafeRawBufferPointer(rebasing: block[start..<lineEnd]),
      offset: blockStart + start, end: blockStart + next, file: fileIndex, number: number,
      isEnded: isEnded)
    filled = next..<filled.upperBound
    if isEnded { number += 1 }
    return line
  }

  /// Moves the unread bytes to the front and reads more after them.
  private func fill(upTo fileEnd: Int) throws(LogError) {
    let rest = filled.count
    let wanted = min(nextByteCount, fileEnd - blockStart - filled.upperBound)
    nextByteCount = min(nextByteCount * 4, LineReader.blockByteCount)
    makeRoom(rest + wanted)
    blockStart += filled.lowerBound
    filled = 0..<rest
    let room = UnsafeMutableRawBufferPointer(rebasing: block[rest..<rest + wanted])
    try file.bytes.read(into: room, at: blockStart + rest - file.start)
    filled = 0..<(rest + wanted)
  }

  private func makeRoom(_ byteCount: Int) {
    if filled.lowerBound > 0, !filled.isEmpty {
      block.copyMemory(from: UnsafeRawBufferPointer(rebasing: block[filled]))
    }
    guard byteCount > block.count else { return }
    block = LineReader.resized(
      block.baseAddress, to: max(byteCount, LineReader.blockByteCount, 2 * filled.count))
  }

  /// A block of this size with the bytes of another, which it replaces.
  ///
  /// Pages that nothing was read into take no memory.
  private static func resized(
    _ block: UnsafeMutableRawPointer?, to byteCount: Int
  ) -> UnsafeMutableRawBufferPointer {
    let start = MemoryBlock.resized(block, to: byteCount)
    start.bindMemory(to: UInt8.self, capacity: byteCount)
    return UnsafeMutableRawBufferPointer(start: start, count: byteCount)
  }

  /// Skips a line that is longer than the limit, and returns it without its bytes.
  private func skipLongLine(to fileEnd: Int) throws(LogError) -> RawLine {
    let start = blockStart + filled.lowerBound
    var isEnded = false
    while !isEnded, blockStart + filled.upperBound < fileEnd {
      filled = filled.upperBound..<filled.upperBound
      try fill(upTo: fileEnd)
      if let feed = lineFeed(from: 0) {
        filled = (feed + 1)..<filled.upperBound
        isEnded = true
      }
    }
    if !isEnded { filled = filled.upperBound..<filled.upperBound }
    defer { number += 1 }
    return RawLine(
      bytes: UnsafeRawBufferPointer(start: nil, count: 0), offset: start, end: offset,
      file: fileIndex, number: number, isEnded: isEnded, isTooLong: true)
  }
}

/// A line in a reader's block, valid until the reader's next call of `next()`.
package struct RawLine {
  /// The bytes without the line feed.
  package var bytes: UnsafeRawBufferPointer
  /// The offset of the first byte in all files together.
  package var offset: Int
  /// The offset after the line and its line feed.
  var end: Int
  /// The index of its file in the log.
  package var file: Int
  /// The line's number in its file, from 1, if the reader started at the file's first line.
  package var number: Int
  /// Whether a line feed ends it.
  package var isEnded: Bool
  /// Whether the line is longer than the limit; then `bytes` is empty.
  package var isTooLong = false
}
