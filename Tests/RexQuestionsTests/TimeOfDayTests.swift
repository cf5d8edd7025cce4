import RexLog
import TestSupport
import Testing

@testable import RexQuestions

/// A time of day names an action, in the time zone of the log's recorder.
@Suite struct TimeOfDayTests {
  /// Ten actions, one each hour, from 22:30:20.250+01:00 on, across midnight.
  private func log(
    timeZone: String? = "+01:00", startedAt: String = "2026-11-20T21:30:20.250Z",
    marks: [String] = []
  ) throws -> Log {
    let zone = timeZone.map { #","timeZone":"\#($0)""# } ?? ""
    var lines = [
      #"{"kind":"session","rexlog":1,"id":"1","startedAt":"\#(startedAt)"\#(zone),"#
        + #""app":{"name":"A"}}"#,
      HandmadeLog.keyframe(0),
    ]
    for seq in 1...10 {
      lines.append(
        #"{"kind":"action","seq":\#(seq),"timeMs":\#(Double(seq) * 3_600_000 + 0.4),"type":"a","#
          + #""action":{},"tookMs":0,"patch":[]}"#)
    }
    lines += marks.map { #"{"kind":"mark","seq":10,"timeMs":36000001,"label":"\#($0)"}"# }
    return try Log(name: "hours", bytes: Array(lines.map { $0 + "\n" }.joined().utf8))
  }

  @Test(
    arguments: [
      ("22:30", 0), ("22:30:20", 0), ("23:30", 0), ("23:31", 1), ("23:30:20.250", 1),
      ("23:30:20.249", 0), ("0:31", 2), ("00:31", 2), ("08:30:20.250", 10),
      ("2026-11-21T01:31", 3), ("2026-11-21 01:31", 3), ("01:31+01:00", 3), ("00:31Z", 3),
      ("2026-11-21T00:31Z", 3), ("2026-11-20T19:31-05:00", 3),
      ("22:29", nil), ("08:30:21", nil), ("09:00", nil), ("2026-11-20T22:29", nil),
      ("2026-11-22T00:00", nil),
      ("2026-11-31T00:00", nil), ("2026-02-29T00:00", nil),
    ] as [(String, Int?)])
  func aTimeOfDayIsTheLastActionUpToIt(text: String, seq: Int?) throws {
    let address = try #require(SeqAddress(text))
    #expect((try? address.seq(in: log())) == seq)
  }

  /// A `Date` is a little short of most milliseconds.
  @Test func theStartIsToldToTheMillisecond() throws {
    for millisecond in 0..<1000 {
      let digits = String(String(millisecond + 1000).dropFirst())
      let log = try log(timeZone: "Z", startedAt: "2026-11-20T21:30:20.\(digits)Z")
      let clock = try #require(LogClock(log.session))
      #expect(clock.startText == "2026-11-20T21:30:20.\(digits)Z")
    }
  }

  @Test(
    arguments: [
      "24:00", "14:60", "14:05:60", "14:5", "14:05:", "14:05:1", "2026-13-01T00:00",
      "2026-1-1T00:00", "14:05+1", "14:05+99:00", "14:05 ", "٠٩:٠٠", "14:05:00.1234567",
    ])
  func whatIsNoTimeOfDayIsAMark(text: String) {
    #expect(SeqAddress(text) == .mark(text))
  }

  @Test func everyPrintedTimeLeadsBackToItsAction() throws {
    for zone in [nil, "Z", "+01:00", "-03:30", "+13:00", "-12:00", "Nowhere/Land"] {
      let log = try log(timeZone: zone)
      let clock = try #require(LogClock(log.session))
      for seq in 1...10 {
        let text = clock.text(atMs: Double(seq) * 3_600_000 + 0.4)
        #expect(try #require(SeqAddress(text)).seq(in: log) == seq, "\(text)")
      }
    }
  }

  @Test func aMarkWithThatLabelIsMeantFirst() throws {
    #expect(try #require(SeqAddress("23:31")).seq(in: log(marks: ["23:31"])) == 10)
  }

  @Test func whoseTimesOfDayTheyAreIsSaid() throws {
    let berlin = try #require(LogClock(log().session))
    #expect(berlin.startText == "2026-11-20T22:30:20.250+01:00")
    #expect(berlin.text(atMs: 0.4) == "22:30:20.250+01:00")
    #expect(berlin.text(atMs: 7_200_000) == "2026-11-21T00:30:20.250+01:00")
    #expect(berlin.zoneText == "in the recorder's time zone, +01:00")
    for zone in [
      nil, "Europe/Berlin", "../../etc/passwd", "+1:00", "+01:60", "+19:00", "+99:00", "",
    ] {
      let unknown = try #require(LogClock(log(timeZone: zone).session))
      #expect(unknown.text(atMs: 0) == "21:30:20.250Z")
      #expect(unknown.zoneText == "in UTC, since the log does not tell a time zone")
    }
  }

  @Test func aLogThatDoesNotTellItsStartHasNoTimesOfDay() throws {
    let log = try log(startedAt: "now")
    #expect(LogClock(log.session) == nil)
    let error = #expect(throws: LogError.self) {
      try #require(SeqAddress("23:31")).seq(in: log)
    }
    #expect(error?.problem.message.hint == "the log does not tell when it started")
  }

  @Test func aTimeOutsideOfTheRecordingSaysWhenThatWas() throws {
    let log = try log()
    let error = #expect(throws: LogError.self) {
      try #require(SeqAddress("2027-01-01T00:00")).seq(in: log)
    }
    #expect(
      error?.problem.message.hint == """
        it goes from 2026-11-20T22:30:20.250+01:00 to 2026-11-21T08:30:20.250+01:00, in \
        the recorder's time zone, +01:00
        """)
  }

  @Test func timesBeyondAnyCalendarAreTold() throws {
    let clock = try #require(LogClock(log().session))
    #expect(clock.text(atMs: .infinity) == "(no date)")
    #expect(clock.text(atMs: 1e300) == "(no date)")
    #expect(clock.text(atMs: -1e13).hasPrefix("1710-01-01T"))
  }
}
