import Dispatch
import RexLocking

/// Calls a closure for each index in parallel, and returns the results in order.
///
/// - Parameters:
///   - count: The number of indices; the first is 0.
///   - body: The closure, called on several threads.
package func concurrentResults<Value: Sendable, Failure: Error>(
  count: Int, _ body: @Sendable (Int) throws(Failure) -> Value
) -> [Result<Value, Failure>] {
  let results = Locked([Result<Value, Failure>?](repeating: nil, count: count))
  DispatchQueue.concurrentPerform(iterations: count) { index in
    let result = Result { () throws(Failure) in try body(index) }
    results.withLock { $0[index] = result }
  }
  return results.withLock { $0.compactMap(\.self) }
}
