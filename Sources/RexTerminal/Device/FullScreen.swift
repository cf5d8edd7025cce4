#if os(macOS) || os(Linux)
  /// The whole terminal of this process: screens out; keys, the mouse and wake-ups in.
  ///
  ///     guard var terminal = FullScreen(environment: environment) else { return }
  ///     while true {
  ///       terminal.show(draw(size: terminal.size))
  ///       switch terminal.read(timeoutMs: nil) { … }
  ///     }
  ///
  /// What the terminal showed before is shown again when the value ends, in whatever way the
  /// process ends, and while it is stopped.
  package struct FullScreen: ~Copyable {
    private var terminal: Terminal
    private let encoder: ScreenEncoder
    /// What the terminal shows; nil if that is not known.
    private var shown: Screen?

    /// Nil if the standard streams are no terminal that understands sequences.
    ///
    /// - Parameters:
    ///   - environment: the variables that tell what the terminal is.
    ///   - usesMouse: whether clicks, drags and the wheel are keys. The terminal then selects text
    ///     only while Shift is held.
    package init?(environment: [String: String], usesMouse: Bool = true) {
      guard
        let terminal = Terminal(
          type: environment["TERM"],
          opening: Self.opening + (usesMouse ? Self.mouseOpening : ""),
          closing: (usesMouse ? Self.mouseClosing : "") + Self.closing)
      else { return nil }
      self.terminal = terminal
      encoder = ScreenEncoder(environment: environment)
    }

    /// The alternate screen, without its cursor and without wrapping; pastes are told from keys.
    private static let opening = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h"
    /// Also ends a sequence and a frame that were cut.
    private static let closing =
      "\u{1B}\\\u{1B}[?2026l\u{1B}[0m\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"
    /// Presses and drags, in SGR's form.
    private static let mouseOpening = "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h"
    private static let mouseClosing = "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l"

    package var size: TerminalSize { terminal.size }

    /// Shows a screen, by what differs from the one before, in one frame where terminals can.
    package mutating func show(_ screen: Screen) {
      let sequences = encoder.sequences(from: shown, to: screen)
      shown = screen
      if !sequences.isEmpty { terminal.write("\u{1B}[?2026h" + sequences + "\u{1B}[?2026l") }
    }

    /// Draws the whole next screen, since others may have written to the terminal.
    package mutating func invalidate() { shown = nil }

    /// Waits for keys, a wake-up, or a change, after which the caller shows its screen again.
    ///
    /// - Parameter timeoutMs: how long to wait; nil for ever.
    package mutating func read(timeoutMs: Int32?) -> Terminal.Input {
      let input = terminal.read(timeoutMs: timeoutMs)
      if input == .changed { shown = nil }
      return input
    }

    /// Asks the terminal to put text on the clipboard (OSC 52), which not all terminals do.
    ///
    /// The text may be pasted into a shell, so controls from elsewhere must be escaped in it.
    ///
    /// - Returns: whether the text is short enough for terminals.
    package func copy(_ text: String) -> Bool {
      guard let sequence = ClipboardSequence.setting(text) else { return false }
      terminal.write(sequence)
      return true
    }

    /// Stops the process as Ctrl-Z does outside raw mode; returns when it is continued.
    package func suspend() { terminal.suspend() }

    /// Ends the process as Ctrl-\ does outside raw mode.
    package func quit() { terminal.quit() }

    /// Rings the terminal's bell.
    package func ring() { terminal.write("\u{7}") }
  }
#endif
