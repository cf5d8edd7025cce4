import RexJSON
import RexLog
import RexReplayer

extension CommandOption {
  /// How a replay changes the actions.
  static let ofEdits = [
    CommandOption(
      name: "--skip", value: "SEQS", help: "leave actions out, such as 12,40-44; again for more"),
    CommandOption(name: "--edit", value: "SEQ=JSON", help: "give an action another payload"),
    CommandOption(name: "--insert", value: "SEQ=JSON", help: "put a new action behind another"),
    CommandOption(name: "--move", value: "SEQ:SEQ", help: "put an action behind another"),
    CommandOption(
      name: "--set", value: "SEQ:PATH=JSON", help: "change a value in the state after an action"),
    CommandOption(
      name: "--with-effects", help: "leave out what skipped actions caused, too"),
  ]
}

extension CommandCall {
  /// How the actions of a log are to be changed; nil where they are not.
  func edits(of log: Log) throws(CommandError) -> ActionEdits? {
    var edits = ActionEdits()
    edits.skipsEffects = arguments.flags.contains("--with-effects")
    for text in arguments.lists["--skip"] ?? [] {
      for word in text.split(separator: ",", omittingEmptySubsequences: false) {
        edits.skip(try seqs(String(word), in: log))
      }
    }
    for text in arguments.lists["--edit"] ?? [] {
      let (seq, payload) = try assignment(text, "--edit", in: log)
      edits.edit(seq, payload)
    }
    for text in arguments.lists["--insert"] ?? [] {
      let (seq, payload) = try assignment(text, "--insert", in: log)
      edits.insert(payload, after: seq)
    }
    for text in arguments.lists["--move"] ?? [] {
      let (first, second) = try halves(text, at: ":", "--move", "5:12")
      edits.move(
        try seq(first, what: "--move", in: log), after: try seq(second, what: "--move", in: log))
    }
    for text in arguments.lists["--set"] ?? [] {
      let (place, value) = try halves(text, at: "=", "--set", "3:/total=0")
      let (word, path) = try halves(place, at: ":", "--set", "3:/total=0")
      guard let pointer = JSONPointer(path) else {
        throw .usage("--set takes a path such as /total, not \(path)")
      }
      edits.set(pointer, to: try json(value, "--set"), after: try seq(word, what: "--set", in: log))
    }
    if edits.isEmpty, edits.skipsEffects { throw .usage("--with-effects goes with --skip") }
    return edits.isEmpty ? nil : edits
  }

  /// Numbers such as `12` or `40-44`.
  private func seqs(_ word: String, in log: Log) throws(CommandError) -> ClosedRange<Int> {
    let ends = word.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    guard ends.count == 2, ends.allSatisfy(\.isDigits) else {
      let seq = try seq(word, what: "--skip", in: log)
      return seq...seq
    }
    let (first, last) = (
      try seq(ends[0], what: "--skip", in: log), try seq(ends[1], what: "--skip", in: log)
    )
    guard first <= last else { throw .usage("--skip takes 40-44, the lower number first") }
    return first...last
  }

  private func assignment(
    _ text: String, _ option: String, in log: Log
  ) throws(CommandError) -> (seq: Int, payload: JSON) {
    let (word, value) = try halves(text, at: "=", option, #"7={"load":{}}"#)
    return (try seq(word, what: option, in: log), try json(value, option))
  }

  private func halves(
    _ text: String, at separator: Character, _ option: String, _ example: String
  ) throws(CommandError) -> (String, String) {
    guard let index = text.firstIndex(of: separator) else {
      throw .usage("\(option) takes a value such as \(example), not \(text)")
    }
    return (String(text[..<index]), String(text[text.index(after: index)...]))
  }

  private func json(_ text: String, _ option: String) throws(CommandError) -> JSON {
    do throws(JSONError) {
      return try JSON(parsing: Array(text.utf8))
    } catch {
      throw .usage("\(option) takes a JSON value; \(text) is none: \(error.description)")
    }
  }
}
