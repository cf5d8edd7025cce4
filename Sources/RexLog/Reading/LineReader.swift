#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Reads the lines of a source in order, in blocks.
///
///     block   …,"patch":[]}\n{"kind":"action",…}\n{"kind":"acti
///     lines                  └──────────────────┘ moved to the front, and read on behind it
///
/// There is no object for a line and no read for one: a line is a part of the block, and stands
/// there until the next one is asked for.
final class LineReader {
  /// What one read asks for, once a reader has read a little: the size of a processor's cache.
  static let blockByteCount = 1 << 18
  /// What the first read asks for: a reader may want a line or two.
  private static let firstBlockByteCount = 1 << 14

  private let source: LogFiles
  private let end: Int
  private var block = UnsafeMutableRawBufferPointer.allocate(
    byteCount: LineReader.firstBlockByteCount, alignment: 8)
  /// What of the block is filled and not yet given out.
  private var filled = 0..<0
  /// The offset of the block's first byte.
  private var blockStart: Int
  private var file: LogFiles.File
  private var fileIndex: Int
  private var nextByteCount = LineReader.firstBlockByteCount
  private var number: Int

  /// A reader of the lines from an offset, which must be the first byte of one, up to another.
  init(_ source: LogFiles, from start: Int = 0, to end: Int? = nil, number: Int = 1) {
    self.source = source
    self.end = min(end ?? source.count, source.count)
    self.number = number
    blockStart = start
    fileIndex = source.fileIndex(at: start)
    file = source.files[fileIndex]
  }

  deinit { block.deallocate() }

  /// The offset of the next line.
  var offset: Int { blockStart + filled.lowerBound }

  /// Goes to a line whose first byte the block holds, or ends before; false where it does not.
  func move(to offset: Int) -> Bool {
    guard offset >= file.start, (blockStart...blockStart + filled.upperBound).contains(offset)
    else { return false }
    filled = (offset - blockStart)..<filled.upperBound
    return true
  }

  /// The next line; nil after the last.
  ///
  /// Its bytes stay until the next call.
  func next() throws(LogError) -> RawLine? {
    var searched = filled.lowerBound
    while true {
      if let feed = lineFeed(from: searched) { return take(upTo: feed, isEnded: true) }
      searched = filled.upperBound
      let readTo = blockStart + filled.upperBound
      let fileEnd = min(file.end, end)
      if readTo < fileEnd {
        if filled.count > LogFiles.lineBytesMax { return try skipLongLine(to: fileEnd) }
        searched -= filled.lowerBound
        try fill(upTo: fileEnd)
      } else if !filled.isEmpty {
        return take(upTo: filled.upperBound, isEnded: false)
      } else {
        guard readTo < end, fileIndex + 1 < source.files.count else { return nil }
        fileIndex += 1
        file = source.files[fileIndex]
        number = 1
      }
    }
  }

  @inline(__always)
  private func lineFeed(from position: Int) -> Int? {
    guard position < filled.upperBound, let base = block.baseAddress,
      let found = memchr(base + position, 0x0A, filled.upperBound - position)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  @inline(__always)
  private func take(upTo lineEnd: Int, isEnded: Bool) -> RawLine {
    let start = filled.lowerBound
    let line = RawLine(
      bytes: UnsafeRawBufferPointer(rebasing: block[start..<lineEnd]),
      offset: blockStart + start, file: fileIndex, number: number, isEnded: isEnded)
    filled = (lineEnd + (isEnded ? 1 : 0))..<filled.upperBound
    if isEnded { number += 1 }
    return line
  }

  /// Moves what is left to the front and reads on behind it.
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
    if byteCount <= block.count {
      if filled.lowerBound > 0, !filled.isEmpty {
        block.copyMemory(from: UnsafeRawBufferPointer(rebasing: block[filled]))
      }
      return
    }
    let larger = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(byteCount, LineReader.blockByteCount, 2 * filled.count), alignment: 8)
    larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: block[filled]))
    block.deallocate()
    block = larger
  }

  /// A line that is longer than a reader keeps, without its bytes.
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
      bytes: UnsafeRawBufferPointer(start: nil, count: 0), offset: start, file: fileIndex,
      number: number, isEnded: isEnded, isTooLong: true)
  }
}

/// A line as it stands in a reader's block, until the reader goes on.
struct RawLine {
  /// The bytes without the line feed.
  var bytes: UnsafeRawBufferPointer
  /// The first byte's place among those of all files.
  var offset: Int
  /// The place of its file in the source.
  var file: Int
  /// The line's number in its file, from 1, where the reader began at the file's first.
  var number: Int
  /// Whether a line feed ends it.
  var isEnded: Bool
  /// Whether it is longer than a reader keeps; then its bytes are not here.
  var isTooLong = false

  /// The offset behind the line and its line feed.
  var end: Int { offset + bytes.count + (isEnded ? 1 : 0) }
}
