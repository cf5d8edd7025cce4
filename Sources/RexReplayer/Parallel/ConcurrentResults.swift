/// Calls a closure for each index, all at the same time, and returns the results in order.
///
/// Each index gets a thread, whatever the number of cores; the caller limits them.
///
/// - Parameters:
///   - count: The number of indices; the first is 0.
///   - body: The closure, called on several threads.
package func concurrentResults<Value: Sendable, Failure: Error>(
  count: Int, _ body: @escaping @Sendable (Int) throws(Failure) -> Value
) -> [Result<Value, Failure>] {
  var results: [Result<Value, Failure>] = []
  forEachInOrder(count: count, jobCount: count) { index, _ in
    Result { () throws(Failure) in try body(index) }
  } then: { _, result in
    results.append(result)
  }
  return results
}
