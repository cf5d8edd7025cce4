import RexJSON

/// One line of a log.
///
///     {"kind":"session","rexlog":1,"id":"6F9B…",…}                       session
///     {"kind":"keyframe","seq":0,"timeMs":0,"state":{…}}                 keyframe
///     {"kind":"action","seq":1,"timeMs":412.103,"type":"load",…}         action
///     {"kind":"mark","seq":1,"timeMs":900.5,"label":"here","data":{}}    mark
///     {"kind":"gap","from":58,"to":61,"reason":"disk full"}              gap
///     {"kind":"end","seq":61,"timeMs":65012.9,"reason":"closed"}         end
///
/// Each kind has its own file, which reads, writes and recovers its line, and its cases here. The
/// format is specified in docs/reference/log-format.md.
public enum LogEntry: Sendable, Equatable {
  /// The first line, which identifies the recording.
  case session(LogSession)
  /// The whole state after `seq` actions.
  case keyframe(LogKeyframe)
  /// An action and its effect on the state.
  case action(LogAction)
  /// A named position.
  case mark(LogMark)
  /// Actions that were lost.
  case gap(LogGap)
  /// The last line of a complete log.
  case end(LogEnd)
  /// A line of a kind that this version does not know; it is skipped and counted.
  case unknown(kind: String)
}

extension Log {
  /// The kinds of entries; a raw value is the `kind` member of their lines.
  public enum Kind: String, Sendable, CaseIterable {
    /// The session line.
    case session
    /// A whole state.
    case keyframe
    /// An action.
    case action
    /// A named position.
    case mark
    /// Lost actions.
    case gap
    /// The end of the recording.
    case end
    /// A kind that this version does not know.
    case unknown = ""

    private static let all = allCases

    /// The kind of lines with this `kind` member.
    init(named text: some Collection<UInt8>) {
      self = Kind.all.first { text.elementsEqual($0.rawValue.utf8) } ?? .unknown
    }
  }
}

extension LogEntry {
  /// An entry from its line's document.
  ///
  /// Unknown members are ignored; an unknown kind gives `unknown`. Throws if a member is missing or
  /// has the wrong type.
  init(reading json: JSON) throws(EntryError) {
    guard let first = json.object?.first, first.key == "kind", let kind = first.value.string else {
      throw EntryError(.notAnEntry)
    }
    let members = EntryMembers(json: json, path: "")
    switch Log.Kind(named: kind.utf8) {
    case .session: self = .session(try LogSession(reading: members))
    case .keyframe: self = .keyframe(try LogKeyframe(reading: members))
    case .action: self = .action(try LogAction(reading: members))
    case .mark: self = .mark(try LogMark(reading: members))
    case .gap: self = .gap(try LogGap(reading: members))
    case .end: self = .end(try LogEnd(reading: members))
    case .unknown: self = .unknown(kind: kind)
    }
  }

  /// The entry's line with its line feed.
  package var line: [UInt8] {
    var bytes: [UInt8] = []
    write(into: &bytes)
    return bytes
  }

  /// Appends the entry's line with its line feed; that of an unfinished action has no ending.
  public func write(into bytes: inout [UInt8]) {
    switch self {
    case .session(let session): session.write(into: &bytes)
    case .keyframe(let keyframe): keyframe.write(into: &bytes)
    case .action(let action): action.write(into: &bytes)
    case .mark(let mark): mark.write(into: &bytes)
    case .gap(let gap): gap.write(into: &bytes)
    case .end(let end): end.write(into: &bytes)
    case .unknown(let kind): JSON.object(["kind": .string(kind)]).writeLine(into: &bytes)
    }
  }
}
