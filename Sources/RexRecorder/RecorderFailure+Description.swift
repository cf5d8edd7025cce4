public import RexJSON
import RexLog

extension RecorderFailure: DescribedError {
  /// A description of the problem and its solution, in one sentence without control characters.
  public var description: String {
    switch self {
    case .log(let error): "the log cannot be written: \(error)"
    case .state(let reason):
      "the state cannot be encoded: \(reason.escapedForDisplay); correct its encode(to:)"
    }
  }
}
