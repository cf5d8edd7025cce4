import Foundation
package import RexLog

/// The times of day in a log: those of the recorder's time zone, or of UTC if the log does not tell
/// it.
package struct LogClock: Sendable {
  private let start: Date
  /// The recorder's distance from UTC; nil if the log does not tell it.
  private let offset: UTCOffset?
  private let style: Date.ISO8601FormatStyle
  private let startDay: String

  /// The clock of a session; nil if it does not tell when it started.
  package init?(_ session: LogSession) {
    guard
      let start = [true, false].lazy.compactMap({ hasFraction in
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction)
        return try? Date(session.startedAt, strategy: style)
      }).first
    else { return nil }
    self.start = start
    offset = session.timeZone.flatMap(UTCOffset.init)
    style = UTCOffset.style(offset)
    startDay = String((start + Self.halfMicrosecond).formatted(style).prefix(Self.dayLength))
  }

  /// Whether the log tells the recorder's time zone.
  package var isZoneKnown: Bool { offset != nil }

  /// When the recording started: `2026-11-20T11:00:00.000+01:00`.
  package var startText: String { (start + Self.halfMicrosecond).formatted(style) }

  /// The time of day of what happened some milliseconds after the start: `14:05:12.345+01:00`, with
  /// the date if that is another day.
  package func text(atMs milliseconds: Double) -> String {
    let date = date(atMs: milliseconds)
    return date.hasPrefix(startDay) ? String(date.dropFirst(Self.dayLength)) : date
  }

  /// The same, always with the date.
  package func date(atMs milliseconds: Double) -> String {
    guard abs(milliseconds) < Self.millisecondsMax else { return "(no date)" }
    return (start + milliseconds / 1000 + Self.halfMicrosecond).formatted(style)
  }

  /// Whose a time of day is.
  package var zoneText: String {
    offset.map { "in the recorder's time zone, \($0.text)" }
      ?? "in UTC, since the log does not tell a time zone"
  }

  /// The milliseconds from the start to a time of day: to its first occurrence, unless it has a
  /// date; nil if there is no such date.
  package func milliseconds(to time: TimeOfDay) -> Double? {
    let offset = time.offset ?? offset
    let startText = (start + Self.halfMicrosecond).formatted(UTCOffset.style(offset))
    let day = time.day ?? String(startText.prefix(Self.dayLength - 1))
    // Parsing takes the 31st of November for the first of December.
    guard let midnight = try? Date("\(day)T00:00:00Z", strategy: Date.ISO8601FormatStyle()),
      midnight.formatted(Date.ISO8601FormatStyle()).hasPrefix(day)
    else { return nil }
    var date = midnight + time.seconds - Double(offset?.seconds ?? 0)
    if time.day == nil, date + time.precision <= start { date += 86_400 }
    let milliseconds = date.timeIntervalSince(start) * 1000
    // The beginning of the minute or the second in which the recording started.
    return milliseconds < 0 && date + time.precision > start ? 0 : milliseconds
  }

  /// Added before formatting, which cuts, to make up for what a `Date` is short of.
  private static let halfMicrosecond = 5e-7
  /// The length of `2026-11-20T`.
  private static let dayLength = 11
  /// Some thousand years; a calendar is not asked for stranger dates.
  private static let millisecondsMax = 1e14
}

/// A distance from UTC, as ISO 8601 writes it: `+01:00`, or `Z` for none.
struct UTCOffset: Sendable, Hashable {
  let text: String
  let seconds: Int
  private let zone: TimeZone

  init?(_ text: String) {
    self.text = text
    if text == "Z" {
      seconds = 0
    } else {
      guard let match = text.wholeMatch(of: /([+\-])([0-9]{2}):([0-9]{2})/),
        let hours = Int(match.2), let minutes = Int(match.3), minutes < 60
      else { return nil }
      seconds = (match.1 == "-" ? -1 : 1) * (hours * 60 + minutes) * 60
    }
    guard abs(seconds) <= Self.secondsMax, let zone = TimeZone(secondsFromGMT: seconds) else {
      return nil
    }
    self.zone = zone
  }

  /// What formats dates with a distance; in UTC without one.
  static func style(_ offset: UTCOffset?) -> Date.ISO8601FormatStyle {
    guard let offset else { return Date.ISO8601FormatStyle(includingFractionalSeconds: true) }
    return Date.ISO8601FormatStyle(
      timeZoneSeparator: .colon, includingFractionalSeconds: true, timeZone: offset.zone)
  }

  private static let secondsMax = 18 * 3600
}

/// A time of day as people write it: `14:05`, `2026-11-21T01:38:05.250`, `14:05+01:00`.
package struct TimeOfDay: Sendable, Hashable {
  /// As it was written.
  package let text: String
  /// The date, as `2026-11-21`.
  fileprivate let day: String?
  /// The seconds since midnight.
  fileprivate let seconds: Double
  /// The seconds for which it stands: those of a minute, a second or a part of one.
  fileprivate let precision: Double
  /// The distance from UTC that it names; nil for that of the log.
  fileprivate let offset: UTCOffset?

  /// Whether it names its time zone.
  package var hasZone: Bool { offset != nil }

  /// A time of day from its text; nil if it is none.
  package init?(_ text: String) {
    guard let match = text.wholeMatch(of: Self.pattern) else { return nil }
    let (_, day, hour, minute, second, fraction, zone) = match.output
    guard let hour = Int(hour), hour < 24, let minute = Int(minute), minute < 60,
      let second = second.map({ Int($0) ?? 60 }) ?? .some(0), second < 60
    else { return nil }
    (self.text, self.day) = (text, day.map(String.init))
    precision = match.output.4 == nil ? 60 : pow(10, -Double(fraction?.count ?? 0))
    // A part of a second stands for its end, so that a printed time, which is cut, leads back.
    // Logs have microseconds.
    let rest = fraction == nil ? 0 : precision - 1e-6
    let part = fraction.flatMap { Double("0.\($0)") } ?? 0
    seconds = Double((hour * 60 + minute) * 60 + second) + part + rest
    guard let zone else {
      offset = nil
      return
    }
    offset = UTCOffset(String(zone))
    if offset == nil { return nil }
  }

  // Not stored: the type of a pattern is not `Sendable`.
  private static var pattern:
    Regex<(Substring, Substring?, Substring, Substring, Substring?, Substring?, Substring?)>
  {
    #/
      (?: ( [0-9]{4} - (?: 0[1-9] | 1[0-2] ) - (?: 0[1-9] | [12][0-9] | 3[01] ) ) [T\ ] )?
      ([0-9]{1,2}) : ([0-9]{2}) (?: : ([0-9]{2}) (?: \. ([0-9]{1,6}) )? )?
      ( Z | [+\-] [0-9]{2} : [0-9]{2} )?
    /#
  }
}
