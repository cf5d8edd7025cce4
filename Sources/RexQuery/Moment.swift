public import RexJSON

/// The input of a condition: an action's entry, and the states before and after it.
///
///     $.selected != $$.selected && @.type == "select" && $.list[?@.id == @@.action.select.id]
///     └ after       └ before       └ entry                      └ node  └ entry
public struct Moment: Sendable {
  /// The state after the action: `$`.
  public var after: JSON
  /// The state before it: `$$`; if nil, as at the start of a log, queries of it select
  /// nothing, and no comparison with them makes a condition hold.
  public var before: JSON?
  /// The action's entry in the log: `@` or `@@`; if nil, the same is true of it.
  public var entry: JSON?
  /// Tells which values in the three are redacted; nil if none are.
  package var redacted: (any RedactedValues)?

  /// The positions at and below which alone the states differ; nil if they may differ anywhere, or
  /// if what is equal in both may have been different.
  package var touched: [JSONPointer]?

  /// The moment of an action; with only a state, the start of a log.
  public init(after: JSON, before: JSON? = nil, entry: JSON? = nil) {
    (self.after, self.before, self.entry) = (after, before, entry)
  }

  subscript(document: Condition.Document) -> JSON? {
    switch document {
    case .after: after
    case .before: before
    case .entry: entry
    }
  }
}
