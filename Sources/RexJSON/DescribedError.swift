public import Foundation

#if canImport(ObjectiveC) || !canImport(Darwin)
  /// An error that describes the problem and its solution in one sentence.
  ///
  /// `error.localizedDescription` returns the sentence. So does `"\(error)"`, except that a
  /// `JSONError` leaves out the solution there.
  public protocol DescribedError: LocalizedError, CustomStringConvertible {}

  extension DescribedError {
    /// The description.
    public var errorDescription: String? { description }
    /// Nil, because the description contains the reason.
    public var failureReason: String? { nil }
    /// Nil, because the description contains the suggestion.
    public var recoverySuggestion: String? { nil }
    /// Nil.
    public var helpAnchor: String? { nil }
  }
#else
  /// An error that describes the problem and its solution in one sentence.
  ///
  /// Without Objective-C, there is no `LocalizedError` on Apple's platforms. This is only the case
  /// when these sources are checked on another system.
  public protocol DescribedError: Error, CustomStringConvertible {}
#endif
