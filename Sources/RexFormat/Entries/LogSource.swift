import RexJSON

/// Where in an app's source an action was dispatched.
public struct LogSource: Sendable, Hashable, Codable {
  /// The file, as `Module/File.swift`.
  public var file: String
  /// The line, from 1.
  public var line: Int
  /// The function, if known.
  public var function: String?
  /// Additional information from the app, if any.
  public var info: String?

  /// A location in an app's source.
  public init(file: String, line: Int, function: String? = nil, info: String? = nil) {
    (self.file, self.line, self.function, self.info) = (file, line, function, info)
  }
}

extension LogSource {
  init(reading members: EntryMembers) throws(EntryError) {
    self.init(
      file: try members.string("file"), line: try members.natural("line"),
      function: try members.optionalString("function"), info: try members.optionalString("info"))
  }
}

extension LineWriter {
  static func append(_ source: LogSource, to bytes: inout [UInt8]) {
    append(#"{"file":"#, to: &bytes)
    append(string: source.file, to: &bytes)
    append(#","line":"#, to: &bytes)
    bytes.append(decimal: source.line)
    if let function = source.function {
      append(#","function":"#, to: &bytes)
      append(string: function, to: &bytes)
    }
    if let info = source.info {
      append(#","info":"#, to: &bytes)
      append(string: info, to: &bytes)
    }
    append("}", to: &bytes)
  }
}
