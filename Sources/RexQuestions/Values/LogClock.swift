package import Foundation
package import RexLog

/// The times of day in a log: those of the recorder's time zone, or of UTC if the log does not tell
/// it.
package struct LogClock: Sendable {
  private let start: Date
  private let calendar: Calendar
  private let style: Date.ISO8601FormatStyle
  private let startDay: String
  /// The zone's name, such as `Europe/Berlin`; nil if the log does not tell it, or tells one that
  /// this system does not know.
  package let zoneName: String?

  /// The clock of a session; nil if it does not tell when it started.
  package init?(_ session: LogSession) {
    guard
      let start = [true, false].lazy.compactMap({ hasFraction in
        let style = Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction)
        return try? Date(session.startedAt, strategy: style)
      }).first
    else { return nil }
    let zone = session.timeZone.flatMap(Self.zone(named:))
    self.start = start
    zoneName = zone == nil ? nil : session.timeZone
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone ?? .gmt
    self.calendar = calendar
    style = Date.ISO8601FormatStyle(
      timeZoneSeparator: .colon, includingFractionalSeconds: true, timeZone: calendar.timeZone)
    startDay = String(start.formatted(style).prefix(Self.dayLength))
  }

  /// When the recording started: `2026-11-20T11:00:00.000+01:00`.
  package var startText: String { start.formatted(style) }

  /// The time of day of what happened some milliseconds after the start: `14:05:12.345+01:00`, with
  /// the date if that is another day.
  package func text(atMs milliseconds: Double) -> String {
    let date = date(atMs: milliseconds)
    return date.hasPrefix(startDay) ? String(date.dropFirst(Self.dayLength)) : date
  }

  /// The same, always with the date.
  package func date(atMs milliseconds: Double) -> String {
    guard abs(milliseconds) < Self.millisecondsMax else { return "(no date)" }
    // Formatting cuts; half a microsecond makes up for what a `Date` is short of.
    return (start + milliseconds / 1000 + 5e-7).formatted(style)
  }

  /// Whose a time of day is: `in Europe/Berlin`.
  package var zoneText: String {
    zoneName.map { "in \($0)" } ?? "in UTC, since the log does not tell a time zone"
  }

  /// The milliseconds from the start to a time of day: to its first occurrence, unless it has a
  /// date; nil if no calendar has it.
  package func milliseconds(to time: TimeOfDay) -> Double? {
    var calendar = calendar
    if let zone = time.zone { calendar.timeZone = zone }
    var parts = calendar.dateComponents([.year, .month, .day], from: start)
    if let day = time.day { (parts.year, parts.month, parts.day) = (day.year, day.month, day.day) }
    (parts.hour, parts.minute) = (time.hour, time.minute)
    guard var date = calendar.date(from: parts) else { return nil }
    date += time.seconds
    if time.day == nil, date + time.precision <= start {
      parts.day = parts.day.map { $0 + 1 }
      guard let next = calendar.date(from: parts) else { return nil }
      date = next + time.seconds
    }
    let milliseconds = date.timeIntervalSince(start) * 1000
    // The beginning of the minute or the second in which the recording started.
    return milliseconds < 0 && date + time.precision > start ? 0 : milliseconds
  }

  /// A time zone by its name; none by a text that could be another path in a system's database.
  private static func zone(named name: String) -> TimeZone? {
    guard name.wholeMatch(of: /[A-Za-z][A-Za-z0-9_+\/-]{0,63}/) != nil else { return nil }
    return TimeZone(identifier: name)
  }

  /// The length of `2026-11-20T`.
  private static let dayLength = 11
  /// Some thousand years; a calendar is not asked for stranger dates.
  private static let millisecondsMax = 1e14
}

/// A time of day as people write it: `14:05`, `2026-11-21T01:38:05.250`, `14:05+01:00`.
package struct TimeOfDay: Sendable, Hashable {
  /// As it was written.
  package let text: String
  fileprivate let day: Day?
  fileprivate let hour: Int
  fileprivate let minute: Int
  fileprivate let seconds: Double
  /// The seconds for which it stands: those of a minute, a second or a part of one.
  fileprivate let precision: Double
  /// The time zone that it names; nil for that of the log.
  package let zone: TimeZone?

  fileprivate struct Day: Sendable, Hashable {
    let year: Int
    let month: Int
    let day: Int
  }

  /// A time of day from its text; nil if it is none.
  package init?(_ text: String) {
    guard let match = text.wholeMatch(of: Self.pattern) else { return nil }
    let (_, year, month, dayOfMonth, hour, minute, second, fraction, zone) = match.output
    func number(_ text: Substring?) -> Int { text.flatMap { Int($0) } ?? 0 }
    self.text = text
    (self.hour, self.minute) = (number(hour), number(minute))
    guard self.hour < 24, self.minute < 60, number(second) < 60 else { return nil }
    day = year.map { Day(year: number($0), month: number(month), day: number(dayOfMonth)) }
    if let day, !(1...12).contains(day.month) || !(1...31).contains(day.day) { return nil }
    precision = second == nil ? 60 : pow(10, -Double(fraction?.count ?? 0))
    // A part of a second stands for its end, so that a printed time, which is cut, leads back.
    // Logs have microseconds.
    let rest = fraction == nil ? 0 : precision - 1e-6
    let part = fraction.flatMap { Double("0.\($0)") } ?? 0
    seconds = Double(number(second)) + part + rest
    switch zone {
    case nil: self.zone = nil
    case "Z"?: self.zone = .gmt
    case let zone?:
      let (hours, minutes) = (number(zone.dropFirst().prefix(2)), number(zone.suffix(2)))
      let offset = (hours * 60 + minutes) * 60
      guard let zone = TimeZone(secondsFromGMT: zone.hasPrefix("-") ? -offset : offset) else {
        return nil
      }
      self.zone = zone
    }
  }

  // Not stored: the type of a pattern is not `Sendable`.
  private static var pattern: Regex<Parts> {
    #/
      (?: ([0-9]{4}) - ([0-9]{2}) - ([0-9]{2}) [T\ ] )?
      ([0-9]{1,2}) : ([0-9]{2}) (?: : ([0-9]{2}) (?: \. ([0-9]{1,6}) )? )?
      ( Z | [+\-] [0-9]{2} : [0-9]{2} )?
    /#
  }

  private typealias Parts = (
    Substring, Substring?, Substring?, Substring?, Substring, Substring, Substring?, Substring?,
    Substring?
  )
}
