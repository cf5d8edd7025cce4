import RexQuestions

/// A command's parsed arguments: `--name value`, `--name=value`, `--flag`, and operands in order.
struct Arguments: Sendable {
  /// The values of each option that is given, in order; one empty value for each flag.
  private(set) var words: [String: [String]] = [:]
  private(set) var operands: [String] = []

  /// Parses and checks the words; throws a usage error.
  init(_ words: some Sequence<String>, options: [OptionSpec]) throws {
    var words = Array(words)[...]
    var takesOptions = true
    while let word = words.popFirst() {
      guard takesOptions, Self.isOption(word) else {
        operands.append(word)
        continue
      }
      if word == "--" {
        takesOptions = false
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let option = options.first(where: { $0.name == name || $0.short == name }) else {
        throw CommandError.usage(
          "there is no option \(name)",
          nearest: Self.nearest(to: name, among: options.map(\.name)))
      }
      try add(option, value: parts.count == 2 ? String(parts[1]) : nil, name, &words)
    }
    for option in options where self.words[option.name] != nil {
      if let other = option.conflicts.first(where: { self.words[$0] != nil }) {
        throw CommandError.usage("\(option.name) cannot be combined with \(other)")
      }
    }
  }

  /// Whether a word is an option, or the end of them; a word such as -5 is an action's address.
  static func isOption(_ word: String) -> Bool {
    word.hasPrefix("-") && word != "-" && !String(word.dropFirst()).isDigits
  }

  private static func nearest(to name: String, among names: [String]) -> String? {
    if let new = newNames[name]?.first(where: names.contains) { return new }
    return names.nearest(to: name)
  }

  /// What options of earlier versions are called now.
  private static let newNames = [
    "--after": ["--from"], "--before": ["--to"], "--at": ["--to"], "--path": ["--at"],
  ]

  private mutating func add(
    _ option: OptionSpec, value: String?, _ name: String, _ words: inout ArraySlice<String>
  ) throws {
    guard option.valueName != nil else {
      guard value == nil else { throw CommandError.usage("\(name) takes no value") }
      self.words[option.name] = [""]
      return
    }
    guard let value = value ?? words.popFirst() else {
      throw CommandError.usage("\(name) needs a value")
    }
    guard option.isRepeatable || self.words[option.name] == nil else {
      throw CommandError.usage("\(option.name) is given twice")
    }
    try option.check([value])
    self.words[option.name, default: []].append(value)
  }
}
