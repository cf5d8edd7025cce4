package import RexDiff
import RexJSON
import RexLog
import RexQuestions

/// The error for a state of an app whose `State` is not `Codable`: only the initial one is known.
package struct StateNotInitial: Error {
  /// The first difference, from the recorded state to the app's initial one.
  package var difference: JSONDifference

  package init(_ difference: JSONDifference) { self.difference = difference }
}

extension StateNotInitial: CustomStringConvertible {
  package var description: String {
    let values = LogText.values([difference.new, difference.old], marking: nil)
    return "State is not Codable, and this is not the app's initial state, which has "
      + "\(values[0]) at \(LogText.path(difference.path)) instead of \(values[1])"
  }

  var hint: String {
    "make State Codable to begin anywhere, or give the app the initial state that was recorded"
  }
}
