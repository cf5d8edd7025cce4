package import RexFormat
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
          .tooLong(limit: LineLimits.lineBytesMax), log: path,
          location: JSONLocation(line: line.number, column: 1, offset: line.offset))
      }
      body(Array(line.bytes), line.number)
    }
  }

  /// Returns all bytes of a file or stream; throws as soon as they exceed the limit.
  package static func bytes(ofFileAt path: String, atMost limit: Int) throws(LogError) -> [UInt8] {
    var bytes: [UInt8] = []
    do throws(SystemError) {
      let file = path == "-" ? FileDescriptor.standardInput : try FileDescriptor(reading: path)
      try file.readToEnd { (chunk) throws(SystemError) in
        bytes += chunk
        if bytes.count > limit { throw SystemError.tooLong(limit: limit) }
      }
    } catch {
      throw LogError(error, log: path)
    }
    return bytes
  }
}
