public import RexJSON

/// What a condition is asked about: an action's entry, and the states around it.
///
///     $.selected != $$.selected && @.type == "select"
///     └ after       └ before       └ entry
public struct Moment: Sendable {
  /// The state after the action: `$`.
  public var after: JSON
  /// The state before it: `$$`; where nil, as at the start of a log, queries of it select nothing.
  public var before: JSON?
  /// The action's entry in the log: `@`; where nil, queries of it select nothing.
  public var entry: JSON?

  /// The moment of an action; a state alone is the start of a log.
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
