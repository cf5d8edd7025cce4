/// A command's words, taken apart: `--name value`, `--name=value`, `--flag`, and the rest in order.
struct Arguments {
  private(set) var values: [String: String] = [:]
  /// Every value an option was given, in order.
  private(set) var lists: [String: [String]] = [:]
  private(set) var flags: Set<String> = []
  private(set) var rest: [String] = []

  /// Takes the words apart by the options there are; throws a usage error for any other option.
  init(_ words: some Sequence<String>, options: [CommandOption]) throws(CommandError) {
    var words = Array(words)[...]
    var takesOptions = true
    while let word = words.popFirst() {
      // Such as -5 is an action's address.
      guard takesOptions, word.hasPrefix("-"), word != "-", !String(word.dropFirst()).isDigits
      else {
        rest.append(word)
        continue
      }
      if word == "--" {
        takesOptions = false
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let option = options.first(where: { $0.name == name || $0.short == name }) else {
        throw .usage("there is no option \(word)")
      }
      guard option.value != nil else {
        guard parts.count == 1 else { throw .usage("\(name) takes no value") }
        flags.insert(option.name)
        continue
      }
      guard let value = parts.count == 2 ? String(parts[1]) : words.popFirst() else {
        throw .usage("\(name) needs a value")
      }
      values[option.name] = value
      lists[option.name, default: []].append(value)
    }
  }

  /// The whole number an option was given; the default where it was not.
  func integer<Number: FixedWidthInteger>(
    _ name: String, default fallback: Number
  ) throws(CommandError) -> Number {
    guard let text = values[name] else { return fallback }
    return try Arguments.natural(text, what: name, as: Number.self)
  }

  /// A word as a whole number from 0.
  static func natural<Number: FixedWidthInteger>(
    _ text: String, what: String, as type: Number.Type = Int.self
  ) throws(CommandError) -> Number {
    guard text.isDigits else {
      throw .usage("\(what) takes a whole number from 0, not \(text)")
    }
    guard let number = Number(text) else { throw .usage("\(text) is too large for \(what)") }
    return number
  }
}

extension String {
  /// Whether this is a whole number from 0 as commands take it: digits and no sign.
  var isDigits: Bool { !isEmpty && utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } }
}

/// An option that a command takes.
struct CommandOption: Sendable {
  var name: String
  var short: String?
  /// What the value is called in the help; nil for a flag.
  var value: String?
  var help: String

  static let json = CommandOption(name: "--json", help: "JSON instead of text for people")
  static let help = CommandOption(name: "--help", short: "-h", help: "this text")
  static let output = CommandOption(
    name: "--output", short: "-o", value: "LOG", help: "where the new log goes; it must not exist")
  static let from = CommandOption(name: "--from", value: "SEQ", help: "from this action on")
  static let to = CommandOption(name: "--to", value: "SEQ", help: "up to this action")
  static let follow = CommandOption(
    name: "--follow", help: "go on with what is written to the log from now on")
  static let app = CommandOption(
    name: "--app", value: "NAME", help: "the app whose reducer is used, if not the log's own")
}

/// How a command ended, as its process's exit status.
public enum CommandStatus: Int32, Sendable {
  /// Done; it holds, they are equal, it was found.
  case success = 0
  /// A divergence, a difference, or nothing found: the answer is no.
  case no = 1
  /// Wrong usage.
  case usage = 2
  /// A log cannot be read, or not this far; or the new one not written.
  case unreadable = 3
  /// No verdict: there is no reducer, it could not be started, or too little could be checked.
  case noVerdict = 125
}

/// Why a command could not do its work.
enum CommandError: Error {
  /// The words make no sense.
  case usage(String)
  /// Something is wrong with a log or another file.
  case failed(StyledText, hint: StyledText, CommandStatus)
}
