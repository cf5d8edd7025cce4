import RexFormat

/// A snapshot of a recording to copy while more is written.
///
///     segment 7            segment 8                 being written
///     session│…│keyframe│… session│keyframe│action│… session│keyframe│action│act…
///              └───────────┘      └──────────────────┘      └─────────────────┘committedEnd
///
/// The bytes before `committedEnd` never change. If old segments are deleted during the copy, the
/// copy starts after them.
struct LogExport {
  private let session: LogSession
  private var files: ArraySlice<File>
  private var start: FileExtent.Keyframe?
  /// Complete lines to append to the copy.
  var ending: [UInt8] = []

  /// A file of the log up to its last complete line.
  struct File {
    let source: Source
    let extent: FileExtent

    init(_ source: Source, _ extent: FileExtent) {
      (self.source, self.extent) = (source, extent)
    }
  }

  enum Source {
    case sink(any LogSink)
    case segment(Int, in: SegmentFolder)
  }

  /// The number of bytes to copy at once.
  private static let chunkByteCount = 1 << 20

  /// Creates an export of a log's end of at least this length; nil for the whole log.
  init(of session: LogSession, _ files: [File], last span: LogSpan?, at timeMs: Double) {
    self.session = session
    self.files = files[...]
    guard let span else { return }
    var laterByteCount = 0
    for index in files.indices.reversed() {
      let extent = files[index].extent
      for keyframe in extent.keyframes.reversed() {
        self.files = files[index...]
        start = keyframe
        let isFarEnough =
          switch span {
          case .bytes(let count):
            laterByteCount + extent.committedEnd.byteCount - keyframe.start >= count
          case .time(let time): timeMs - keyframe.timeMs >= time.milliseconds
          }
        if isFarEnough { return }
      }
      laterByteCount += extent.committedEnd.byteCount
    }
  }

  /// Writes a new log, and checks it before it is renamed to its path.
  func write(to path: String) throws(LogError) {
    var export = self
    try FileSink.write(newLogAt: path, wording: \.self) { (file) throws(LogError) in
      while try !export.copy(into: file) { _ = try file.truncate(to: 0) }
      do throws(LogError) {
        try Log(paths: [file.path], name: file.path).check()
      } catch {
        throw LogError(error.kind, log: path, location: error.location)
      }
    }
  }

  /// Copies all files; returns false if a segment was deleted, after removing it from `files`.
  private mutating func copy(into file: FileSink) throws(LogError) -> Bool {
    guard let first = files.first else { return true }
    var header = session
    (header.after, header.segment) = (start?.end.seq ?? first.extent.after, nil)
    try file.append(LogEntry.session(header).line)
    for index in files.indices {
      let extent = files[index].extent
      var offset = extent.sessionByteCount
      if index == files.startIndex, let start { offset = start.start }
      while offset < extent.committedEnd.byteCount {
        let end = min(offset + LogExport.chunkByteCount, extent.committedEnd.byteCount)
        guard let bytes = try files[index].source.read(offset..<end) else {
          (files, start) = (files[(index + 1)...], nil)
          return false
        }
        try file.append(bytes)
        offset = end
      }
    }
    try file.append(ending)
    return true
  }
}

extension LogExport.Source {
  /// Reads a range of bytes; nil if the segment was deleted.
  fileprivate func read(_ range: Range<Int>) throws(LogError) -> [UInt8]? {
    switch self {
    case .sink(let sink): try sink.read(range)
    case .segment(let number, let folder): try folder.read(range, of: number)
    }
  }
}
