import RexDiff
package import RexJSON

/// A checked line of an action, whose values are read from its text when they are asked for.
///
///     {"kind":"action","seq":7,…,"type":"load","action":{…},"tookMs":0.1,"patch":[…]}
///     └──────────────── head ────────────────┘ payload   └── head ──┘     patch
///
/// Payload and patch can be long, so only a caller that needs them parses them. The text is valid
/// as long as that of the record that was read.
package final class ActionLine {
  package let seq: Int
  package let members: LineMembers
  private let traits: Traits

  /// Checks a line; errors give their position in it.
  package init(checking bytes: UnsafeRawBufferPointer) throws(LogError) {
    let members: LineMembers?
    do throws(JSONError) {
      members = try LineMembers(checking: bytes)
    } catch {
      throw LogError(.json(error.kind), log: "", location: error.location)
    }
    guard let members else { throw LogError(.notAnEntry, log: "") }
    self.members = members
    if members.showNoTraits, let head = LineHead(bytes) {
      (seq, traits) = (head.seq, [])
    } else {
      let head = try ActionLine.head(members)
      (seq, traits) = (head.seq, Traits(head))
    }
  }

  package var bytes: UnsafeRawBufferPointer { members.line }

  /// Whether the patch is known to come from this action alone.
  package var isExact: Bool { !traits.contains(.inexact) }
  /// Whether it can be reduced again by itself: it is not opaque, and its patch is its own.
  package var isReducible: Bool { payload != nil && isExact }
  /// Whether the reducer threw.
  package var hasError: Bool { traits.contains(.failed) }
  /// Whether a keyframe must come before the next action.
  package var needsKeyframe: Bool { traits.contains(.needsKeyframe) }
  /// Whether the action never finished.
  package var isUnfinished: Bool { traits.contains(.unfinished) }

  /// The action that caused this one; nil if the line names none, or one that is impossible.
  package var cause: Int? { members.cause(of: seq) }

  /// The time at which the reducer was called; 0 if the line has none.
  package var timeMs: Double { members.timeMs ?? 0 }

  /// The JSON text of the encoded action; nil if the action is opaque.
  package var payload: UnsafeRawBufferPointer? { self[.action] }

  /// The JSON text of what can be shown of it: the encoded action, or what was seen of it.
  package var shown: UnsafeRawBufferPointer? { self[.action] ?? self[.seen] }

  /// The values that the reducer took from outside, in order.
  package var inputs: [LogInput] {
    guard let text = self[.inputs], let json = try? JSON(parsing: text, limits: LineLimits.json)
    else { return [] }
    return (json.array ?? []).map { LogInput($0) }
  }

  /// The JSON text of the patch; nil if it is not recorded.
  package var patch: UnsafeRawBufferPointer? { members.patch }

  /// The JSON text of a member; nil if the line does not have it.
  package subscript(member: LineMember) -> UnsafeRawBufferPointer? { members.text(member) }
}

/// How an action differs from a finished, exact one without an error; its head is read only for a
/// line that may have such a trait.
private struct Traits: OptionSet {
  let rawValue: UInt8
  static let inexact = Traits(rawValue: 1)
  static let failed = Traits(rawValue: 2)
  static let needsKeyframe = Traits(rawValue: 4)
  static let unfinished = Traits(rawValue: 8)
}

extension Traits {
  init(_ head: LogAction) {
    self = []
    if !head.isExact { insert(.inexact) }
    if head.result?.error != nil { insert(.failed) }
    if head.needsKeyframe { insert(.needsKeyframe) }
    if head.result == nil { insert(.unfinished) }
  }
}

