public import Foundation
public import RexFormat

extension Log {
  /// Opens the log at a file URL; the same as `init(path:)` with the URL's path.
  public init(_ file: URL) throws(LogError) {
    try self.init(path: file.path(percentEncoded: false))
  }
}
