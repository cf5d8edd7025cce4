/// A scripted session of an example app, for `record` and `demo`.
package struct ExampleSession: Sendable {
  /// The parameters of a session.
  package struct Plan: Sendable {
    /// The number of actions.
    package var actionCount: Int
    /// The random seed.
    package var seed: UInt64
    /// The number of messages in the state, if the session supports it.
    package var messageCount: Int
  }

  /// The name for `record`.
  package var name: String
  /// A one-line description of the app.
  package var summary: String
  /// The supported numbers of messages; nil if the number cannot be chosen.
  package var messageCounts: ClosedRange<Int>?
  /// Records a session into a new file at a path.
  package var record: @Sendable (_ path: String, _ plan: Plan) throws -> Void

  package init(
    name: String, summary: String, messageCounts: ClosedRange<Int>? = nil,
    record: @escaping @Sendable (_ path: String, _ plan: Plan) throws -> Void
  ) {
    (self.name, self.summary, self.messageCounts) = (name, summary, messageCounts)
    self.record = record
  }
}
