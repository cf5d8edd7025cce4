/// Receives notice before and after the app's code runs, to identify an action that never returns.
package protocol ReductionProgress: Sendable {
  /// Called before an action is reduced, or before the state before it is decoded.
  func willReduce(_ seq: Int)
  /// Called after the app's code returned.
  func didReduce()
}
