import RexJSON
import Testing

@testable import RexCommands

/// Options: their types, their limits, and what cannot be given together.
@Suite struct OptionTests {
  @Test(arguments: [
    (["verify", "x", "--jobs", "0"], "--jobs takes a whole number from 1 to 1024, not 0"),
    (["verify", "x", "--jobs", "two"], "--jobs takes a whole number from 1 to 1024, not two"),
    (["verify", "x", "--timeout", "10"], "--timeout takes a time of at least 0.1s such as 90s"),
    (["verify", "x", "--memory=1"], "--memory takes a whole number from 64 to 16777216, not 1"),
    (["verify", "x", "--epsilon", "-1"], "--epsilon takes a number from 0, not -1"),
    (["verify", "x", "--ignore", "a"], "--ignore takes a path such as /user/lastSeen, not a"),
    (["minimize", "x", "--time", "5 minutes"], "--time takes a time such as 90s, 5m or 1h"),
    (["record", "x", "--seed", "99999999999999999999"], "is too large for --seed"),
    (["list", "x", "--from", ""], "--from takes a number, last, -5, +10, a mark or a time"),
    (["list", "x", "--where", "$.a =="], "--where, column 7: "),
    (["find", "x", "y", "--in", "acton"], "not acton\nhint: did you mean action? "),
    (["list", "x", "--from"], "--from needs a value"),
    (["list", "x", "--follow=yes"], "--follow takes no value"),
    (["list", "x", "--to", "1", "--to", "2"], "--to is given twice"),
    (["when", "x", "$", "--all", "--last"], "--all cannot be combined with --last"),
    (["info", "x", "--paths", "--check"], "--paths cannot be combined with --check"),
    (["slice", "x", "--last", "5s", "--to", "1"], "--last cannot be combined with --to"),
    (["show", "x", "1", "--with", "y", "--in-process"], "there is no option --in-process"),
    (["verify", "x", "--with", "y", "--in-process"], "--with cannot be combined with --in-"),
    (["minimize", "x", "--run", "y", "--test", "z"], "--test cannot be combined with --run"),
  ])
  func aWrongOptionIsRefusedBeforeTheLogIsRead(_ words: [String], _ problem: String) {
    let call = run(words)
    #expect(call.errors.contains(problem), "\(call.errors)")
    #expect(call.status == .usage)
    #expect(call.output == "")
  }

  @Test(arguments: [
    (["when", "x", "$", "--after", "1"], "--after", "--from"),
    (["when", "x", "$", "--before=1"], "--before", "--to"),
    (["history", "x", "/a", "--at", "1"], "--at", "--to"),
    (["list", "x", "--path", "/a"], "--path", "--at"),
  ])
  func anEarlierNameNamesTheNewOne(_ words: [String], _ old: String, _ new: String) {
    let expected = "there is no option \(old)\nhint: did you mean \(new)? "
    #expect(run(words).errors.contains(expected), "\(run(words).errors)")
  }

  @Test func everyOptionIsDescribed() {
    for command in Command.all {
      let names = command.specs.flatMap { [$0.name] + [$0.short].compactMap(\.self) }
      #expect(Set(names).count == names.count, "\(command.name): \(names)")
      for option in command.specs {
        #expect(option.name.wholeMatch(of: #/-h|--[a-z]+(-[a-z]+)*/#) != nil, "\(option.name)")
        #expect(!option.help.isEmpty && !option.help.hasSuffix("."), "\(option.name)")
        #expect(option.valueName ?? "N" == (option.valueName ?? "N").uppercased())
      }
    }
  }

  @Test func aDifferenceOfOneActionIsWhatItChanged() {
    for seq in ["12", "last", "-5"] {
      let number = ["12": 12, "last": 300, "-5": 295][seq] ?? 0
      let call = run(["diff", "team-chat.jsonl", seq])
      #expect(call.output == run(["diff", "team-chat.jsonl", "\(number - 1)", "\(number)"]).output)
      #expect(!call.output.isEmpty)
    }
  }

  @Test func actionsOfASliceHaveAnyAddress() throws {
    let folder = try TemporaryFolder()
    for (from, first) in [("3s", "10"), ("-3", "297"), ("last", "300")] {
      let new = folder.path + "/\(from).jsonl"
      let words = ["slice", "team-chat.jsonl", "-o", new, "--from", from, "--to", "last"]
      #expect(run(words).status == .success)
      #expect(run(["list", new]).output.contains(" \(first) "), "\(run(["list", new]).output)")
    }
  }
}
