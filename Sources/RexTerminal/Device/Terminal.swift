#if os(macOS) || os(Linux)
  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// The terminal of this process, in raw mode: keys in, text out.
  package struct Terminal: ~Copyable {
    package enum Input: Equatable {
      case keys([Key])
      /// The size changed, or others wrote to the terminal, so everything is to be drawn again.
      case changed
      /// Nothing arrived in time.
      case nothing
      /// The terminal was closed.
      case ended
    }

    private static let input = STDIN_FILENO
    private static let output = STDOUT_FILENO
    /// How long the bytes after an Escape may take, which tell whether it is a key of its own.
    private static let escapeMs: Int32 = 50
    /// A signal that arrives right before the wait for keys is noticed after this time.
    private static let waitMs: Int32 = 250

    private var parser: KeyParser

    /// Begins raw mode; nil if the standard streams are no terminal that understands sequences.
    ///
    /// - Parameters:
    ///   - type: the environment's `TERM`.
    ///   - parser: the one of an earlier terminal, since a key may have begun there.
    ///   - opening: written now, and when the process continues after it was stopped.
    ///   - closing: written when the raw mode ends, in whatever way.
    package init?(
      type: String?, parser: KeyParser = KeyParser(), opening: String = "", closing: String = ""
    ) {
      guard Self.isUsable(type: type),
        RawMode.begin(input: Self.input, output: Self.output, opening: opening, closing: closing)
      else { return nil }
      self.parser = parser
    }

    deinit { RawMode.end() }

    /// Whether the standard streams are a terminal that understands sequences.
    package static func isUsable(type: String?) -> Bool {
      type != nil && type != "" && type != "dumb" && isatty(input) == 1 && isatty(output) == 1
    }

    /// Ends raw mode; returns the parser for a later terminal.
    package consuming func end() -> KeyParser { parser }

    /// The size now; that of the first terminals if it is not known.
    package var size: TerminalSize {
      TerminalSize(of: Self.output) ?? TerminalSize(columns: 80, rows: 24)
    }

    /// Writes text as it is; nothing in it may come from elsewhere unchecked.
    package func write(_ text: String) {
      var text = text
      text.withUTF8 { bytes in
        var rest = UnsafeRawBufferPointer(bytes)
        while !rest.isEmpty {
          let count = systemWrite(Self.output, rest.baseAddress, rest.count)
          if count < 0, errno != EINTR, errno != EAGAIN { return }
          rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(max(0, count)))
        }
      }
    }

    /// Waits for keys.
    ///
    /// - Parameter timeoutMs: how long to wait; nil for ever.
    package mutating func read(timeoutMs: Int32?) -> Input {
      var left = timeoutMs
      while true {
        if RawMode.takeChange() { return .changed }
        let longest = parser.isWaiting ? Self.escapeMs : Self.waitMs
        let wait = min(left ?? longest, longest)
        var descriptor = pollfd(fd: Self.input, events: Int16(POLLIN), revents: 0)
        let count = poll(&descriptor, 1, wait)
        if count < 0, errno != EINTR { return .ended }
        if count > 0 { return readBytes() }
        if count == 0, parser.isWaiting {
          let keys = parser.flush()
          if !keys.isEmpty { return .keys(keys) }
        }
        if count == 0, let rest = left {
          left = rest - wait
          if rest <= wait { return .nothing }
        }
      }
    }

    private mutating func readBytes() -> Input {
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = systemRead(Self.input, &bytes, bytes.count)
      if count < 0, errno == EINTR || errno == EAGAIN { return .keys([]) }
      guard count > 0 else { return .ended }
      return .keys(parser.keys(in: bytes[..<count]))
    }

    /// Stops the process as Ctrl-Z does outside raw mode; returns when it is continued.
    package func suspend() { kill(0, SIGTSTP) }

    /// Ends the process as Ctrl-\ does outside raw mode.
    package func quit() { kill(0, SIGQUIT) }
  }

  // Inside the type, these names mean its own methods.
  private let systemRead = read(_:_:_:)
  private let systemWrite = write(_:_:_:)
#endif
