#if os(macOS) || os(Linux)
  import Foundation
  import RexLog

  /// A private file that leads a browser to an address with a secret in it.
  ///
  /// Other users see the arguments of each process, and so would see the address there.
  struct BrowserFile: Sendable {
    private let folder: String
    let path: String

    #if os(macOS)
      private static let opener = ["/usr/bin/open"]
    #else
      private static let opener = ["/usr/bin/env", "xdg-open"]
    #endif

    /// Writes the file, which only this user can read; nil if that fails.
    init?(address: String) {
      let name = "rexreplay-" + UUID().uuidString
      folder = FileManager.default.temporaryDirectory.appendingPathComponent(name).path
      path = folder + "/open.html"
      let text = """
        <!DOCTYPE html><meta name="referrer" content="no-referrer">\
        <meta http-equiv="refresh" content="0;url=\(address)"><title>rexreplay</title>

        """
      do {
        try FileManager.default.createDirectory(
          atPath: folder, withIntermediateDirectories: false,
          attributes: [.posixPermissions: 0o700])
        try writeNewLog(at: path) { sink in try sink.append(Array(text.utf8)) }
      } catch {
        remove()
        return nil
      }
    }

    /// Starts the user's browser; false if there is none.
    static func show(_ path: String) -> Bool {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: opener[0])
      process.arguments = opener.dropFirst() + [path]
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      guard (try? process.run()) != nil else { return false }
      process.waitUntilExit()
      return process.terminationStatus == 0
    }

    func remove() { try? FileManager.default.removeItem(atPath: folder) }
  }
#endif
