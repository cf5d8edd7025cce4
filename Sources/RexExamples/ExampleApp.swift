public import RexLog
public import RexRecorder
public import RexReplayer
import RexStore

/// An example app: its name, a session to record, and its reducer for replaying.
public struct ExampleApp: Sendable {
  /// The app's name as an argument of `rexreplay record`.
  public let name: String
  /// A one-line description of the app.
  public let summary: String
  /// The app's name in logs and its reducer.
  public let replayable: ReplayableApp

  private let types: LogSession.Types
  private let play:
    @Sendable (any LogSink, SessionPlan, RecorderConfiguration) throws(LogError) -> Void

  /// Creates an app from its reducer and a session that runs with a recording middleware.
  init<Action: Codable & Sendable, State: Codable & Sendable>(
    name: String, appName: String, summary: String, reducer: Reducer<Action, State>,
    play: @escaping @Sendable (SessionPlan, Middleware<Action, State>) -> Void
  ) {
    self.init(
      name: name, summary: summary,
      replayable: ReplayableApp(name: appName, reducer: reducer.reduce), actions: nil, play: play)
  }

  /// Creates an app whose actions share a protocol.
  init<Action: Sendable, State: Codable & Sendable>(
    name: String, appName: String, summary: String,
    actions: ActionRegistry<Action>, migrations: [Migration] = [],
    reducer: Reducer<Action, State>,
    play: @escaping @Sendable (SessionPlan, Middleware<Action, State>) -> Void
  ) {
    self.init(
      name: name, summary: summary,
      replayable: ReplayableApp(
        name: appName, actions: actions, migrations: migrations, reducer: reducer.reduce),
      actions: actions, play: play)
  }

  private init<Action: Sendable, State: Codable & Sendable>(
    name: String, summary: String, replayable: ReplayableApp, actions: ActionRegistry<Action>?,
    play: @escaping @Sendable (SessionPlan, Middleware<Action, State>) -> Void
  ) {
    (self.name, self.summary, self.replayable) = (name, summary, replayable)
    types = LogSession.Types(
      state: String(describing: State.self), action: String(describing: Action.self))
    self.play = { (sink, plan, configuration) throws(LogError) in
      let recorder = try Recorder<Action, State>(
        sink: sink, app: replayable.name, actions: actions, configuration: configuration)
      play(plan, recorder.middleware)
      recorder.close()
      if case .log(let error) = recorder.failure { throw error }
    }
  }

  /// Records the planned session into a log.
  ///
  /// The times are the session's virtual times plus the time that elapsed on this machine.
  public func record(_ plan: SessionPlan, to sink: any LogSink) throws(LogError) {
    var configuration = RecorderConfiguration(clock: .system.running(ahead: plan.time))
    // Some examples leave actions out on purpose.
    configuration.onUnreplayable = { _ in }
    try record(plan, to: sink, configuration: configuration)
  }

  /// Records the planned session into a log, with a configuration.
  ///
  /// If the configuration has no placeholder key, it is derived from the seed, so that the same
  /// seed gives the same bytes. So is the version, from the newest migration.
  public func record(
    _ plan: SessionPlan, to sink: any LogSink, configuration: RecorderConfiguration
  ) throws(LogError) {
    var configuration = configuration
    if configuration.placeholderKey == nil {
      configuration.placeholderKey = UInt64(truncatingIfNeeded: plan.seed)
    }
    configuration.appVersion = configuration.appVersion ?? replayable.migrations.last?.version
    // A release build records what a debug build does.
    configuration.reflection = .whereNeeded
    try play(sink, plan, configuration)
  }
}

extension ExampleApp {
  /// Returns whether a log was recorded from this app, rather than from one with the same name.
  ///
  /// The names of the types and the source of an action decide: every log of an example has them.
  public func recorded(_ log: Log) -> Bool {
    guard log.session.app.name == replayable.name, log.session.types == types else { return false }
    return (try? log.firstSource())?.file.hasPrefix("RexExamples/") ?? false
  }
}

extension Log {
  /// Returns the first source of an action that is not in the store's own code.
  fileprivate func firstSource() throws(LogError) -> LogSource? {
    let reader = reader()
    while let record = try reader.next() {
      guard record.kind == .action, let action = try? reader.action([], of: record) else {
        continue
      }
      if let source = action.source, !source.file.hasPrefix("RexStore/") { return source }
    }
    return unfinished?.source
  }
}

extension ExampleApp {
  /// All the example apps.
  public static let all: [ExampleApp] = [
    .teamChat, .volume, .phoneSession, .shop, .news, .newsScoped,
  ]
}

extension RecorderClock {
  /// Returns a clock that is ahead of this one by the elapsed virtual time.
  func running(ahead time: VirtualTime) -> RecorderClock {
    RecorderClock(date: date, monotonicMs: { monotonicMs() + Double(time.nowMs) })
  }
}
