public import RexJSON

/// An error in a file of rules.
public struct RulesError: Error, Sendable, Hashable {
  /// What is wrong.
  public let kind: Kind
  /// The name of the file.
  public let file: String
  /// The line, from 1.
  public let line: Int
  /// The column, counted in characters from 1.
  public let column: Int

  init(_ kind: Kind, _ file: String, line: Int, column: Int) {
    (self.kind, self.file, self.line, self.column) = (kind, file, line, column)
  }

  /// The kinds of errors.
  public enum Kind: Sendable, Hashable {
    /// The condition is wrong, perhaps because of a comment at its end.
    case condition(QueryError.Kind, isComment: Bool)
    /// The line is not text in UTF-8.
    case notText
    /// A name or a type is missing.
    case noName
    /// A name or a type is too long.
    case nameTooLong(max: Int)
    /// There is no colon after the name and the types.
    case noColon
    /// There is no closing parenthesis after the types.
    case noParenthesis
    /// A type in quotes is not a JSON string, or too long.
    case noString
    /// A rule on an earlier line has the same name.
    case repeatedName(String, line: Int)
    /// There are no rules.
    case noRules
    /// There are too many rules.
    case tooMany(max: Int)
    /// The file has too many bytes.
    case tooLong(max: Int)
  }
}

extension RulesError.Kind {
  /// The problem, and what to do.
  package var message: (problem: String, hint: String) {
    let form = "a rule is a line such as  total: $.total == sum($.lines[*].price)"
    switch self {
    case .condition(_, isComment: true):
      return ("there is no comment after a condition", "write the comment on a line of its own")
    case .condition(let kind, isComment: false):
      return (kind.description, "a rule has a condition as in when: $.total >= 0")
    case .notText: return ("this line is not text in UTF-8", "save the rules as UTF-8")
    case .noName: return ("a name is missing here", form)
    case .nameTooLong(let max):
      return ("this name has more than \(max) characters", "give it a shorter one")
    case .noColon: return ("expected ':' before the rule's condition", form)
    case .noParenthesis:
      return (
        "expected ',' or ')' after a type of actions",
        "types stand in parentheses after the rule's name: moved (moveCard): $.moves > $$.moves"
      )
    case .noString:
      return ("this is not a JSON string", "a type in quotes ends with a quote, as in \"a, b\"")
    case .repeatedName(let name, let line):
      return ("the rule on line \(line) has the name \(name), too", "give each rule its own name")
    case .noRules: return ("there are no rules", form)
    case .tooMany(let max):
      return ("there are more than \(max) rules", "check the log with several files of rules")
    case .tooLong(let max):
      return ("the rules take more than \(max) bytes", "check the log with several files of rules")
    }
  }
}

extension RulesError: DescribedError {
  /// The position, the problem and what to do, in one sentence without control characters.
  public var description: String {
    let (problem, hint) = kind.message
    return "\(file):\(line):\(column): \(problem); \(hint)".escapedForDisplay
  }
}
