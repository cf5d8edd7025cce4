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
    func seq(_ word: String, _ option: String) throws(CommandError) -> Int {
      try self.seq(word, what: option, in: log)
    }
    for text in arguments.lists["--skip"] ?? [] {
      for seqs in try EditWords.seqs(text, "--skip", seq) { edits.skip(seqs) }
    }
    for text in arguments.lists["--edit"] ?? [] {
      let (word, payload) = try EditWords.halves(text, at: "=", "--edit", #"7={"load":{}}"#)
      edits.edit(try seq(word, "--edit"), try EditWords.json(payload, "--edit"))
    }
    for text in arguments.lists["--insert"] ?? [] {
      let (word, payload) = try EditWords.halves(text, at: "=", "--insert", #"7={"load":{}}"#)
      edits.insert(
        try EditWords.json(payload, "--insert"), after: try seq(word, "--insert"))
    }
    for text in arguments.lists["--move"] ?? [] {
      let (first, second) = try EditWords.halves(text, at: ":", "--move", "5:12")
      edits.move(try seq(first, "--move"), after: try seq(second, "--move"))
    }
    for text in arguments.lists["--set"] ?? [] {
      let (word, change) = try EditWords.halves(text, at: ":", "--set", "3:/total=0")
      let (path, value) = try EditWords.change(change, "--set", "3:/total=0")
      edits.set(path, to: value, after: try seq(word, "--set"))
    }
    if edits.isEmpty, edits.skipsEffects { throw .usage("--with-effects goes with --skip") }
    return edits.isEmpty ? nil : edits
  }
}

/// The words that changes of actions are told in.
enum EditWords {
  /// Numbers such as `12,40-44`.
  ///
  /// - Parameter seq: the number of an action from a word, and what the word is for.
  static func seqs(
    _ text: String, _ what: String, _ seq: (String, String) throws(CommandError) -> Int
  ) throws(CommandError) -> [ClosedRange<Int>] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map {
      (word) throws(CommandError) in
      let ends = word.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
      guard ends.count == 2, ends.allSatisfy(\.isDigits) else {
        let number = try seq(String(word), what)
        return number...number
      }
      let (first, last) = (try seq(ends[0], what), try seq(ends[1], what))
      guard first <= last else {
        throw .usage("\(what) takes 40-44, the lower number first, not \(word)")
      }
      return first...last
    }
  }

  /// A JSON value.
  static func json(_ text: String, _ what: String) throws(CommandError) -> JSON {
    do throws(JSONError) {
      return try JSON(parsing: Array(text.utf8))
    } catch {
      throw .usage("\(what) takes a JSON value, not \(text): \(error.description)")
    }
  }

  /// A path and a value such as `/total=0`; a path with `=` in it is not known.
  static func change(
    _ text: String, _ what: String, _ example: String
  ) throws(CommandError) -> (JSONPointer, JSON) {
    let (path, value) = try halves(text, at: "=", what, example)
    guard let pointer = JSONPointer(path) else {
      throw .usage("\(what) takes a path such as /total, not \(path)")
    }
    return (pointer, try json(value, what))
  }

  static func halves(
    _ text: String, at separator: Character, _ what: String, _ example: String
  ) throws(CommandError) -> (String, String) {
    guard let index = text.firstIndex(of: separator) else {
      throw .usage("\(what) takes a value such as \(example), not \(text)")
    }
    return (String(text[..<index]), String(text[text.index(after: index)...]))
  }
}
