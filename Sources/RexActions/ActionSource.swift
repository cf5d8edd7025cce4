/// Where an action was dispatched from: a place in the source, and what the caller adds to it.
public struct ActionSource: Sendable, Hashable {
  /// The file, as `#fileID` gives it: `Module/File.swift`.
  public var file: String
  /// The function, as `#function` gives it.
  public var function: String
  /// The line, from 1.
  public var line: Int
  /// What the caller adds, such as a correlation id or the widget that was touched.
  public var info: String?

  /// A source of these parts.
  @inlinable
  public init(file: String, function: String, line: Int, info: String? = nil) {
    self.file = file
    self.function = function
    self.line = line
    self.info = info
  }

  /// The place of this call.
  @inlinable
  public static func here(
    info: String? = nil, file: String = #fileID, function: String = #function, line: Int = #line
  ) -> ActionSource {
    ActionSource(file: file, function: function, line: line, info: info)
  }
}
