import RexJSON
import RexLog
import RexQuestions
import RexReplayer

extension Options {
  fileprivate static let skip = Option(
    repeatable: "--skip", "SEQS", .text, "leave out actions, such as 12,40-44")
  static let edit = Option(
    repeatable: "--edit", "SEQ=JSON", .text, "replace an action's payload")
  static let insert = Option(
    repeatable: "--insert", "SEQ=JSON", .text, "insert a new action after another")
  static let move = Option(
    repeatable: "--move", "SEQ:SEQ", .text, "move an action after another")
  static let set = Option(
    repeatable: "--set", "SEQ:PATH=JSON", .text, "change a value in the state after an action")
  fileprivate static let withEffects = Option(
    "--with-effects", "also leave out what skipped actions caused")

  /// The options of `replay` that edit actions.
  static let ofEdits: [any AnyOption] = [skip, edit, insert, move, set, withEffects]
}

extension CommandCall {
  /// Parses the edits that the call asks for; nil if there are none.
  func edits(of log: Log) throws -> ActionEdits? {
    var edits = ActionEdits()
    edits.skipsEffects = has(Options.withEffects)
    func seq(_ word: String, _ option: String) throws -> Int {
      try self.seq(word, what: option, in: log)
    }
    for text in try self[Options.skip] {
      for seqs in try EditParser.seqs(text, "--skip", seq) { edits.skip(seqs) }
    }
    for text in try self[Options.edit] {
      let (number, payload) = try EditParser.address(
        in: text, before: "=", "--edit", #"7={"load":{}}"#, seq)
      edits.edit(number, try EditParser.json(payload, "--edit"))
    }
    for text in try self[Options.insert] {
      let (number, payload) = try EditParser.address(
        in: text, before: "=", "--insert", #"7={"load":{}}"#, seq)
      edits.insert(try EditParser.json(payload, "--insert"), after: number)
    }
    for text in try self[Options.move] {
      let isAddress = { (word: String) in (try? seq(word, "--move")) != nil }
      let (number, place) = try EditParser.address(
        in: text, before: ":", "--move", "5:12", seq, followedBy: isAddress)
      edits.move(number, after: try seq(place, "--move"))
    }
    for text in try self[Options.set] {
      let (number, change) = try EditParser.address(
        in: text, before: ":", "--set", "3:/total=0", seq,
        followedBy: { $0.hasPrefix("/") || $0.hasPrefix("=") })
      let (path, value) = try EditParser.change(change, "--set", "3:/total=0")
      edits.set(path, to: value, after: number)
    }
    if edits.isEmpty, edits.skipsEffects {
      throw CommandError.usage("--with-effects goes with --skip")
    }
    return edits.isEmpty ? nil : edits
  }
}

/// Parses the operands of edits.
enum EditParser {
  /// Parses ranges of action numbers, such as `12,40-44`.
  ///
  /// - Parameters:
  ///   - text: The ranges.
  ///   - what: The option's name, for error messages.
  ///   - seq: Parses an action number; receives the text and the option's name.
  static func seqs(
    _ text: String, _ what: String, _ seq: (String, String) throws -> Int
  ) throws -> [ClosedRange<Int>] {
    // A mark can contain what separates addresses.
    if !text.isRangeOfNumbers, let number = try? seq(text, what) { return [number...number] }
    return try text.split(separator: ",", omittingEmptySubsequences: false).map {
      try range(String($0), what, seq)
    }
  }

  /// Parses a range such as `40-44` or `checkout-last`, or the address of one action.
  private static func range(
    _ word: String, _ what: String, _ seq: (String, String) throws -> Int
  ) throws -> ClosedRange<Int> {
    if !word.isRangeOfNumbers, let number = try? seq(word, what) { return number...number }
    let isAddress = { (word: String) in word.isDigits || (try? seq(word, what)) != nil }
    guard word.dropFirst().contains("-"),
      let (first, rest) = try? address(
        in: word, before: "-", what, "40-44", seq, followedBy: isAddress)
    else {
      let number = try seq(word, what)
      return number...number
    }
    let last = try seq(rest, what)
    guard first <= last else {
      throw CommandError.usage("\(what) takes 40-44, the lower number first, not \(word)")
    }
    return first...last
  }

  /// Splits text after the address of an action, which may be a mark that contains the separator.
  ///
  /// - Parameters:
  ///   - seq: Parses an address; receives the text and the option's name.
  ///   - accepts: Returns whether the rest can follow the address.
  static func address(
    in text: String, before separator: Character, _ what: String, _ example: String,
    _ seq: (String, String) throws -> Int, followedBy accepts: (String) -> Bool = { _ in true }
  ) throws -> (seq: Int, rest: String) {
    for index in text.indices where text[index] == separator {
      let rest = String(text[text.index(after: index)...])
      if accepts(rest), let number = try? seq(String(text[..<index]), what) {
        return (number, rest)
      }
    }
    // The error of the first address.
    let (word, rest) = try split(text, at: separator, what, example)
    return (try seq(word, what), rest)
  }

  /// Parses a JSON value.
  static func json(_ text: String, _ what: String) throws -> JSON {
    do throws(JSONError) {
      return try JSON(parsing: Array(text.utf8))
    } catch {
      throw CommandError.usage("\(what) takes a JSON value, not \(text): \(error.description)")
    }
  }

  /// Parses a path and a value, such as `/total=0`; the path cannot contain `=`.
  static func change(
    _ text: String, _ what: String, _ example: String
  ) throws -> (JSONPointer, JSON) {
    let (path, value) = try split(text, at: "=", what, example)
    guard let pointer = JSONPointer(path) else {
      throw CommandError.usage("\(what) takes a path such as /total, not \(path)")
    }
    return (pointer, try json(value, what))
  }

  /// Splits text at the first separator.
  static func split(
    _ text: String, at separator: Character, _ what: String, _ example: String
  ) throws -> (String, String) {
    guard let index = text.firstIndex(of: separator) else {
      throw CommandError.usage("\(what) takes a value such as \(example), not \(text)")
    }
    return (String(text[..<index]), String(text[text.index(after: index)...]))
  }
}

extension String {
  /// Whether this is a range such as `40-44`, which is no mark.
  fileprivate var isRangeOfNumbers: Bool {
    let ends = split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    return ends.count == 2 && ends.allSatisfy(\.isDigits)
  }
}
