import RexJSON
package import RexLog

extension LogText {
  /// The inputs of an action: `with date 2026-11-25T09:30:00.250Z, newCheckout true`; nil if none.
  package static func inputs(
    of action: LogAction?, marking placeholders: LogPlaceholders?
  ) -> StyledText? {
    guard let inputs = action?.inputs, !inputs.isEmpty else { return nil }
    var words = inputs.prefix(inputsMax).compactMap { text(of: LogInput($0), placeholders) }
    // The seed is not shown, but that there were random numbers is, if nothing else is.
    if words.isEmpty { words = ["random numbers"] }
    if inputs.count > inputsMax { words.append("and \(inputs.count - inputsMax) more (--json)") }
    return "  with \(words.joined(separator: ", "))\n"
  }

  /// The most inputs shown.
  private static let inputsMax = 10

  private static func text(of input: LogInput, _ placeholders: LogPlaceholders?) -> String? {
    let text: String
    switch input.content {
    case .date(let seconds): text = "date \(date(seconds: seconds) ?? "\(seconds)")"
    case .uuid(let identifier): text = "identifier \(LogText.cut(identifier))"
    case .random: return nil
    case .draws(let drawCount): text = count(drawCount, "random number")
    case .value(let name, let json): text = "\(cut(name)) \(value(json, marking: placeholders))"
    case .unrecorded(let reason): text = "an input that is not recorded (\(cut(reason)))"
    }
    return input.isFresh ? text + " (new)" : text
  }
}
