import Foundation
public import RexLog

/// A page for any browser: an HTML file with a log in it, or the empty viewer, which opens logs.
///
///     <!DOCTYPE html> … <script id="script">…</script>
///     <script type="application/octet-stream" data-name="session.jsonl">eyJraW5kIjo…</script>
///
/// The file needs no server and no network: a content security policy forbids every request. The
/// log is in it as Base64, byte for byte, so nothing in the log is ever read as HTML.
public struct LogPage: Sendable {
  /// The largest log that a page can contain, in bytes; the empty viewer opens larger ones.
  public static let logBytesMax = 64 << 20

  private var parts: [Part] = []

  /// Bytes in the page, under a name.
  private struct Part: Sendable {
    var name: String
    var bytes: [UInt8]
  }

  /// The empty viewer.
  public init() {}

  /// A page with a log; throws if the log is larger than `logBytesMax`.
  ///
  /// - Parameters:
  ///   - log: The log, whose files are named in the page without their folders.
  ///   - verdict: The document that `verify --json` prints for this log, if it was verified.
  ///   - rules: The document that `check --json` prints for this log, if it was checked.
  ///   - matches: Documents of conditions, each on a line, with the numbers of the actions at which
  ///     it becomes true: `{"condition":"$.n > 2","seqs":[3]}`.
  public init(
    _ log: Log, verdict: [UInt8]? = nil, rules: [UInt8]? = nil, matches: [UInt8]? = nil
  ) throws(LogError) {
    guard log.byteCount <= LogPage.logBytesMax else {
      throw LogError(.tooLong(limit: LogPage.logBytesMax), log: log.name)
    }
    var names = log.fileNames[...]
    var bytes: [UInt8] = []
    try log.forEachChunk { chunk in
      guard let chunk else {
        parts.append(Part(name: LogPage.partName(names.popFirst() ?? log.name), bytes: bytes))
        bytes = []
        return
      }
      bytes += chunk
    }
    // The colon cannot be in the name of a file's part.
    for (name, bytes) in [("verdict:", verdict), ("rules:", rules), ("when:", matches)] {
      if let bytes { parts.append(Part(name: name, bytes: bytes)) }
    }
  }

  /// Appends the page's text.
  public func write(into sink: some LogSink) throws(LogError) {
    try sink.append(Array(LogPage.beginning.utf8))
    for part in parts {
      var rest = part.bytes[...]
      repeat {
        let chunk = rest.prefix(LogPage.chunkByteCount)
        try sink.append(Array(LogPage.element(part.name, chunk).utf8))
        rest = rest.dropFirst(chunk.count)
      } while !rest.isEmpty
    }
    try sink.append(Array(LogPage.ending.utf8))
  }

  /// Whether the file at a path is a page, of this version or another.
  package static func isPage(at path: String) -> Bool {
    guard LogFolder.isRegularFile(path), let file = try? LogBytes(path: path),
      let bytes = try? file.read(0..<min(file.count, headByteCount))
    else { return false }
    let head = String(decoding: bytes, as: UTF8.self)
    return head.hasPrefix("<!DOCTYPE html>") && head.contains("<title>rexreplay</title>")
  }

  /// The title is within so many bytes.
  private static let headByteCount = 2048

  /// The page up to the place of the log, which is before the end of the body, and the rest.
  static let (beginning, ending): (String, String) = {
    let end = EmbeddedPage.text.ranges(of: "</body>").last
    let split = end?.lowerBound ?? EmbeddedPage.text.endIndex
    return (String(EmbeddedPage.text[..<split]), String(EmbeddedPage.text[split...]))
  }()

  /// The page that a tool serves: it asks the tool for the log, and nobody else for anything.
  package static let served: String = {
    let worker = "worker-src blob:"
    let policy = "\(worker); connect-src 'self'"
    return beginning.replacing(worker, with: policy, maxReplacements: 1)
      + element("served:", []) + ending
  }()

  private static func element(_ name: String, _ bytes: ArraySlice<UInt8>) -> String {
    let base64 = Data(bytes).base64EncodedString()
    return "<script type=\"application/octet-stream\" data-name=\"\(name)\">\(base64)</script>\n"
  }

  /// The size of the chunks that a browser decodes at once; Base64 encodes three bytes at a time.
  private static let chunkByteCount = 3 << 18

  /// A file's name without its folder, percent-encoded, so that it means nothing in HTML.
  private static func partName(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    return name.utf8.map { byte in
      let character = Character(UnicodeScalar(byte))
      let isPlain = character.isASCII && (character.isLetter || character.isNumber)
      if isPlain || "-._".contains(character) { return String(character) }
      return (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}
