#if os(macOS) || os(Linux)
  import Foundation
  import RexCommands
  import TestSupport
  import Testing

  /// A session is named by `latest`, or by the beginning of its number or ID.
  @Suite struct SessionAddressTests {
    private let folder: TemporaryFolder

    /// Three sessions; the one with the highest number started first, since the clock was set back.
    init() throws {
      folder = try TemporaryFolder()
      try write("0041-20260301T080210Z-811-02C5D7B9", id: "02C5D7B9-1", day: 2)
      try write("0042-20260301T121530Z-812-6F9B2C4E", id: "6F9B2C4E-2", day: 3)
      try write("0413-20260227T000000Z-812-6F9B0000", id: "6F9B0000-3", day: 1)
    }

    private func write(_ name: String, id: String, day: Int) throws {
      let session = HandmadeLog.session(id: id, segment: 1).replacing(
        #""startedAt":"now""#, with: #""startedAt":"2026-03-0\#(day)T00:00:00.000Z""#)
      let log = HandmadeLog(
        [HandmadeLog.keyframe(0), HandmadeLog.action(1, patch: "[]")], session: session)
      let path = folder.path + "/" + name
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try Data(log.bytes).write(to: URL(filePath: path + "/0001.jsonl"))
    }

    private func ask(_ words: String...) -> Call { ask(words) }

    private func ask(_ words: [String]) -> Call {
      var call = run(words.map { $0.replacing("LOGS", with: folder.path) })
      call.output = call.output.replacing(folder.path, with: "LOGS")
      call.errors = call.errors.replacing(folder.path, with: "LOGS")
      return call
    }

    @Test(arguments: [
      ("latest", "6F9B2C4E-2"), ("latest-1", "02C5D7B9-1"), ("latest-2", "6F9B0000-3"),
      ("41", "02C5D7B9-1"), ("0042", "6F9B2C4E-2"), ("413", "6F9B0000-3"), ("0413", "6F9B0000-3"),
      ("02c5", "02C5D7B9-1"), ("6F9B2", "6F9B2C4E-2"),
    ])
    func anAddressNamesASession(_ address: String, _ id: String) {
      let call = ask("info", "LOGS/" + address)
      #expect(call.output.contains("session   \(id), "), "\(call)")
      #expect(call.errors.isEmpty == !address.hasPrefix("latest"))
    }

    @Test func whichSessionIsTheLatestIsSaid() {
      for words in [["list"], ["step"], ["history", "/n"], ["verify"]] {
        let call = ask([words[0], "LOGS/latest"] + words.dropFirst())
        #expect(
          call.errors.hasPrefix(
            "LOGS/latest: this is LOGS/0042-20260301T121530Z-812-6F9B2C4E\n"), "\(call)")
      }
    }

    @Test func anAddressIsALogWhateverTheOtherOperandsAre() {
      // The root of the state is also the name of a folder.
      let call = ask("history", "LOGS/0042", "/")
      #expect(!call.errors.contains("LOG comes first"), "\(call)")
    }

    @Test func aFolderOfSessionsIsTheNewestWhereOneLogIsTaken() {
      let call = ask("show", "LOGS", "1")
      #expect(call.status == .success)
      #expect(
        call.errors
          == "LOGS: 3 logs; this is the newest, LOGS/0042-20260301T121530Z-812-6F9B2C4E\n")
    }

    @Test func whereSeveralLogsAreTakenAFolderIsAllOfThem() {
      #expect(
        ask("info", "LOGS").output == """
          LOGS/0041-20260301T080210Z-811-02C5D7B9: Sum, 1 action, 0.001 s, not closed
          LOGS/0042-20260301T121530Z-812-6F9B2C4E: Sum, 1 action, 0.001 s, not closed
          LOGS/0413-20260227T000000Z-812-6F9B0000: Sum, 1 action, 0.001 s, not closed
          3 logs: 3 whole

          """)
    }

    @Test func anAmbiguousBeginningIsAnError() {
      #expect(
        ask("show", "LOGS/6F9B", "1").errors == """
          LOGS/6F9B:1:1: error: the numbers or IDs of 2 sessions begin so
          hint: name one of them, such as LOGS/0042-20260301T121530Z-812-6F9B2C4E, \
          LOGS/0413-20260227T000000Z-812-6F9B0000

          """)
    }

    @Test(arguments: ["latest-3", "latest-999999999"])
    func thereAreOnlySoManySessions(_ address: String) {
      let call = ask("show", "LOGS/" + address, "1")
      #expect(call.status == .unreadable)
      #expect(call.errors.hasPrefix("LOGS/\(address):1:1: error: the folder has 3 logs\n"))
    }

    @Test(arguments: ["LOGS/0099", "LOGS/ABCD", "LOGS/6F9", "LOGS/latest/x", "LOGS/newest"])
    func anotherNameIsAFileThatDoesNotExist(_ path: String) {
      #expect(ask("show", path, "1").errors.contains("error: cannot open: No such file"))
    }

    @Test func aFileOfThatNameWins() throws {
      let log = HandmadeLog([HandmadeLog.keyframe(0)], session: HandmadeLog.session(id: "FILE"))
      try Data(log.bytes).write(to: URL(filePath: folder.path + "/latest"))
      #expect(ask("info", "LOGS/latest").output.contains("session   FILE, "))
    }

    @Test func aSessionThatCannotBeReadIsCounted() throws {
      try Data("not a log\n".utf8).write(to: URL(filePath: folder.path + "/x.jsonl"))
      #expect(ask("show", "LOGS", "1").errors.hasSuffix("-6F9B2C4E, and 1 cannot be read\n"))
    }

    @Test func theShellOffersLatestInAFolderOfSessions() throws {
      #expect(ask("complete", "--", "show", "LOGS/la").output == "LOGS/latest\n")
      #expect(ask("complete", "--", "show", "LOGS/").output == "")
      #expect(ask("complete", "--", "show", "LOGS/0041").output == "")
      try Data().write(to: URL(filePath: folder.path + "/lab.txt"))
      #expect(ask("complete", "--", "show", "LOGS/la").output == "")
    }

    @Test func listAndHistoryTakeSeveral() {
      let name = "LOGS/0041-20260301T080210Z-811-02C5D7B9"
      let rows = ask("list", "LOGS/41", "LOGS/42")
      #expect(rows.output.hasPrefix("\(name):\n     1 "))
      #expect(rows.errors == "2 logs: 2 listed\n")
      #expect(
        ask("list", "LOGS/41", "LOGS/42", "--json").output.hasPrefix(
          #"{"log":"\#(name)","seq":1,"#))
      let history = ask("history", "LOGS", "/n")
      #expect(history.status == .negative)
      #expect(history.errors.hasSuffix("3 logs: 3 unchanged\n"))
    }
  }
#endif
