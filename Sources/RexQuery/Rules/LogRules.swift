/// Named conditions that have to hold after every action of a log: its invariants.
///
///     # What the cart shows has to be the sum of its lines.
///     total: $.total == sum($.lines[*].price)
///     no card is lost (moveCard, sortCards): count($.cards[*]) == count($$.cards[*])
///     └ name           └ types of actions    └ condition
///
/// There is a rule on each line. A rule with types of actions is judged only after such actions.
/// Empty lines, and lines that begin with `#`, are left out. A type stands for those
/// nested in it, too, and `*` for any characters. Written as a JSON string, it stands for itself
/// alone; so are types written that contain a comma, a parenthesis or a quote.
public struct LogRules: Sendable {
  /// The rules, in their order.
  public let rules: [Rule]

  /// A condition with a name.
  public struct Rule: Sendable {
    /// The rule's name, which no other has.
    public let name: String
    /// The types of the actions after which it is judged; empty for all.
    public let types: [String]
    /// The same as patterns, in which a type that was quoted still is.
    package let typePatterns: [String]
    /// What has to hold.
    public let condition: Condition
    /// The rule's line, from 1.
    public let line: Int
    /// The column of its condition, from 1.
    package let column: Int

    /// The name, with the types in parentheses if there are any.
    package var title: String {
      types.isEmpty ? name : "\(name) (\(types.joined(separator: ", ")))"
    }
  }

  /// The rules in a text.
  ///
  /// - Parameter name: the name of the text, for errors; usually a file's.
  public init(_ text: String, named name: String = "rules") throws(RulesError) {
    try self.init(bytes: Array(text.utf8), named: name)
  }

  /// The rules in a text in UTF-8, with any line endings.
  package init(bytes: [UInt8], named name: String) throws(RulesError) {
    guard bytes.count <= Self.bytesMax else {
      throw RulesError(.tooLong(max: Self.bytesMax), name, line: 1, column: 1)
    }
    var rest = bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    var (rules, lines, number) = ([Rule](), [String: Int](), 0)
    while !rest.isEmpty {
      number += 1
      let line = rest.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
      rest = rest[line.endIndex...]
      rest = rest.dropFirst(rest.starts(with: "\r\n".utf8) ? 2 : 1)
      var parser = try RuleParser(line, name, number)
      guard let rule = try parser.rule() else { continue }
      if let first = lines.updateValue(number, forKey: rule.name) {
        throw parser.error(.repeatedName(rule.name, line: first), at: 0)
      }
      guard rules.count < Self.countMax else {
        throw parser.error(.tooMany(max: Self.countMax), at: 0)
      }
      rules.append(rule)
    }
    guard !rules.isEmpty else { throw RulesError(.noRules, name, line: 1, column: 1) }
    self.rules = rules
  }

  /// The most bytes of a file of rules.
  package static let bytesMax = 1 << 20

  /// The most rules: each may be evaluated after each action.
  static let countMax = 1_000

  /// The most Unicode scalars of a name or a type, which are printed with each result.
  static let nameScalarsMax = 200

  /// The limits of an evaluation, which a rule of a stranger may reach after every action.
  static let limits = {
    var limits = QueryLimits.standard
    limits.stepsMax = 10_000_000
    return limits
  }()
}
