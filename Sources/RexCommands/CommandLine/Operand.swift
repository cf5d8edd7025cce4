/// A value that a command takes by its place, such as the SEQ of `show LOG SEQ`.
struct Operand: Sendable, Equatable {
  var name: String
  var isOptional = false
  /// Whether more of them can follow.
  var isRepeatable = false

  var kind: ValueKind {
    switch name {
    case "LOG", "LOG2": .log
    case "SEQ", "A", "B": .seq
    case "PATH": .path
    case "EXPR": .condition
    case "EXAMPLE": .example
    case "SHELL": .words(CompletionScript.allCases.map(\.rawValue))
    default: .text
    }
  }

  /// An operand as a command writes it: `LOG`, `[B]` or `LOG…`.
  fileprivate init(_ word: Substring) {
    name = word.filter { !"[]…".contains($0) }
    (isOptional, isRepeatable) = (word.hasPrefix("["), word.hasSuffix("…"))
  }
}

extension Command {
  /// Its operands in order, without the options that it requires.
  var operandList: [Operand] {
    operands.split(separator: " ").prefix { !$0.hasPrefix("-") }.map { Operand($0) }
  }

  /// The options that it cannot do without, which follow its operands: `LOG -o NEW`.
  var requiredOptions: [OptionSpec] {
    let words = operands.split(separator: " ").map(String.init)
    return words.compactMap { word in specs.first { $0.name == word || $0.short == word } }
  }

  /// The operand at an index; the last one if it can be repeated.
  func operand(at index: Int) -> Operand? {
    let all = operandList
    guard let last = all.last else { return nil }
    return index < all.count ? all[index] : last.isRepeatable ? last : nil
  }

  /// How the values of its operands and options are written, by their names, in order.
  var forms: [ValueForm] { [ValueForm](of: [self]) }
}

/// How values with some names are written, such as SEQ, A and B.
struct ValueForm: Sendable {
  var names: [String]
  var form: String
}

extension [ValueForm] {
  /// The forms of the values that some commands take.
  init(of commands: [Command]) {
    self = []
    for command in commands {
      for operand in command.operandList { add(operand.name, operand.kind) }
      for spec in command.specs {
        if let name = spec.valueName { add(name, spec.kind) }
      }
    }
  }

  /// Adds a name for values of a kind, if the kind has a form.
  private mutating func add(_ name: String, _ kind: ValueKind) {
    guard let form = kind.form else { return }
    guard let index = firstIndex(where: { $0.form == form }) else {
      return append(ValueForm(names: [name], form: form))
    }
    if !self[index].names.contains(name) { self[index].names.append(name) }
  }
}
