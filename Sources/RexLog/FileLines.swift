import RexJSON

/// The lines of a file of any kind, read in pieces; `-` is standard input.
package enum FileLines {
  /// Calls a body with each line and its number from 1, the last one also without a line feed.
  ///
  /// Throws for a file that cannot be read, and for a line that is longer than a document may be.
  package static func forEach(
    ofFileAt path: String, _ body: (_ line: [UInt8], _ number: Int) -> Void
  ) throws(LogError) {
    let bytes = try LogBytes(path: path)
    var line: [UInt8] = []
    var number = 1
    var offset = 0
    while offset < bytes.count {
      let chunk = try bytes.read(offset..<min(offset + Log.chunkByteCount, bytes.count))
      var rest = chunk[...]
      while let feed = rest.firstIndex(of: UInt8(ascii: "\n")) {
        line += rest[..<feed]
        body(line, number)
        line.removeAll(keepingCapacity: true)
        rest = rest[(feed + 1)...]
        number += 1
      }
      line += rest
      guard line.count <= JSONLimits.standard.textBytesMax else {
        throw LogError(
          .tooLong(limit: JSONLimits.standard.textBytesMax), log: path,
          location: JSONLocation(line: number, column: 1, offset: offset))
      }
      offset += chunk.count
    }
    if !line.isEmpty { body(line, number) }
  }

  /// All bytes of a file that is not longer than a limit.
  package static func bytes(ofFileAt path: String, atMost limit: Int) throws(LogError) -> [UInt8] {
    let bytes = try LogBytes(path: path)
    guard bytes.count <= limit else { throw LogError(.tooLong(limit: limit), log: path) }
    return try bytes.read(0..<bytes.count)
  }
}
