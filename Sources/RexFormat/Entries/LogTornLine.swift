public import RexJSON

/// The readable part of a last line that was cut off.
///
///     {"kind":"action","seq":7,"timeMs":12.5,"type":"load","action":{"lo
///     └──────────────── complete members ───────────────┘
///
/// The longest part that is valid JSON when closed with a brace is kept: the whole line, or the
/// text before a comma between its members.
public struct LogTornLine: Sendable, Equatable {
  /// The number of bytes present.
  public var byteCount: Int
  /// The entry's kind, if present.
  public var kind: String?
  /// The action's number, if present.
  public var seq: Int?
  /// The time at which the action's reducer was called, if present.
  public var timeMs: Double?
  /// The action that caused it, if present.
  public var cause: Int?
  /// The action's label, if present.
  public var type: String?
  /// The action's content, if present.
  public var payload: LogAction.Payload?
  /// What was seen by reflection of an action that could not be encoded, if present.
  public var seen: JSON?
  /// The source location of the dispatch, if present.
  public var source: LogSource?
  /// The values that the reducer took from outside before it stopped, in order.
  public var inputs: [JSON] = []
  /// Whether the action may have finished, although its line has no ending; see `Doubt`.
  public var mayHaveFinished = false
  /// Why the action may have finished; nil if it certainly did not.
  package var doubt: Doubt? { didSet { mayHaveFinished = doubt != nil } }

  /// A reason why an action whose line has no ending may have finished.
  package enum Doubt: Sendable {
    /// The recorder leaves a line incomplete if recording fails in it, as `LogSession` says.
    case failure
    /// The action before it has no patch, so the ending is written with the next line, or after
    /// 50 ms.
    case deferredEnding
    /// The ending is written by another thread.
    case background
  }
}

extension LogTornLine {
  /// The encoded action, if present.
  public var action: JSON? { payload?.action }

  /// Whether this is an incomplete line, or an action that never finished.
  static func isTorn(_ line: UnsafeRawBufferPointer) -> Bool {
    do {
      let json = try JSON(parsing: line, limits: LineLimits.json)
      guard case .action(let action) = try LogEntry(reading: json) else { return false }
      return action.result == nil
    } catch let error as JSONError {
      return error.isAtEnd(of: line)
    } catch {
      return false
    }
  }

  /// Whether this is the beginning of a session line, or empty.
  static func isTornSession(_ line: UnsafeRawBufferPointer) -> Bool {
    let beginning = #"{"kind":"session","#.utf8
    return (line.starts(with: beginning) || beginning.starts(with: line)) && isTorn(line)
  }

  init(recovering line: [UInt8]) {
    self.init(byteCount: line.count)
    guard let members = LogTornLine.members(of: line) else { return }
    kind = members["kind"]?.string
    if kind == "action" { takeAction(EntryMembers(json: members, path: "")) }
  }

  /// The complete members of an incomplete line; nil if it is not a JSON object.
  static func members(of line: [UInt8]) -> JSON? {
    if line.last == UInt8(ascii: "}"), let json = object(line) { return json }
    for (end, closing) in ends(of: line).suffix(endsMax).reversed() {
      if let json = object(line[..<end] + Array(closing.utf8)) { return json }
    }
    return nil
  }

  private static func object(_ line: [UInt8]) -> JSON? {
    let json = try? JSON(parsing: line, limits: LineLimits.json)
    return json?.object == nil ? nil : json
  }

  /// The last ends of members of the outermost object that look complete, each with what closes it.
  ///
  /// The elements of inputs are complete before their array is.
  private static func ends(of line: [UInt8]) -> [(Int, closing: String)] {
    line.withUnsafeBytes { bytes in
      var cursor = JSONCursor(bytes)
      guard cursor.enterObject() else { return [] }
      var ends: [(Int, closing: String)] = []
      func append(_ end: Int, closing: String) {
        if ends.count == 2 * endsMax { ends.removeFirst(endsMax) }
        ends.append((end, closing))
      }
      while let key = cursor.nextKey() {
        var elements = cursor
        guard let value = cursor.skipValue() else {
          guard bytes[key].elementsEqual("inputs".utf8), elements.enterArray() else { break }
          while elements.nextElement(), let element = elements.skipValue() {
            append(element.upperBound, closing: "]}")
          }
          break
        }
        // A number at the end may be incomplete; a string, array or object ends with a delimiter.
        let isCut = value.upperBound == line.count && 0x30...0x39 ~= line[line.count - 1]
        if !isCut { append(value.upperBound, closing: "}") }
      }
      return ends
    }
  }

  /// More members than any kind of entry has, which bounds the work for a malicious line.
  private static let endsMax = 16
}

extension JSONError {
  /// Whether the text is valid as far as it goes, but ends too early.
  fileprivate func isAtEnd(of text: UnsafeRawBufferPointer) -> Bool {
    switch kind {
    case .unexpectedEnd: true
    case .invalidUTF8: location.offset >= text.count - 3
    case .loneSurrogate: location.offset >= text.count - #"\ud83d\ud"#.utf8.count
    default: false
    }
  }
}
