import RexJSON

/// The lines of a file of any kind, read in pieces; `-` is standard input.
package enum FileLines {
  /// Calls a body with each line and its number from 1, the last one also without a line feed.
  ///
  /// Throws for a file that cannot be read, and for a line that is longer than a document may be.
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

  /// All bytes of a file that is not longer than a limit.
  package static func bytes(ofFileAt path: String, atMost limit: Int) throws(LogError) -> [UInt8] {
    let bytes = try LogBytes(path: path)
    guard bytes.count <= limit else { throw LogError(.tooLong(limit: limit), log: path) }
    return try bytes.read(0..<bytes.count)
  }
}
