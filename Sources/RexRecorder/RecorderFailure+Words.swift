public import RexJSON
import RexLog

extension RecorderFailure: DescribedError {
  /// What is wrong, and what to do, in one sentence without control characters.
  public var description: String {
    switch self {
    case .log(let error): "the log cannot be written: \(error)"
    case .state(let reason):
      "the state cannot be encoded: \(reason.shownEscaped); correct its encode(to:)"
    }
  }
}
