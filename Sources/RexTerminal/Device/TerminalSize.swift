import Foundation

/// The cells of a terminal.
package struct TerminalSize: Hashable, Sendable {
  package var columns: Int
  package var rows: Int

  package init(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }

  /// The size of an open terminal; nil if the descriptor is none, or its size is not known.
  package init?(of descriptor: Int32) {
    #if os(macOS) || os(Linux)
      var size = winsize()
      guard isatty(descriptor) == 1, ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0,
        size.ws_col > 0, size.ws_row > 0
      else { return nil }
      (columns, rows) = (Int(size.ws_col), Int(size.ws_row))
    #else
      return nil
    #endif
  }
}
