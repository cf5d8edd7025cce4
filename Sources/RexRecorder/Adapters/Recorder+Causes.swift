import RexActions

/// Causes of actions.
///
///     record a ─▶ 28 ─▶ withCause(28) { … record b … }       b's line says "cause":28
///
/// `Recorder.middleware` does not need these methods: RexStore knows the cause of each dispatch.
extension Recorder {
  /// The number of the action that causes what is recorded here; nil if unknown.
  ///
  /// Queues and callbacks do not inherit it. Read it before, and pass it to `withCause`:
  ///
  ///     let cause = recorder.currentCause
  ///     queue.async { recorder.withCause(cause) { store.send(.loaded) } }
  public var currentCause: Int? { Cause.current?.seq(in: identity) }

  /// Calls a closure with an action as the cause of what is recorded in it.
  ///
  /// Everything that the closure calls inherits the cause, and so do tasks that it starts with
  /// `Task { }`, in task groups or with `async let`. Queues, callbacks, threads and detached tasks
  /// do not.
  ///
  /// - Parameters:
  ///   - seq: The action's number in the log, as `record` returned it. Nil if the action was not
  ///     recorded; the cause then stays the one of the current context.
  ///   - body: The closure.
  /// - Returns: The closure's result.
  @discardableResult
  public func withCause<Result>(
    _ seq: Int?, _ body: () throws -> Result
  ) rethrows -> Result {
    guard let cause = cause(seq) else { return try body() }
    return try Cause.withCurrent(cause, body)
  }

  /// Calls an asynchronous closure with an action as the cause of what is recorded in it.
  @discardableResult
  public func withCause<Result>(
    _ seq: Int?, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Result
  ) async rethrows -> Result {
    guard let cause = cause(seq) else { return try await body() }
    return try await Cause.withCurrent(cause, isolation: isolation, body)
  }

  /// Calls a closure that handles one action; that action causes what the closure dispatches.
  ///
  /// Use it if a chain of functions leads to the store's reducer: call it in the first function of
  /// the chain, around the others. The action that is recorded inside becomes the cause of what is
  /// dispatched there afterwards. If none is recorded, because a function dropped the action, the
  /// cause stays the one of the current context.
  ///
  ///     { next in { action in recorder.handling { next(action) } } }
  @discardableResult
  public func handling<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard !isDisabled else { return try body() }
    let handled = Cause(of: .current, handledIn: identity)
    defer { handled.end() }
    return try Cause.withCurrent(handled, body)
  }

  /// Calls an asynchronous closure that handles one action; that action causes what it dispatches.
  @discardableResult
  public func handling<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    guard !isDisabled else { return try await body() }
    let handled = Cause(of: .current, handledIn: identity)
    defer { handled.end() }
    return try await Cause.withCurrent(handled, isolation: isolation, body)
  }

  /// Returns the current cause if it is the action to record, and the number of its cause.
  ///
  /// - Parameter isHandled: Whether the current cause is known to be the action itself.
  func causes(isHandled: Bool = false) -> (handled: Cause?, seq: Int?) {
    guard let current = Cause.current else { return (nil, nil) }
    guard isHandled || current.isToBeRecorded(in: identity) else {
      return (nil, current.seq(in: identity))
    }
    return (current, current.causeSeq(in: identity))
  }

  private func cause(_ seq: Int?) -> Cause? {
    guard !isDisabled else { return nil }
    return seq.map { Cause($0, in: identity, of: .current) }
  }
}

/// Identifies a recording by object identity.
final class RecordingIdentity: Sendable {}
