package import RexLog
package import RexReplayer

/// An example app: a scripted session for `record` and `demo`, and the reducer for its logs.
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
  /// The app, with its reducer.
  package var app: ReplayableApp
  /// The supported numbers of messages; nil if the number cannot be chosen.
  package var messageCounts: ClosedRange<Int>?
  /// Records a session into a new file at a path; nil if the app has none to record.
  package var record: (@Sendable (_ path: String, _ plan: Plan) throws -> Void)?

  /// Records a session at its own pace, connected to the `live` that listens at a port; nil if the
  /// example does not.
  package var recordLive: (@Sendable (_ path: String, _ plan: Plan, _ port: UInt16) throws -> Void)?

  /// Returns whether a log is this example's, rather than of an app with the same name.
  package var recorded: @Sendable (Log) -> Bool

  package init(
    name: String, summary: String, app: ReplayableApp, messageCounts: ClosedRange<Int>? = nil,
    recorded: @escaping @Sendable (Log) -> Bool,
    record: (@Sendable (_ path: String, _ plan: Plan) throws -> Void)? = nil
  ) {
    (self.name, self.summary, self.app) = (name, summary, app)
    (self.messageCounts, self.recorded, self.record) = (messageCounts, recorded, record)
  }
}
