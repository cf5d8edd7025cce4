#if os(macOS) || os(Linux)
  import Foundation

  /// The terminal of this process, in raw mode: keys in, text out.
  package struct Terminal: ~Copyable {
    package enum Input: Equatable {
      case keys([Key])
      /// The size changed, or others wrote to the terminal, so everything is to be drawn again.
      case changed
      /// Another thread called `wake`.
      case woken
      /// Nothing arrived in time.
      case nothing
      /// The terminal was closed.
      case ended
    }

    private static let input = STDIN_FILENO
    private static let output = STDOUT_FILENO
    /// How long the bytes after an Escape may take, which tell whether it is a key of its own.
    private static let escapeTime = Duration.milliseconds(50)

    private var parser: KeyParser
    /// When the bytes that the parser waits for should have come.
    private var escapeEnd: ContinuousClock.Instant?
    private let wakePipe: Int32

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
      escapeEnd = parser.isWaiting ? .now + Self.escapeTime : nil
      wakePipe = WakePipe.open()
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
          if count < 0, errno == EAGAIN {
            var descriptor = pollfd(fd: Self.output, events: Int16(POLLOUT), revents: 0)
            poll(&descriptor, 1, -1)
          } else if count < 0, errno != EINTR {
            return
          }
          rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(max(0, count)))
        }
      }
    }

    /// Ends a wait for keys as `woken`: the one that goes on, or else the next.
    ///
    /// It may be called from any thread, at any time; many calls may be one `woken`.
    package static func wake() { WakePipe.wake() }

    /// Waits for keys, a wake-up or a change.
    ///
    /// - Parameter timeoutMs: how long to wait; nil for ever.
    package mutating func read(timeoutMs: Int32?) -> Input {
      let end = timeoutMs.map { ContinuousClock.now + .milliseconds($0) }
      while true {
        if RawMode.takeChange() { return .changed }
        var waiting = [
          pollfd(fd: Self.input, events: Int16(POLLIN), revents: 0),
          pollfd(fd: wakePipe, events: Int16(POLLIN), revents: 0),
        ]
        let count = poll(
          &waiting, 2, milliseconds(until: [end, escapeEnd].compactMap(\.self).min()))
        if count < 0, errno != EINTR { return .ended }
        guard count >= 0 else { continue }
        // Keys come first, so that many wake-ups do not hold them up.
        if waiting[0].revents != 0 {
          if let input = readKeys() { return input }
        } else if let escapeEnd, escapeEnd <= .now {
          let keys = parser.flush()
          self.escapeEnd = nil
          if !keys.isEmpty { return .keys(keys) }
        } else if waiting[1].revents != 0 {
          if WakePipe.drain() { return .woken }
        } else if let end, end <= .now {
          return .nothing
        }
      }
    }

    /// How long `poll` is to wait, rounded up; for ever is -1.
    private func milliseconds(until end: ContinuousClock.Instant?) -> Int32 {
      guard let end else { return -1 }
      let left = max(.zero, end - .now) + .microseconds(999)
      return Int32(min(left / .milliseconds(1), 1_000_000))
    }

    /// Reads the keys that are waiting; nil if they are not complete.
    private mutating func readKeys() -> Input? {
      var bytes = [UInt8](repeating: 0, count: 4_096)
      let count = systemRead(Self.input, &bytes, bytes.count)
      if count < 0, errno == EINTR || errno == EAGAIN { return nil }
      guard count > 0 else { return .ended }
      let keys = parser.keys(in: bytes[..<count])
      escapeEnd = parser.isWaiting ? .now + Self.escapeTime : nil
      return keys.isEmpty ? nil : .keys(keys)
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
