extension Log {
  /// The place in `lines` of the keyframe that the log's last seconds are read from.
  ///
  /// It is the last one that is as far from the end; the first there is where none is.
  public func startIndex(ofLastSeconds seconds: Double) -> Int {
    guard let last = lines.last else { return 0 }
    return keyframeIndex { last.timeMs - $0.timeMs >= 1000 * seconds }
  }

  /// The place in `lines` of the keyframe that the log's last bytes are read from.
  ///
  /// It is the last one that is as far from the end; the first there is where none is.
  public func startIndex(ofLastBytes count: Int) -> Int {
    guard let last = lines.last else { return 0 }
    return keyframeIndex { last.range.upperBound - $0.range.lowerBound >= count }
  }

  /// The place in `lines` of the last keyframe before an action; the first where none is.
  public func startIndex(before seq: Int) -> Int { keyframeIndex { $0.seq < seq } }

  private func keyframeIndex(where condition: (Line) -> Bool) -> Int {
    let index =
      lines.lastIndex { $0.kind == .keyframe && condition($0) }
      ?? lines.firstIndex { $0.kind == .keyframe }
    return index ?? min(1, lines.count)
  }

  /// Writes the log from a line on, as one log that needs no other.
  ///
  /// All lines are copied as they are. A log that was cut off stays so, its torn end included.
  ///
  /// - Parameter start: the place in `lines` of a keyframe, or 1 for the whole log.
  public func write(from start: Int, into sink: some LogSink) throws(LogError) {
    var header = session
    header.segment = nil
    header.after = seq(beforeExcerptFrom: start)
    var bytes: [UInt8] = []
    LogEntry.session(header).write(into: &bytes)
    for index in lines.indices.dropFirst(start) where lines[index].kind != .session {
      if let substitute = substitutes[index] {
        if case .gap = substitute { substitute.write(into: &bytes) }
      } else {
        bytes += try self.bytes(ofLine: index)
        bytes.append(UInt8(ascii: "\n"))
      }
      if bytes.count >= Log.chunkByteCount {
        try sink.append(bytes)
        bytes.removeAll(keepingCapacity: true)
      }
    }
    if case .torn = ending { bytes += try tornBytes() }
    try sink.append(bytes)
  }

  /// The number of the last action before a part of the log that begins with a line.
  public func seq(beforeExcerptFrom start: Int) -> Int {
    let isKeyframe = lines.indices.contains(start) && lines[start].kind == .keyframe
    return isKeyframe ? lines[start].seq : session.after
  }
}
