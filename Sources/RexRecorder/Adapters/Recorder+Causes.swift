import RexActions

/// Which action caused which.
///
///     record a ─▶ 28 ─▶ withCause(28) { … record b … }       b's line says "cause":28
///
/// `Recorder.middleware` needs none of this: RexStore says which action led to each dispatch.
extension Recorder {
  /// The action that caused what is recorded here; nil when none is known.
  ///
  /// For what does not inherit it: read it before, and give it to `withCause` there.
  ///
  ///     let cause = recorder.currentCause
  ///     queue.async { recorder.withCause(cause) { store.send(.loaded) } }
  public var currentCause: Int? { Cause.current?.seq(in: identity) }

  /// Runs a closure; what is recorded in it was caused by an action.
  ///
  /// What the closure calls inherits the cause, and so do the tasks that it begins by `Task { }`,
  /// in groups or by `async let`. Queues, callbacks, threads and detached tasks do not.
  ///
  /// - Parameter seq: the action's number in the log, as `record` returned it. Nil, for an action
  ///   that was not recorded, leaves the cause as it is: what led to that action.
  @discardableResult
  public func withCause<Result>(
    _ seq: Int?, _ body: () throws -> Result
  ) rethrows -> Result {
    guard let cause = cause(seq) else { return try body() }
    return try Cause.withCurrent(cause, body)
  }

  /// Runs a closure that awaits; what is recorded in it was caused by an action.
  @discardableResult
  public func withCause<Result>(
    _ seq: Int?, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    guard let cause = cause(seq) else { return try await body() }
    return try await Cause.withCurrent(cause, isolation: isolation, body)
  }

  /// Runs the whole way of one action through a store; what it leads to was caused by the action.
  ///
  /// For a store whose reducer is reached by way of a chain: call it in the chain's first link,
  /// around the others. The action that is recorded inside is the cause of what is dispatched
  /// there afterwards. If none is, because a link swallowed the action, then what led to it is.
  ///
  ///     { next in { action in recorder.handling { next(action) } } }
  @discardableResult
  public func handling<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard !isDisabled else { return try body() }
    let handled = Cause(of: .current, nextIn: identity)
    defer { handled.end() }
    return try Cause.withCurrent(handled, body)
  }

  /// Runs the whole way of one action through a store whose chain awaits.
  @discardableResult
  public func handling<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    guard !isDisabled else { return try await body() }
    let handled = Cause(of: .current, nextIn: identity)
    defer { handled.end() }
    return try await Cause.withCurrent(handled, isolation: isolation, body)
  }

  /// The cause that stands for the action which is recorded now, and the number of what led to it.
  ///
  /// - Parameter isHandled: whether the current one stands for it; else that is looked up.
  func causes(isHandled: Bool = false) -> (handled: Cause?, seq: Int?) {
    guard let current = Cause.current else { return (nil, nil) }
    guard isHandled || current.isRecorded(in: identity) else {
      return (nil, current.seq(in: identity))
    }
    return (current, current.causeSeq(in: identity))
  }

  private func cause(_ seq: Int?) -> Cause? {
    guard !isDisabled else { return nil }
    return seq.map { Cause($0, in: identity, of: .current) }
  }
}

/// Stands for a recording among others, as long as anything refers to it.
final class RecordingIdentity: Sendable {}
