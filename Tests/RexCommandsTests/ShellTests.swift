#if os(macOS) || os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// The built tool in a shell, whose standard streams may be anything.
  @Suite struct ShellTests {
    @Test func aClosedInputIsNotTheLog() throws {
      let call = try shell("step \"$1\" <&-")
      #expect(call.output == "EveryKind: 2 actions, 2 lost. help lists the commands.\n")
      #expect(call.errors == "")
      #expect(call.status == 0)
    }

    @Test func aClosedOutputIsAnError() throws {
      let call = try shell("info \"$1\" >&-")
      let lines = call.errors.split(separator: "\n")
      #expect(
        lines.first == "rexreplay: error: standard output cannot be written: Bad file descriptor")
      #expect(lines.count == 2 && lines.last?.hasPrefix("hint: ") == true)
      #expect(call.status == 3)
    }

    /// What the tool writes when called like this, `$1` being a log.
    private func shell(_ call: String) throws -> (output: String, errors: String, status: Int32) {
      let process = Process()
      process.executableURL = URL(filePath: "/bin/sh")
      process.arguments = [
        "-c", "\"$0\" \(call)", BuiltProducts.url("rexreplay").path,
        Fixture.url("logs/v1/every-kind.jsonl").path,
      ]
      let (output, errors) = (Pipe(), Pipe())
      (process.standardOutput, process.standardError) = (output, errors)
      process.standardInput = FileHandle.nullDevice
      try process.run()
      // Each stream is far shorter than what a pipe holds.
      let texts = try [output, errors].map {
        String(decoding: try $0.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
      }
      process.waitUntilExit()
      return (texts[0], texts[1], process.terminationStatus)
    }
  }
#endif
