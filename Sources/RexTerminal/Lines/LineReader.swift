#if os(macOS) || os(Linux)
  /// Reads lines from the terminal, with editing, a history and completion.
  ///
  /// Between two lines the terminal is as it was, so that commands can be interrupted and their
  /// output is shown as ever.
  package struct LineReader {
    package enum Line: Equatable {
      case text(String)
      /// Ctrl-C was pressed.
      case cancelled
      /// There are no more lines.
      case ended
    }

    private let type: String
    private var parser = KeyParser()
    /// Keys that were read after the end of a line.
    private var keys: [Key] = []
    private var killed = ""
    /// The lines from before, the latest last.
    package private(set) var history: [String]

    private static let startsPastes = "\u{1B}[?2004h"
    private static let endsPastes = "\u{1B}[?2004l"
    private static let clearsScreen = "\u{1B}[H\u{1B}[2J"

    /// Nil if the standard streams are no terminal that understands sequences.
    ///
    /// - Parameters:
    ///   - type: the environment's `TERM`.
    ///   - history: lines from before, the latest last.
    package init?(type: String?, history: [String] = []) {
      guard let type, Terminal.isUsable(type: type) else { return nil }
      (self.type, self.history) = (type, history)
    }

    /// Adds a line to the history.
    package mutating func remember(_ line: String) { history.append(line) }

    /// Reads a line.
    ///
    /// - Parameter completions: what can stand in place of the last word of a text.
    package mutating func readLine(
      prompt: String, completions: (String) -> LineCompletions
    ) -> Line {
      guard
        var terminal = Terminal(
          type: type, parser: parser, opening: Self.startsPastes, closing: Self.endsPastes)
      else { return .ended }
      var editor = LineEditor(history: history, killed: killed)
      let line = read(with: &editor, on: &terminal, prompt, completions)
      killed = editor.killedText
      parser = terminal.end()
      return line
    }

    private mutating func read(
      with editor: inout LineEditor, on terminal: inout Terminal, _ prompt: String,
      _ completions: (String) -> LineCompletions
    ) -> Line {
      while true {
        if keys.isEmpty {
          draw(editor, on: terminal, prompt)
          switch terminal.read(timeoutMs: nil) {
          case .keys(let more): keys = more
          case .changed, .woken, .nothing: continue
          case .ended: return .ended
          }
        }
        guard !keys.isEmpty else { continue }
        var effect = editor.apply(keys.removeFirst())
        if effect == .complete {
          effect = editor.complete(with: completions(editor.textBeforeCursor))
        }
        if let line = apply(effect, of: editor, on: terminal, prompt) { return line }
      }
    }

    /// Does what a key asks for; returns the line if it ends there.
    private func apply(
      _ effect: LineEditor.Effect, of editor: LineEditor, on terminal: borrowing Terminal,
      _ prompt: String
    ) -> Line? {
      switch effect {
      case .none, .complete: break
      case .bell: terminal.write("\u{7}")
      case .clearScreen: terminal.write(Self.clearsScreen)
      case .suspend: terminal.suspend()
      case .quit: terminal.quit()
      case .list(let candidates):
        leave(editor, on: terminal, prompt, "")
        terminal.write(LineEditor.list(candidates, columnCount: terminal.size.columns))
      case .submit(let text):
        leave(editor, on: terminal, prompt, "")
        return .text(text)
      case .cancel:
        leave(editor, on: terminal, prompt, "^C")
        return .cancelled
      case .end:
        leave(editor, on: terminal, prompt, "")
        return .ended
      }
      return nil
    }

    private func draw(_ editor: LineEditor, on terminal: borrowing Terminal, _ prompt: String) {
      terminal.write(editor.drawing(prompt: prompt, columnCount: terminal.size.columns))
    }

    /// Draws the line for the last time, and moves below it.
    private func leave(
      _ editor: LineEditor, on terminal: borrowing Terminal, _ prompt: String, _ ending: String
    ) {
      var editor = editor
      _ = editor.apply(Key(.end))
      draw(editor, on: terminal, prompt)
      terminal.write(ending + "\n")
    }
  }
#endif
