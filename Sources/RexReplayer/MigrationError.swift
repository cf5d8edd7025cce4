public import RexJSON

/// An error thrown by a migration's closure.
public struct MigrationError: Error, Sendable {
  /// The migration's version.
  public var version: String
  /// The error that was thrown.
  public var cause: any Error

  package init(version: String, cause: any Error) {
    (self.version, self.cause) = (version, cause)
  }
}

extension MigrationError: DescribedError {
  /// The failed step, the reason and what to do, in one sentence without control characters.
  public var description: String { "cannot be migrated: \(reason); \(hint)".escapedForDisplay }

  var reason: String { "the migration of logs before \(version) threw \(cause)" }

  var hint: String { "fix its closure" }
}
