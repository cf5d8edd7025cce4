#if os(macOS) || os(Linux)
  import Foundation
  import RexCommands
  import RexLocking
  import TestSupport
  import Testing

  /// Questions to folders of logs: all in order, whatever is done at the same time.
  @Suite struct ManyLogsTests {
    private let folder: TemporaryFolder

    /// Twelve logs of two sessions' folders, one of them in segments; `n` reaches the log's number.
    init() throws {
      folder = try TemporaryFolder()
      for number in 1...9 { try write("a/\(number).jsonl", actionCount: number) }
      try write("a-b/deep/er/12.jsonl", actionCount: 12)
      try write(".hidden/13.jsonl", actionCount: 13)
      for (segment, seqs) in [(1, 0...5), (2, 5...10)] {
        let lines =
          [HandmadeLog.keyframe(seqs.lowerBound, #"{"n":\#(seqs.lowerBound)}"#)]
          + seqs.dropFirst().map(Self.action)
        try write(
          "c/000\(segment).jsonl",
          HandmadeLog(
            lines,
            session: HandmadeLog.session(id: "C", after: seqs.lowerBound, segment: segment)))
      }
      try write("b.jsonl", actionCount: 11)
    }

    private static func action(_ seq: Int) -> String {
      HandmadeLog.action(seq, patch: HandmadeLog.patch("replace", "/n", "\(seq)"))
    }

    private func write(_ name: String, actionCount: Int) throws {
      let lines = [HandmadeLog.keyframe(0)] + (1...actionCount).map(Self.action)
      try write(name, HandmadeLog(lines + [HandmadeLog.end(actionCount)]))
    }

    private func write(_ name: String, _ log: HandmadeLog) throws {
      try write(name, Data(log.bytes))
    }

    private func write(_ name: String, _ bytes: Data) throws {
      let url = URL(filePath: folder.path + "/" + name)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try bytes.write(to: url)
    }

    private func ask(_ words: String...) -> Call {
      var call = run([words[0], folder.path] + words.dropFirst())
      call.output = call.output.replacing(folder.path + "/", with: "")
      call.errors = call.errors.replacing(folder.path + "/", with: "")
      return call
    }

    private func lines(_ call: Call) -> [String] {
      call.output.split(separator: "\n").map(String.init)
    }

    @Test func infoHasALineForEachLogInTheOrderOfPaths() {
      let call = ask("info")
      #expect(
        call.transcript == """
          a-b/deep/er/12.jsonl: Sum, 12 actions, 0.012 s, closed
          a/1.jsonl: Sum, 1 action, 0.001 s, closed
          a/2.jsonl: Sum, 2 actions, 0.002 s, closed
          a/3.jsonl: Sum, 3 actions, 0.003 s, closed
          a/4.jsonl: Sum, 4 actions, 0.004 s, closed
          a/5.jsonl: Sum, 5 actions, 0.005 s, closed
          a/6.jsonl: Sum, 6 actions, 0.006 s, closed
          a/7.jsonl: Sum, 7 actions, 0.007 s, closed
          a/8.jsonl: Sum, 8 actions, 0.008 s, closed
          a/9.jsonl: Sum, 9 actions, 0.009 s, closed
          b.jsonl: Sum, 11 actions, 0.011 s, closed
          c: Sum, 10 actions, 0.010 s, not closed
          12 logs: 12 whole
          --- errors ---
          --- exit 0 ---

          """)
    }

    @Test(arguments: [
      ["info"], ["info", "--json"], ["info", "--check"], ["info", "--paths", "--json"],
      ["find", "1"], ["find", "1", "--json"], ["when", "$.n > 8"], ["when", "$.n > 8", "--json"],
      ["when", "$.n > 5", "--all"], ["when", "$.n > 99"], ["when", "$.m == 1"], ["grade"],
      ["check", "--rules", Fixture.url("rules/bank.txt").path],
      ["triage", "--recorded", "--when", "$.n == 7"],
    ])
    func jobsChangeNothing(_ words: [String]) throws {
      try write("a/4-broken.jsonl", Data("no log\n".utf8))
      try write("a/5-damaged.jsonl", HandmadeLog([HandmadeLog.keyframe(0), "{]"]))
      let one = run([words[0], folder.path] + words.dropFirst())
      for jobs in ["2", "5", "1024"] {
        let call = run([words[0], folder.path] + words.dropFirst() + ["--jobs", jobs])
        #expect(call.transcript == one.transcript, "--jobs \(jobs)")
      }
    }

    @Test func answersNameTheirLog() {
      #expect(
        ask("when", "$.n > 10").transcript == """
          a-b/deep/er/12.jsonl: #11 add
            {"add":11}
            $.n  10 → 11
          b.jsonl: #11 add
            {"add":11}
            $.n  10 → 11
          --- errors ---
          12 logs: 2 found, 10 not found
          --- exit 0 ---

          """)
      let documents = lines(ask("when", "$.n > 10", "--json"))
      #expect(documents.count == 2)
      #expect(documents[0].hasPrefix(#"{"log":"a-b/deep/er/12.jsonl","seq":11,"timeMs":11,"#))
      #expect(documents[1].hasPrefix(#"{"log":"b.jsonl","seq":11,"timeMs":11,"#))
      #expect(lines(ask("find", "10", "--first")).count { $0.contains(": #10 add") } == 3)
    }

    /// One log in which it is found is enough; what cannot be read is told, and matters otherwise.
    @Test func whatIsFoundIsFoundBesideABrokenLog() throws {
      #expect(ask("when", "$.n > 99").status == .negative)
      #expect(ask("find", "nowhere").status == .negative)
      try write("a/0.jsonl", Data("no log\n".utf8))
      for words in [["when", "$.n == 3"], ["find", "3"]] {
        let call = ask(words[0], words[1])
        #expect(call.status == .success)
        #expect(call.errors.hasPrefix("a/0.jsonl:1:2: error: not a rexreplay log"), "\(call)")
      }
      #expect(ask("when", "$.n > 99").status == .unreadable)
      #expect(ask("find", "nowhere").status == .unreadable)
      #expect(lines(ask("info")).last == "13 logs: 12 whole, 1 unreadable")
    }

    /// A name that occurs nowhere is told once.
    @Test func aNameThatOccursNowhereIsTold() {
      let call = ask("when", "$.number == 3")
      #expect(
        call.errors == """
          12 logs: 12 not found
          a-b/deep/er/12.jsonl: no recorded state has $.number

          """, "\(call)")
    }

    @Test func allPathsAreListedOnce() {
      #expect(ask("info", "--paths").output == "state   number   /n\naction  number   add /add\n")
    }

    @Test func aStopIsTold() throws {
      let askedCount = Locked(0)
      let call = run(
        ["find", folder.path, "no"],
        isStopped: {
          askedCount.withLock {
            $0 += 1
            return $0 > 30
          }
        })
      #expect(call.status == .noVerdict)
      #expect(call.errors.contains(#/stopped: \d+ logs? not checked/#), "\(call)")
    }

    @Test func linksAreNotFollowedAndWhatCannotBeReadIsTold() throws {
      let files = FileManager.default
      try files.createSymbolicLink(
        atPath: folder.path + "/a/circle", withDestinationPath: folder.path)
      #expect(lines(ask("info")).count == 13)
      let closed = folder.path + "/closed"
      try files.createDirectory(atPath: closed, withIntermediateDirectories: false)
      try files.setAttributes([.posixPermissions: 0], ofItemAtPath: closed)
      defer { try? files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: closed) }
      // The superuser reads it all the same.
      guard (try? files.contentsOfDirectory(atPath: closed)) == nil else { return }
      let call = ask("info")
      #expect(call.status == .unreadable)
      #expect(lines(call).count == 13)
      #expect(call.errors.hasPrefix("closed:1:1: error: "), "\(call)")
    }

    @Test func aFolderWithOneSessionInsideIsThatLog() throws {
      let call = run(["show", folder.path + "/c/..", "1"])
      #expect(call.errors.contains("/c/..: 12 logs; this is the newest, "))
      #expect(run(["show", folder.path + "/a-b", "12"]).status == .success)
      #expect(run(["info", folder.path + "/c"]).output.contains("segments  2\n"))
    }

    @Test func aSessionInSegmentsIsNamedByItsFolder() throws {
      for name in ["a", "a-b", "b.jsonl"] {
        try FileManager.default.removeItem(atPath: folder.path + "/" + name)
      }
      try write("d.jsonl", actionCount: 1)
      #expect(ask("show", "1").errors.hasSuffix(": 2 logs; this is the newest, d.jsonl\n"))
      #expect(ask("list").output.hasPrefix("c:\n"))
    }

    @Test func progressCountsLogs() throws {
      for number in 20...60 { try write("d/\(number).jsonl", actionCount: 1) }
      let askedCount = Locked(0)
      let call = run(
        ["find", folder.path, "no"], showsProgress: true,
        isStopped: {
          let count = askedCount.withLock { count in
            count += 1
            return count
          }
          if count == 60 { Thread.sleep(forTimeInterval: 1.1) }
          return false
        })
      #expect(call.errors.contains(#/\r\d+ of 53 logs, \d+ a second, \d+ s left\u{1B}\[K/#))
      #expect(call.errors.hasSuffix("\r\u{1B}[K53 logs: 53 not found\n"), "\(call.errors)")
    }
  }
#endif
