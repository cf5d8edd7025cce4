import Foundation

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The process's standard input, output and error.
enum StandardStreams {
  /// Opens `/dev/null` for streams that are closed, before any other file is opened.
  ///
  /// Otherwise the next file would get the number of a closed stream, and a log could be read as
  /// input. `/dev/null` is opened in the wrong direction, so that using the stream is still an
  /// error.
  static func openClosedStreams() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) == -1 {
      // The lowest free number is used, which is this one.
      _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Writes to standard output; if that fails, reports it and exits.
  static func writeOutput(_ text: String, toolName: String) {
    guard let code = writeAll(text, to: STDOUT_FILENO) else { return }
    let error = """
      \(toolName): error: standard output cannot be written: \(String(cString: strerror(code)))
      hint: the reader has ended, or the disk is full

      """
    _ = writeAll(error, to: STDERR_FILENO)
    exit(CommandStatus.unreadable.rawValue)
  }

  /// Writes to standard error, ignoring failures.
  static func writeError(_ text: String) {
    _ = writeAll(text, to: STDERR_FILENO)
  }

  /// Reads a line of standard input.
  static func readInputLine() -> String? {
    // `readLine` retries while `errno` is EINTR, which may be left from an earlier call.
    errno = 0
    return readLine()
  }

  static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isOutputTerminal }
  static var isOutputTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

  /// Writes all of a text; returns the system's error if it fails.
  private static func writeAll(_ text: String, to descriptor: Int32) -> Int32? {
    var text = text
    return text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = write(descriptor, rest.baseAddress, rest.count)
        if count < 0, errno != EINTR { return errno }
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(max(0, count)))
      }
      return nil
    }
  }
}
