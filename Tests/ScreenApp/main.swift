// A full screen that shows what its terminal tells it, and what is typed at its last row.
//
// The lines that it knows: `quit`; `trap`, `overflow` and `exit`, which end the process otherwise;
// `wake` and `storm`, by which another thread wakes it once and without end; `wait`, by which it
// waits for a while only.

import Foundation

#if os(macOS) || os(Linux)
  import RexTerminal

  func run() {
    let environment = ProcessInfo.processInfo.environment
    guard var terminal = FullScreen(environment: environment) else { exit(2) }
    var (editor, told) = (LineEditor(), ["begun"])
    var timeoutMs: Int32?
    while true {
      terminal.show(screen(size: terminal.size, editor, told))
      switch terminal.read(timeoutMs: timeoutMs) {
      case .ended: return
      case .changed: told.append("changed")
      case .woken: if told.last != "woken" { told.append("woken") }
      case .nothing: (timeoutMs, told) = (nil, told + ["nothing"])
      case .keys(let keys):
        for key in keys {
          if case .mouse(let report) = key.code { told.append("\(report.event) in \(report.row)") }
          if key == Key(.escape) { told.append("Escape") }
          let effect = editor.apply(key)
          if effect == .suspend { terminal.suspend() }
          guard case .submit(let line) = effect else { continue }
          if line == "quit" { return }
          editor = LineEditor()
          if line == "wait" { timeoutMs = 50 } else { perform(line) }
        }
      }
    }
  }

  func screen(size: TerminalSize, _ editor: LineEditor, _ told: [String]) -> Screen {
    var screen = Screen(size: size)
    screen.put("\(size.columns) × \(size.rows) 漢字 🎉 end", column: 0, row: 0)
    screen.restyle(CellArea(column: 0, row: 0, columns: size.columns, rows: 1)) {
      $0.isReversed = true
    }
    for (row, text) in told.suffix(4).enumerated() { screen.put(text, column: 2, row: row + 1) }
    let line = editor.row(prompt: ":", columnCount: size.columns)
    screen.put(line.text, column: 0, row: size.rows - 1)
    screen.cursor = CellPosition(column: line.cursorColumn, row: size.rows - 1)
    return screen
  }

  func perform(_ line: String) {
    switch line {
    case "wake": Thread { Terminal.wake() }.start()
    case "storm": Thread { while true { Terminal.wake() } }.start()
    case "trap": preconditionFailure("as asked for")
    case "overflow": print(depth(of: 1))
    default: exit(3)
    }
  }

  /// Calls itself until the stack is full.
  func depth(of level: Int) -> Int {
    level < 0 ? 0 : depth(of: level + 1) + Int.random(in: 0...1)
  }

  run()
#endif
