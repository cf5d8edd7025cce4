import LookAlikes
import RexRecorder

// The Swift of docs/attach.md for Katana, compiled against a look-alike by its names of version 5.

private typealias AnyStateUpdater = StateUpdater<AppState>

private struct AnySideEffectContext {
  var getAnyState: () -> Any
}

private typealias StoreInterceptor =
  (_ context: AnySideEffectContext) -> (_ next: @escaping (Any) throws -> Void)
  -> (_ dispatchable: Any) throws -> Void

private struct AppState: Codable, Sendable {
  var count = 0
}

private func attach(_ recorder: Recorder<any AnyStateUpdater, AppState>) {
  let recording: StoreInterceptor = { context in
    let looking = recorder.curriedMiddleware()({ _ in }, { context.getAnyState() as? AppState })
    return { next in
      { dispatchable in
        guard let updater = dispatchable as? any AnyStateUpdater else {
          return try next(dispatchable)
        }
        looking { try? next($0) }(updater)
      }
    }
  }

  _ = InterceptedStore(state: AppState(), interceptors: [intercepting(recording)])
}

/// The interceptor in the shape of the look-alike, which knows of updaters alone.
private func intercepting(
  _ interceptor: @escaping StoreInterceptor
) -> InterceptedStore<AppState>.Interceptor {
  { getState, _ in
    let link = interceptor(AnySideEffectContext(getAnyState: getState))
    return { next in
      let handle = link { dispatchable in
        if let updater = dispatchable as? any AnyStateUpdater { try next(updater) }
      }
      return { try handle($0) }
    }
  }
}