extension ActionLine {
  /// The parts of an action that are read only for callers that need them.
  package struct Parts: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }
    /// The payload; without it, an action's payload is `null`.
    package static let payload = Parts(rawValue: 1)
    /// The patch; without it, an action's patch is empty.
    package static let patch = Parts(rawValue: 2)
    package static let all: Parts = [.payload, .patch]
  }

  /// Reads the action, with some of its parts.
  package func action(
    _ parts: Parts = .all, sharing tables: JSONKeyTables = JSONKeyTables()
  ) throws(LogError) -> LogAction {
    var action = try ActionLine.head(members)
    if parts.contains(.payload), let range = members[.action] {
      action.payload = .action(try json(range, sharing: tables))
    }
    if parts.contains(.payload), let range = members[.seen] {
      action.seen = try json(range, sharing: tables)
    }
    if parts.contains(.patch), let patch = try patch(sharing: tables) {
      action.result?.change = .patch(patch)
    }
    return action
  }

  /// Reads the patch; nil if it is not recorded.
  func patch(sharing tables: JSONKeyTables) throws(LogError) -> JSONPatch? {
    guard let patch else { return nil }
    do {
      return try JSONPatch(text: patch, limits: LineLimits.json, sharing: tables)
    } catch let error as JSONPatchError {
      throw LogError(.patch(error), log: "")
    } catch {
      // Parsing it as a part of the line gives the error its position.
      if let range = members[.patch] { _ = try json(range, sharing: tables) }
      throw LogError(.notAnEntry, log: "")
    }
  }

  private func json(
    _ range: Range<Int>, sharing tables: JSONKeyTables
  ) throws(LogError) -> JSON {
    do throws(JSONError) {
      let text = UnsafeRawBufferPointer(rebasing: bytes[range])
      return try JSON(parsing: text, limits: LineLimits.json, sharing: tables)
    } catch {
      let offset = range.lowerBound + error.location.offset
      throw LogError(
        .json(error.kind), log: "", location: JSONLocation(offset: offset, in: bytes))
    }
  }

  /// Reads the head: the action with a payload of `null` and an empty patch.
  private static func head(_ members: LineMembers) throws(LogError) -> LogAction {
    var edits: [(range: Range<Int>, text: [UInt8])] = []
    for payload in [members[.action], members[.seen]].compactMap(\.self) {
      edits.append((payload, Array("null".utf8)))
    }
    if members.patch != nil, let patch = members[.patch] {
      edits.append((patch, Array("[]".utf8)))
    }
    var head: [UInt8] = []
    members.line.write(replacing: edits, into: &head)
    guard case .action(let action) = try LogEntry(line: head) else {
      throw LogError(.notAnEntry, log: "")
    }
    return action
  }
}

extension LogReader {
  /// Returns the checked action of the current line; throws the problem with the line.
  ///
  /// - Parameters:
  ///   - record: The current line.
  ///   - checksOrder: Whether the line must follow from those before it; true once for each line.
  package func action(
    of record: LogRecord, checksOrder: Bool = true
  ) throws(LogError) -> ActionLine {
    if checksOrder, let problem = record.problem { throw try error(problem, at: record) }
    do throws(LogError) {
      let line = try ActionLine(checking: record.bytes)
      if checksOrder, let problem = take(line) { throw LogError(problem, log: "") }
      return line
    } catch {
      if checksOrder { loseState() }
      throw try placed(error, at: record)
    }
  }

  /// Reads some parts of the current line's action, even if it does not follow from those before.
  package func action(
    _ parts: ActionLine.Parts, of record: LogRecord
  ) throws(LogError) -> LogAction {
    try action(parts, of: action(of: record, checksOrder: false), at: record)
  }

  /// Reads some parts of the current line's action, which was checked.
  package func action(
    _ parts: ActionLine.Parts, of line: ActionLine, at record: LogRecord
  ) throws(LogError) -> LogAction {
    try placing(record) { () throws(LogError) in try line.action(parts, sharing: tables) }
  }
}

extension LineMembers {
  /// Whether an action's members except payload and patch show that they are valid, and that it has
  /// no traits.
  ///
  /// If not, the head is read, which also finds what is wrong with it.
  fileprivate var showNoTraits: Bool {
    guard let timeMs = text(.timeMs), LineMembers.isUnsignedDecimal(timeMs),
      let tookMs = text(.tookMs), LineMembers.isUnsignedDecimal(tookMs),
      let type = text(.type), type.first == UInt8(ascii: "\""),
      type.count <= LineLimits.nameBytesMax,
      self[.action] != nil, self[.opaque] == nil, self[.error] == nil, self[.exact] == nil,
      self[.leftOut] == nil, self[.actionLeftOut] == nil
    else { return false }
    if let source = text(.source), !LineMembers.isFileAndLine(source) { return false }
    return patch != nil || lacksPatch
  }

  /// Returns whether text consists of digits and points, few enough for a finite number.
  private static func isUnsignedDecimal(_ text: UnsafeRawBufferPointer) -> Bool {
    text.count <= 20 && text.allSatisfy { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }
  }

  /// Returns whether a source has a file and a line, and else only texts.
  private static func isFileAndLine(_ text: UnsafeRawBufferPointer) -> Bool {
    var cursor = JSONCursor(text)
    guard cursor.enterObject() else { return false }
    var (hasFile, hasLine) = (false, false)
    while let key = cursor.nextKey(), let range = cursor.skipValue() {
      let value = text[range]
      if text[key].elementsEqual("line".utf8) {
        guard value.count <= 9, value.allSatisfy({ 0x30...0x39 ~= $0 }) else { return false }
        hasLine = true
      } else {
        guard value.first == UInt8(ascii: "\"") else { return false }
        hasFile = hasFile || text[key].elementsEqual("file".utf8)
      }
    }
    return hasFile && hasLine
  }
}
