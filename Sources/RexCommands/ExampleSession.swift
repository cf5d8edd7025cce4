/// A scripted session of an example app, for `record` and `demo`.
public struct ExampleSession: Sendable {
  /// What is wanted of a session.
  public struct Plan: Sendable {
    /// How many actions.
    public var actionCount: Int
    /// Decides every random choice.
    public var seed: UInt64
    /// How many messages the state has, where the session takes that.
    public var messageCount: Int
  }

  /// The name that `record` takes.
  public var name: String
  /// What the app is, in a line.
  public var summary: String
  /// How many messages its state may have; nil where that is the session's own affair.
  public var messageCounts: ClosedRange<Int>?
  /// Records a session as planned into a new file at a path.
  public var record: @Sendable (_ path: String, _ plan: Plan) throws -> Void

  /// An example by name.
  public init(
    name: String, summary: String, messageCounts: ClosedRange<Int>? = nil,
    record: @escaping @Sendable (_ path: String, _ plan: Plan) throws -> Void
  ) {
    (self.name, self.summary, self.messageCounts) = (name, summary, messageCounts)
    self.record = record
  }
}
