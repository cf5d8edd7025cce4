public import RexLog

/// A log of lines that a test leaves out, repeats, swaps or makes up.
public struct HandmadeLog: Sendable {
  /// The lines, without their line feeds.
  public var lines: [String]

  /// A log of these lines after a session line.
  public init(_ lines: [String], session: String = Self.session()) {
    self.lines = [session] + lines
  }

  /// A session line.
  public static func session(id: String = "6F9B", after: Int = 0, segment: Int? = nil) -> String {
    let segment = segment.map { #","segment":\#($0)"# } ?? ""
    return #"{"kind":"session","rexlog":1,"id":"\#(id)","startedAt":"now","app":{"name":"Sum"}"#
      + #","failures":"truncated","after":\#(after)\#(segment)}"#
  }

  /// A keyframe's line.
  public static func keyframe(_ seq: Int, _ state: String = #"{"n":0}"#) -> String {
    #"{"kind":"keyframe","seq":\#(seq),"timeMs":\#(seq),"state":\#(state)}"#
  }

  /// An action's line; by default, it has no patch.
  public static func action(_ seq: Int, patch: String = "null") -> String {
    #"{"kind":"action","seq":\#(seq),"timeMs":\#(seq),"type":"add","action":{"add":\#(seq)},"#
      + #""tookMs":0,"patch":\#(patch)}"#
  }

  /// A patch of one operation.
  public static func patch(_ operation: String, _ path: String, _ value: String) -> String {
    #"[{"op":"\#(operation)","path":"\#(path)","value":\#(value)}]"#
  }

  /// A gap's line.
  public static func gap(_ from: Int, _ to: Int) -> String {
    #"{"kind":"gap","from":\#(from),"to":\#(to),"reason":"disk full"}"#
  }

  /// An end's line.
  public static func end(_ seq: Int) -> String {
    #"{"kind":"end","seq":\#(seq),"timeMs":\#(seq),"reason":"closed"}"#
  }

  /// The bytes of the log.
  public var bytes: [UInt8] { lines.flatMap { Array($0.utf8) + [UInt8(ascii: "\n")] } }

  /// The log, unchecked.
  public func log(named name: String = "made") throws -> Log { try Log(name: name, bytes: bytes) }
}
