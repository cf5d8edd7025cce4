public import Foundation

#if canImport(ObjectiveC) || !canImport(Darwin)
  /// An error that says in one sentence what is wrong and what to do.
  ///
  /// Both `"\(error)"` and `error.localizedDescription` give the sentence.
  public protocol DescribedError: LocalizedError, CustomStringConvertible {}

  extension DescribedError {
    /// The description.
    public var errorDescription: String? { description }
    /// None apart: it is in the description.
    public var failureReason: String? { nil }
    /// None apart: it is in the description.
    public var recoverySuggestion: String? { nil }
    /// None.
    public var helpAnchor: String? { nil }
  }
#else
  /// An error that says in one sentence what is wrong and what to do.
  ///
  /// Without Objective-C there is no `LocalizedError` on Apple's platforms. Only a compiler that
  /// checks these sources on another system is without it.
  public protocol DescribedError: Error, CustomStringConvertible {}
#endif
