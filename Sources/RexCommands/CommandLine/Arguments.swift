/// A command's parsed arguments: `--name value`, `--name=value`, `--flag`, and operands in order.
struct Arguments: Sendable {
  private(set) var values: [String: String] = [:]
  /// All values of each option, in order.
  private(set) var lists: [String: [String]] = [:]
  private(set) var flags: Set<String> = []
  private(set) var operands: [String] = []

  /// Parses the words; throws a usage error for an unknown option.
  init(_ words: some Sequence<String>, options: [CommandOption]) throws {
    var words = Array(words)[...]
    var takesOptions = true
    while let word = words.popFirst() {
      // A word such as -5 is an action's address.
      guard takesOptions, word.hasPrefix("-"), word != "-", !String(word.dropFirst()).isDigits
      else {
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
          "there is no option \(word)", nearest: options.map(\.name).nearest(to: name))
      }
      guard option.value != nil else {
        guard parts.count == 1 else { throw CommandError.usage("\(name) takes no value") }
        flags.insert(option.name)
        continue
      }
      guard let value = parts.count == 2 ? String(parts[1]) : words.popFirst() else {
        throw CommandError.usage("\(name) needs a value")
      }
      values[option.name] = value
      lists[option.name, default: []].append(value)
    }
  }

  /// An option's value as a whole number; the default if it is not given.
  func integer<Number: FixedWidthInteger>(
    _ name: String, default fallback: Number
  ) throws -> Number {
    guard let text = values[name] else { return fallback }
    return try Arguments.natural(text, what: name, as: Number.self)
  }

  /// A word as a whole number from 0.
  static func natural<Number: FixedWidthInteger>(
    _ text: String, what: String, as type: Number.Type = Int.self
  ) throws -> Number {
    guard text.isDigits else {
      throw CommandError.usage("\(what) takes a whole number from 0, not \(text)")
    }
    guard let number = Number(text) else {
      throw CommandError.usage("\(text) is too large for \(what)")
    }
    return number
  }
}

extension String {
  /// Whether this is a whole number without a sign.
  var isDigits: Bool { !isEmpty && utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } }
}
