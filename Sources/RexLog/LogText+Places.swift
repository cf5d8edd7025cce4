package import RexFormat
package import RexJSON

extension LogText {
  /// What it means that a log's states were diffed in the background.
  package static let backgroundDiffing =
    "a change in place, outside of an action, is in the next action's patch"

  /// A path, or `(the whole state)` for the root.
  package static func path(_ pointer: JSONPointer) -> String {
    pointer.tokens.isEmpty ? "(the whole state)" : pointer.description
  }

  /// Milliseconds as seconds: `12.345 s`.
  package static func seconds(_ milliseconds: Double) -> String {
    "\(thousandths: milliseconds) s"
  }

  /// Milliseconds: `0.125 ms`.
  package static func milliseconds(_ milliseconds: Double) -> String {
    "\(thousandths: milliseconds * 1000) ms"
  }

  /// A location in an app's source: `Chat/ChatView.swift:42`.
  package static func source(_ source: LogSource?) -> String {
    source.map { "\($0.file):\($0.line)" + ($0.info.map { " \($0)" } ?? "") } ?? ""
  }

  /// A count with its noun: `1 action`, `2 actions`.
  package static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }
}

extension String.StringInterpolation {
  /// A thousandth of a number, with three digits after the point.
  fileprivate mutating func appendInterpolation(thousandths number: Double) {
    let rounded = Int64(max(0, min(number, 1e15)).rounded())
    let (whole, rest) = rounded.quotientAndRemainder(dividingBy: 1000)
    appendLiteral("\(whole).\(String(rest).zeroPadded(to: 3))")
  }
}
