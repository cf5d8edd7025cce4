/// An option that a command takes.
struct CommandOption: Sendable {
  var name: String
  var short: String?
  /// The value's name in the help; nil for a flag.
  var value: String?
  var help: String

  static let json = CommandOption(name: "--json", help: "print JSON")
  static let help = CommandOption(name: "--help", short: "-h", help: "print this help")
  static let output = CommandOption(
    name: "--output", short: "-o", value: "LOG", help: "the new log's file; it must not exist")
  static let from = CommandOption(name: "--from", value: "SEQ", help: "from this action on")
  static let to = CommandOption(name: "--to", value: "SEQ", help: "up to this action")
  static let follow = CommandOption(
    name: "--follow", help: "keep printing as the log grows")
  static let app = CommandOption(
    name: "--app", value: "NAME", help: "the app whose reducer to use; default: the log's app")
}
