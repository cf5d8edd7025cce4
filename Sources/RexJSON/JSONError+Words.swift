extension JSONError: DescribedError {
  /// The location, the problem and its solution, in one sentence without control characters.
  public var errorDescription: String? { "\(description); \(kind.hint)".shownEscaped }
}

extension JSONError.Kind {
  fileprivate var hint: String {
    switch self {
    case .depthExceeded, .textTooLong, .stringTooLong, .numberTooLong, .treeTooLarge:
      "where you trust the text, read it with wider `JSONLimits`"
    case .undecodable: "decode it into the type that was encoded"
    default: "correct the text there"
    }
  }
}
