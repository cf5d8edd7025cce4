public import RexJSON

/// A last line that stops in the middle: what can still be read of it.
///
///     {"kind":"action","seq":7,"timeMs":12.5,"type":"load","action":{"lo
///     └───────────── members that are whole ────────────┘
///
/// The members up to a comma of the outermost object are whole. The last such comma before which
/// the text, closed by a brace, is a JSON object gives all that can be known.
public struct LogTornLine: Sendable, Equatable {
  /// The number of bytes there are.
  public var byteCount: Int
  /// The entry's kind, when the line reaches so far.
  public var kind: String?
  /// The action's number, when the line reaches so far.
  public var seq: Int?
  /// When its reducer was called, when the line reaches so far.
  public var timeMs: Double?
  /// The action that caused it, when the line reaches so far and says so.
  public var cause: Int?
  /// The action's label, when the line reaches so far.
  public var type: String?
  /// The action's content, when the line reaches so far.
  public var payload: LogAction.Payload?
  /// Where the action was dispatched, when the line reaches so far.
  public var source: LogSource?
  /// Whether the action may have finished all the same, less than 50 ms before the log's end.
  ///
  /// So it is where the action before it has no patch: then the end of a line goes out with the
  /// next line.
  public var mayHaveFinished = false
}

extension LogTornLine {
  /// The encoded action, when the line reaches so far.
  public var action: JSON? {
    if case .action(let json) = payload { json } else { nil }
  }

  /// Whether this is the beginning of a line, or an action without its rest.
  static func isTorn(_ line: UnsafeRawBufferPointer) -> Bool {
    do {
      let json = try JSON(parsing: line)
      guard case .action(let action) = try LogEntry(reading: json) else { return false }
      return action.result == nil
    } catch let error as JSONError {
      return error.isAtEnd(of: line)
    } catch {
      return false
    }
  }

  /// Whether this is how a session line begins, or no byte of one.
  static func isTornSession(_ line: UnsafeRawBufferPointer) -> Bool {
    let beginning = #"{"kind":"session","#.utf8
    return (line.starts(with: beginning) || beginning.starts(with: line)) && isTorn(line)
  }

  init(recovering line: [UInt8]) {
    self.init(byteCount: line.count)
    guard let members = LogTornLine.members(of: line) else { return }
    kind = members["kind"]?.string
    if kind == "action" { takeAction(members) }
  }

  /// The members that are whole in the beginning of a line; nil where it is no JSON object.
  static func members(of line: [UInt8]) -> JSON? {
    // A number at the very end may go on; a string, an array or an object has an end of its own.
    let isCutInNumber = line.last.map { (0x30...0x39).contains($0) } ?? false
    let ends = (isCutInNumber ? [] : [line.count]) + topLevelCommas(of: line).reversed()
    for end in ends {
      let closed = Array(line[..<end]) + [UInt8(ascii: "}")]
      if let json = try? JSON(parsing: closed), json.object != nil { return json }
    }
    return nil
  }

  /// The commas between members of the outermost object: at most as many as an entry has members.
  private static func topLevelCommas(of line: [UInt8]) -> [Int] {
    var commas: [Int] = []
    var depth = 0
    var isInString = false
    var isEscaped = false
    for (offset, byte) in line.enumerated() {
      if isInString {
        switch byte {
        case _ where isEscaped: isEscaped = false
        case UInt8(ascii: "\\"): isEscaped = true
        case UInt8(ascii: "\""): isInString = false
        default: break
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ",") where depth == 1: commas.append(offset)
      default: break
      }
    }
    return commas.suffix(membersMax)
  }

  /// More members than any kind of entry has; bounds the work on a stranger's line.
  private static let membersMax = 16
}

extension JSONError {
  /// Whether the text was right as far as it goes: it stops in the middle of a token or a scalar.
  fileprivate func isAtEnd(of text: UnsafeRawBufferPointer) -> Bool {
    switch kind {
    case .unexpectedEnd: true
    case .invalidUTF8: location.offset >= text.count - 3
    case .loneSurrogate: location.offset >= text.count - #"\ud83d\ud"#.utf8.count
    default: false
    }
  }
}
