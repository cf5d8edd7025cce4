#if os(macOS) || os(Linux)
  import Foundation
  import RexJSON
  import RexLog

  /// The lines that were typed in `step` for an app, in a private file that later sessions read.
  struct StepHistory {
    /// The lines that are kept, the latest.
    static let linesMax = 1_000
    /// A longer line is not kept.
    static let lineBytesMax = 4_000
    /// A file that is longer was not written here, and is replaced.
    private static let bytesMax = linesMax * (lineBytesMax + 1)

    private let folder: String
    let path: String

    /// - Parameters:
    ///   - app: the app's name, which a log says, so that it is not trusted.
    ///   - folder: the folder for what is kept between calls.
    init(ofApp app: String, in folder: String) {
      self.folder = folder + "/step-history"
      path = self.folder + "/" + Self.fileName(ofApp: app)
    }

    /// The app's name without what means something in a path; two names have two file names.
    ///
    /// Letters of ASCII, digits and hyphens stay; other bytes are percent-encoded. A long name ends
    /// with its fingerprint.
    static func fileName(ofApp app: String) -> String {
      let name = app.utf8.map { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
          String(Unicode.Scalar(byte))
        default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
      }.joined()
      guard name.utf8.count > 100 else { return name + ".txt" }
      return name.prefix(80) + "-" + app.utf8.fingerprint + ".txt"
    }

    /// The lines from before, the latest last; none if there is no file.
    func lines() throws -> [String] {
      guard FileManager.default.fileExists(atPath: path) else { return [] }
      guard LogFolder.isRegularFile(path) else { throw CocoaError(.fileReadUnknown) }
      let file = try FileHandle(forReadingFrom: URL(filePath: path))
      defer { try? file.close() }
      let bytes = try file.read(upToCount: Self.bytesMax + 1) ?? Data()
      guard bytes.count <= Self.bytesMax else { return [] }
      return String(decoding: bytes, as: UTF8.self)
        .split(separator: "\n").suffix(Self.linesMax).map(String.init)
    }

    /// Adds a line, after those that other sessions have added meanwhile.
    func append(_ line: String) throws {
      guard line.utf8.count <= Self.lineBytesMax else { return }
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      let lines = try lines().suffix(Self.linesMax - 1) + [line]
      let partial = path + ".partial-" + UUID().uuidString
      // A file of that name is not followed or opened, if there is one.
      let descriptor = open(partial, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw CocoaError(.fileWriteUnknown) }
      do {
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try file.write(contentsOf: Data((lines.joined(separator: "\n") + "\n").utf8))
        try file.close()
        guard rename(partial, path) == 0 else { throw CocoaError(.fileWriteUnknown) }
      } catch {
        unlink(partial)
        throw error
      }
    }
  }
#endif
