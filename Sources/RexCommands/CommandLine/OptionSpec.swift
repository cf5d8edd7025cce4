/// What a command's option is, for its parsing, its help and its completion.
struct OptionSpec: Sendable {
  var name: String
  var short: String?
  /// The value's name in the help; nil for a flag.
  var valueName: String?
  var kind = ValueKind.text
  var help: String
  /// The value if the option is not given, as the help shows it.
  var fallback: String?
  var isRepeatable = false
  /// The names of options that cannot be given with this one.
  var conflicts: [String] = []
  /// Throws a usage error if the option does not take these values.
  var check: @Sendable ([String]) throws -> Void = { _ in }
}

/// An option of any type.
protocol AnyOption: Sendable {
  var spec: OptionSpec { get }
}

/// An option with the type of its value, by which a command reads it.
struct Option<Value: Sendable>: AnyOption {
  var spec: OptionSpec
  /// Reads the words that are given for it.
  fileprivate var read: @Sendable ([String]) throws -> Value

  private init(_ spec: OptionSpec, read: @escaping @Sendable ([String]) throws -> Value) {
    (self.spec, self.read) = (spec, read)
    self.spec.check = { _ = try read($0) }
  }

  /// This option, which cannot be given with others.
  func conflicting(with names: String...) -> Self {
    var option = self
    option.spec.conflicts += names
    return option
  }
}

extension Option {
  /// A flag.
  init(_ name: String, short: String? = nil, _ help: String) where Value == Bool {
    self.init(OptionSpec(name: name, short: short, help: help)) { !$0.isEmpty }
  }

  /// An option that has a value if it is given.
  init<Word>(
    _ name: String, short: String? = nil, _ valueName: String, _ reader: ValueReader<Word>,
    _ help: String
  ) where Value == Word? {
    let spec = OptionSpec(
      name: name, short: short, valueName: valueName, kind: reader.kind, help: help)
    self.init(spec) { try $0.last.map { try reader.read($0, name) } }
  }

  /// An option with a value by default.
  init(
    _ name: String, _ valueName: String, _ reader: ValueReader<Value>, default value: Value,
    shown fallback: String? = nil, _ help: String
  ) {
    let spec = OptionSpec(
      name: name, valueName: valueName, kind: reader.kind, help: help,
      fallback: fallback ?? "\(value)")
    self.init(spec) { try $0.last.map { try reader.read($0, name) } ?? value }
  }

  /// An option that can be given several times.
  init<Word>(
    repeatable name: String, _ valueName: String, _ reader: ValueReader<Word>, _ help: String
  ) where Value == [Word] {
    let spec = OptionSpec(
      name: name, valueName: valueName, kind: reader.kind, help: help, isRepeatable: true)
    self.init(spec) { try $0.map { try reader.read($0, name) } }
  }
}

extension CommandCall {
  /// The value of an option.
  subscript<Value>(option: Option<Value>) -> Value {
    get throws { try option.read(arguments.words[option.spec.name] ?? []) }
  }

  /// The words of this call for those of some options that are given.
  func words(of options: [OptionSpec]) -> [String] {
    options.flatMap { option in
      (arguments.words[option.name] ?? []).flatMap { value in
        option.valueName == nil ? [option.name] : [option.name, value]
      }
    }
  }

  /// Whether an option is given.
  func has<Value>(_ option: Option<Value>) -> Bool { arguments.words[option.spec.name] != nil }
}

/// The options that several commands take.
enum Options {
  static let json = Option("--json", "print JSON")
  static let help = Option("--help", "print this help")
  static let shortHelp = Option("-h", "print only how it is called, and its options")
  static let output = Option(
    "--output", short: "-o", "LOG", .newFile, "the new log's file; it must not exist")
  static let from = Option("--from", "SEQ", .seq, "from this action on")
  static let to = Option("--to", "SEQ", .seq, "up to this action")
  static let follow = Option("--follow", "keep reading as the log grows")
  static let clock = Option("--clock", "tell times of day, in the recorder's time zone")
  static let app = Option(
    "--app", "NAME", .app, "the app whose reducer to use; default: the log's app")
}
