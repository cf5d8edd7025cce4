import Foundation
import RexFormat
public import RexJSON

extension RecorderFailure: DescribedError {
  /// A description of the problem and its solution, in one sentence without control characters.
  public var description: String {
    switch self {
    case .log(let error): "the log cannot be written: \(error)"
    case .state(let reason):
      "the state cannot be encoded: \(reason.escapedForDisplay); correct its encode(to:)"
    }
  }

  /// Prints the failure to standard error in debug builds; does nothing in release builds.
  public static let warning: @Sendable (RecorderFailure) -> Void = { failure in
    #if DEBUG
      FileHandle.standardError.write(Data("rexreplay: warning: \(failure)\n".utf8))
    #endif
  }
}
