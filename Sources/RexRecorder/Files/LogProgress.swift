package import RexFormat
import RexLocking

/// How far a log is written, for one reader that copies it while it grows.
///
///     recording thread   append ─▶ note ─▶ append ─▶ note ─▶ …
///     reader                          next ─▶ reads the new bytes from the file
///
/// A note costs a lock and copies nothing, however slow the reader is: it reads the log's own files
/// at its own pace. Bytes that were written can be taken back when an append fails; the reader is
/// told before it gets others in their place.
package final class LogProgress: Sendable {
  /// The segments whose files may still exist, oldest first; the last one is being written.
  private let files: Locked<[File]>
  private let folder: SegmentFolder?
  /// The app's name in the session line.
  package let app: String

  private struct File {
    /// The segment's number; 0 if the log has no segments.
    var number: Int
    /// Nil if the segment is finished, so that no finished file is kept open.
    var sink: (any LogSink)?
    var byteCount: Int
    /// The bytes that have not been taken back since the reader last looked.
    var keptByteCount: Int
  }

  /// The position of a reader, by default before the first byte.
  package struct Position: Sendable, Equatable {
    /// The segment's number: 0 for a log without segments, -1 before the first one.
    package var segment = -1
    /// The bytes of the segment before the position.
    package var byteCount = 0

    /// A position in a segment.
    package init(segment: Int = -1, byteCount: Int = 0) {
      (self.segment, self.byteCount) = (segment, byteCount)
    }
  }

  /// What comes after a position.
  package enum Piece: Sendable, Equatable {
    /// A file begins.
    case file(segment: Int)
    /// Bytes to append to the file.
    case bytes([UInt8])
    /// Only so many bytes of the file are valid.
    case cut(toByteCount: Int)
  }

  init(
    _ finished: [(number: Int, byteCount: Int)], in folder: SegmentFolder?, current number: Int,
    _ sink: any LogSink, byteCount: Int, app: String
  ) {
    (self.folder, self.app) = (folder, app)
    var files = finished.map {
      File(number: $0.number, sink: nil, byteCount: $0.byteCount, keptByteCount: $0.byteCount)
    }
    files.append(
      File(number: number, sink: sink, byteCount: byteCount, keptByteCount: byteCount))
    self.files = Locked(files)
  }

  /// Notes the length of the file that is being written.
  func note(_ byteCount: Int) {
    files.withLock { files in
      let last = files.count - 1
      files[last].byteCount = byteCount
      files[last].keptByteCount = min(files[last].keptByteCount, byteCount)
    }
  }

  /// Notes that a segment has begun, and that older ones than a number are deleted.
  func beginSegment(_ number: Int, _ sink: any LogSink, keptFrom first: Int) {
    files.withLock { files in
      files[files.count - 1].sink = nil
      files.removeAll { $0.number < first }
      files.append(File(number: number, sink: sink, byteCount: 0, keptByteCount: 0))
    }
  }

  /// Moves past the next piece and returns it; nil at the end of what is written.
  ///
  /// Deleted segments are passed over.
  package func next(
    after position: inout Position, bytesMax: Int
  ) throws(LogError) -> Piece? {
    while true {
      switch step(from: position, bytesMax: bytesMax) {
      case .end: return nil
      case .moved(let next, let piece):
        position = next
        return piece
      case .read(let range, let sink):
        do throws(LogError) {
          if let bytes = try read(range, from: sink, position.segment) {
            position.byteCount += bytes.count
            return .bytes(bytes)
          }
          files.withLock { files in files.removeAll { $0.number <= position.segment } }
        } catch {
          // A file that was cut in the meantime is shorter than it was.
          guard isCut(position.segment, before: range.upperBound) else { throw error }
        }
      }
    }
  }

  private enum Step {
    case end
    case moved(Position, Piece)
    case read(Range<Int>, from: (any LogSink)?)

    static func beginning(of file: File) -> Step {
      .moved(Position(segment: file.number), .file(segment: file.number))
    }
  }

  private func step(from position: Position, bytesMax: Int) -> Step {
    files.withLock { files in
      guard let index = files.firstIndex(where: { $0.number >= position.segment }) else {
        return .end
      }
      let file = files[index]
      guard file.number == position.segment else { return .beginning(of: file) }
      files[index].keptByteCount = file.byteCount
      if file.keptByteCount < position.byteCount {
        let kept = file.keptByteCount
        return .moved(
          Position(segment: file.number, byteCount: kept), .cut(toByteCount: kept))
      }
      if position.byteCount < file.byteCount {
        let end = min(file.byteCount, position.byteCount + bytesMax)
        return .read(position.byteCount..<end, from: file.sink)
      }
      return index + 1 < files.count ? .beginning(of: files[index + 1]) : .end
    }
  }

  private func isCut(_ segment: Int, before byteCount: Int) -> Bool {
    files.withLock { files in
      files.contains { $0.number == segment && $0.keptByteCount < byteCount }
    }
  }

  private func read(
    _ range: Range<Int>, from sink: (any LogSink)?, _ segment: Int
  ) throws(LogError) -> [UInt8]? {
    let read = if let sink { try sink.read(range) } else { try folder?.read(range, of: segment) }
    guard let bytes = read else { return nil }
    guard bytes.count == range.count else { throw LogError(.shrank, log: "-") }
    return bytes
  }
}
