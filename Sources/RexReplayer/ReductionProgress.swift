/// Receives notice before and after the app's code runs, to identify an action that never returns.
package protocol ReductionProgress: Sendable {
  /// Called before the app reduces an action, or decodes or encodes a value for it.
  func willReduce(_ seq: Int)
  /// Called after the app's code returned.
  func didReduce()
}
