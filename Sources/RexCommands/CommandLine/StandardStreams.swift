import Foundation
import RexLocking
import RexLog
import RexTerminal

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

  /// What is to be written to standard output, in large pieces unless it is a terminal.
  private static let output = Locked("")
  private static let outputBytesMax = 1 << 16

  private static let endsWithReader = Locked(true)

  /// Goes on when nobody reads standard output any more, for a command whose status is a verdict.
  static func outliveReader() { endsWithReader.withLock { $0 = false } }

  /// Writes to standard output, at the latest when `flushOutput` is called.
  static func writeOutput(_ text: String, toolName: String) {
    let isDue = output.withLock { output in
      output += text
      return isOutputTerminal || output.utf8.count >= outputBytesMax
    }
    if isDue { flushOutput(toolName: toolName) }
  }

  /// Writes what was kept back; if that fails, reports it and exits.
  ///
  /// That a reader wants no more, as `head` does, is no failure; see `outliveReader`.
  static func flushOutput(toolName: String) {
    let text = output.withLock { output in
      defer { output = "" }
      return output
    }
    guard !text.isEmpty else { return }
    #if os(macOS) || os(Linux)
      Pager.startIfAllowed()
    #endif
    guard let code = writeAll(text, to: STDOUT_FILENO) else { return }
    if code == EPIPE {
      guard endsWithReader.withLock(\.self) else { return stopIfPagerWasLeft() }
      PartialFile.remove()
      finishPager()
      exit(CommandStatus.success.rawValue)
    }
    let error = """
      \(toolName): error: standard output cannot be written: \(String(cString: strerror(code)))
      hint: is the disk full?

      """
    _ = writeAll(error, to: STDERR_FILENO)
    exit(CommandStatus.unreadable.rawValue)
  }

  /// Stops what is still asked when a person leaves the pager, as Ctrl-C does.
  private static func stopIfPagerWasLeft() {
    #if os(macOS) || os(Linux)
      if Pager.isRunning { Interruption.request() }
    #endif
  }

  /// Waits until the reader has left the pager, if there is one.
  static func finishPager() {
    #if os(macOS) || os(Linux)
      Pager.finish()
    #endif
  }

  /// Writes progress to standard error, unless a pager has the screen.
  static func writeProgress(_ text: String) {
    #if os(macOS) || os(Linux)
      guard !Pager.isRunning else { return }
    #endif
    writeError(text)
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

  /// Reads the bytes of standard input that are there, or waits for some; nil at the end.
  static func readInputBytes() -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = bytes.withUnsafeMutableBytes { read(STDIN_FILENO, $0.baseAddress, $0.count) }
      if count > 0 { return Array(bytes[..<count]) }
      guard count < 0, errno == EINTR else { return nil }
    }
  }

  /// Whether the other end of standard output is closed.
  static var isReaderGone: Bool {
    var output = pollfd(fd: STDOUT_FILENO, events: 0, revents: 0)
    return poll(&output, 1, 0) > 0 && output.revents & Int16(POLLERR | POLLHUP) != 0
  }

  static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isOutputTerminal }
  static let isOutputTerminal = isatty(STDOUT_FILENO) == 1
  static let isErrorTerminal = isatty(STDERR_FILENO) == 1

  /// The width of the terminal; nil if output goes elsewhere.
  static var terminalColumnCount: Int? { TerminalSize(of: STDOUT_FILENO)?.columns }

  /// Writes all of a text; returns the system's error if it fails.
  private static func writeAll(_ text: String, to descriptor: Int32) -> Int32? {
    // Blocked, the signal of a closed pipe is an error of `write`. If it were ignored, the commands
    // that a user has the tool run would ignore it, too.
    var (pipe, before) = (sigset_t(), sigset_t())
    sigemptyset(&pipe)
    sigaddset(&pipe, SIGPIPE)
    pthread_sigmask(SIG_BLOCK, &pipe, &before)
    var code: Int32?
    do throws(SystemError) {
      try FileDescriptor(borrowing: descriptor).writeAll(Array(text.utf8))
    } catch {
      if case .failed(_, let number) = error { code = number }
    }
    // After this error the signal is pending, so it stays blocked.
    if code != EPIPE { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return code
  }
}
