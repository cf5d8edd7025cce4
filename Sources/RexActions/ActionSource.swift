/// The source location of a dispatch, with information that the caller adds.
public struct ActionSource: Sendable, Hashable {
  /// The file in the form of `#fileID`: `Module/File.swift`.
  public var file: String
  /// The function in the form of `#function`.
  public var function: String
  /// The line, from 1.
  public var line: Int
  /// Additional information, such as a correlation ID or the name of a tapped button.
  public var info: String?

  /// Creates a source from its parts.
  @inlinable
  public init(file: String, function: String, line: Int, info: String? = nil) {
    self.file = file
    self.function = function
    self.line = line
    self.info = info
  }

  /// Returns the source location of this call.
  @inlinable
  public static func here(
    info: String? = nil, file: String = #fileID, function: String = #function, line: Int = #line
  ) -> ActionSource {
    ActionSource(file: file, function: function, line: line, info: info)
  }
}
