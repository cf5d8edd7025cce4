import Foundation

/// A result to come, from the Hydra library.
public final class Promise<Value> {
  private let lock = NSLock()
  private var value: Value?
  private var observers: [(Value) -> Void] = []

  /// Returns what the closure makes of the result.
  @discardableResult
  public func then<Other>(_ body: @escaping (Value) throws -> Other) -> Promise<Other> {
    let promise = Promise<Other>()
    observe { if let other = try? body($0) { promise.resolve(other) } }
    return promise
  }

  func resolve(_ value: Value) {
    let observers = lock.withLock {
      self.value = value
      return self.observers
    }
    for observer in observers { observer(value) }
  }

  private func observe(_ body: @escaping (Value) -> Void) {
    let value = lock.withLock {
      if self.value == nil { observers.append(body) }
      return self.value
    }
    if let value { body(value) }
  }
}
