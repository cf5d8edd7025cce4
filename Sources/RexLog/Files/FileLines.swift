import RexJSON

/// Reads the lines of any file in chunks; `-` is standard input.
package enum FileLines {
  /// Calls `body` with each line and its number, from 1.
  ///
  /// The last line needs no line feed. Throws if the file cannot be read or a line is too long.
  package static func forEach(
    ofFileAt path: String, _ body: (_ line: [UInt8], _ number: Int) -> Void
  ) throws(LogError) {
    let reader = LineReader(LogFiles([try LogBytes(path: path)]))
    while let line = try reader.next() {
      guard !line.isTooLong else {
        throw LogError(
          .tooLong(limit: LogFiles.lineBytesMax), log: path,
          location: JSONLocation(line: line.number, column: 1, offset: line.offset))
      }
      body(Array(line.bytes), line.number)
    }
  }

  /// Returns all bytes of a file; throws if it exceeds the limit.
  package static func bytes(ofFileAt path: String, atMost limit: Int) throws(LogError) -> [UInt8] {
    let bytes = try LogBytes(path: path)
    guard bytes.count <= limit else { throw LogError(.tooLong(limit: limit), log: path) }
    return try bytes.read(0..<bytes.count)
  }
}
