/// The text of a duration, in seconds as ISO 8601 writes them: `PT1.5S`, `-PT0.25S`.
///
/// It is exact: seconds have at most 18 decimals, as a `Duration` has.
package enum DurationText {
  private static let decimals = 18

  /// Returns the text; nil for more seconds than `Duration.components` can have.
  static func text(of duration: Duration) -> String? {
    guard duration > .seconds(Int64.min), duration < .seconds(Int64.max) else { return nil }
    let (seconds, attoseconds) = duration.components
    var text = (duration < .zero ? "-PT" : "PT") + String(seconds.magnitude)
    if attoseconds != 0 {
      let digits = String(attoseconds.magnitude)
      var fraction = String(repeating: "0", count: decimals - digits.count) + digits
      while fraction.last == "0" { fraction.removeLast() }
      text += "." + fraction
    }
    return text + "S"
  }

  /// Returns the duration; nil if the text is none.
  package static func duration(_ text: String) -> Duration? {
    guard let match = text.wholeMatch(of: /(-?)PT([0-9]{1,18})(?:\.([0-9]{1,18}))?S/),
      let seconds = Int64(match.2)
    else { return nil }
    let fraction = String(match.3 ?? "")
    let padding = String(repeating: "0", count: decimals - fraction.count)
    guard let attoseconds = Int64(fraction + padding) else { return nil }
    let sign: Int64 = match.1.isEmpty ? 1 : -1
    return Duration(
      secondsComponent: sign * seconds, attosecondsComponent: sign * attoseconds)
  }
}
