/// What a value of the command line is: for its completion, its description and its schema.
enum ValueKind: Sendable, Equatable {
  case text
  case log, file, newFile, tool, command
  /// The address of an action.
  case seq
  /// The path of a value in the state.
  case path
  /// A pattern of such paths.
  case pattern
  case condition
  /// The type of an action.
  case type
  /// The name of an app, and of an example.
  case app, example
  /// One of these words, or several, separated by commas.
  case words([String])
  /// A whole number, and any number; without an end, up to the largest.
  case whole(from: Int, to: Int?)
  case number(from: Double, to: Double?)
  /// A time with its unit.
  case time
}

extension ValueKind {
  /// How a value is written; nil where its name says it.
  var form: String? {
    switch self {
    case .log:
      "a file, - for standard input, a folder (of several logs, the newest), or a session in one: "
        + "Logs/latest, Logs/latest-1, Logs/42, Logs/6F9B"
    case .seq:
      "an action: its number, last, -5 or +10, a mark's label, or a time such as 12.5s or 14:05"
    case .path:
      "a value in the state: /messages/3/body, /messages[id=m-17]/body or $.messages[3].body"
    case .pattern: "values in the state: /users/*/email or **/email"
    case .condition:
      "a condition, such as '$.cart.total < 0'; $ is the state, $$ the one before, @ the action"
    case .type:
      "a type of actions: cart also takes cart.add, 'end*' what begins so, '\"cart\"' only cart"
        + "; info lists them"
    case .time: "a time with its unit: 500ms, 90s, 5m or 1h"
    case .tool: "a tool with an app's reducer built in"
    default: nil
    }
  }

  /// The values that it allows, of those that are not free; nil if any text is one.
  var range: String? {
    switch self {
    case .whole(let first, let last?): "\(first) to \(last)"
    case .whole(let first, nil): "\(first) or more"
    case .number(let first, let last?): "\(Int(first)) to \(Int(last))"
    case .number(let first, nil): "\(Int(first)) or more"
    default: nil
    }
  }
}
