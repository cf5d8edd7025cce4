package import RexDiff
import RexJSON

/// A checked line of a finished action, with its payload and patch as JSON text.
///
/// Reducing an action again needs only these; `LogReader.action(of:)` reads the whole line.
package struct ActionLine {
  package let record: LogRecord
  package let seq: Int
  /// Whether the line has only the common members, and all are valid.
  package let isUsual: Bool
  /// The JSON text of the encoded action; nil if the action is opaque.
  package let payload: UnsafeRawBufferPointer?
  /// The JSON text of the patch; nil if it is not recorded.
  package let patch: UnsafeRawBufferPointer?
  /// Whether the patch is known to come from this action alone.
  package let isExact: Bool
  /// Whether the reducer threw.
  package let hasError: Bool
  /// Whether a keyframe must come before the next action.
  let needsKeyframe: Bool
}

extension LogReader {
  /// Returns the action of the current line, without copying its payload and patch.
  ///
  /// - Parameters:
  ///   - record: The current line.
  ///   - isJSON: Whether the line is known to be valid JSON.
  /// - Throws: The problem with the line.
  package func actionLine(
    of record: LogRecord, isJSON: Bool = false
  ) throws(LogError) -> ActionLine {
    guard record.problem == nil, let seq = record.head?.seq, let members = record.members,
      members.isUsual(in: record.bytes), isJSON || record.isJSON
    else { return try unusualActionLine(of: record) }
    let patch = members.patch.map { record.text($0) }
    let hasPatch = patch?.first == UInt8(ascii: "[")
    if let problem = take(hasPatch ? .patch(.init()) : .notRecorded, needsKeyframe: false) {
      throw try error(problem, at: record)
    }
    return ActionLine(
      record: record, seq: seq, isUsual: true, payload: members.action.map { record.text($0) },
      patch: hasPatch ? patch : nil, isExact: true, hasError: false, needsKeyframe: false)
  }

  private func unusualActionLine(of record: LogRecord) throws(LogError) -> ActionLine {
    guard case .action(let action) = try entry(of: record), let members = record.members else {
      throw try error(.notAnEntry, at: record)
    }
    return ActionLine(
      record: record, seq: action.seq, isUsual: false,
      payload: members.action.map { record.text($0) },
      patch: action.result?.patch == nil ? nil : members.patch.map { record.text($0) },
      isExact: action.isExact, hasError: action.result?.error != nil,
      needsKeyframe: action.needsKeyframe)
  }

  /// Reads the complete action of a checked line.
  package func action(of line: ActionLine) throws(LogError) -> LogAction {
    guard case .action(let action) = try entryIgnoringOrder(of: line.record) else {
      throw try error(.notAnEntry, at: line.record)
    }
    return action
  }
}

/// A checked line of an action, parsed on each access.
package struct ActionText: Sendable {
  private let line: [UInt8]
  /// The patch, if it was kept, so that a long one is not parsed again.
  package var patch: JSONPatch?

  init(_ line: UnsafeRawBufferPointer) { self.line = Array(line) }

  package var action: LogAction? {
    guard case .action(let action) = try? LogEntry(line: line) else { return nil }
    return action
  }

  /// The action, with `null` in place of a long payload.
  package var outline: LogAction? {
    let entry = line.withUnsafeBytes { try? LogEntry(eliding: $0, knowing: patch) }
    guard case .action(let action) = entry else { return nil }
    return action
  }

  /// Calls a closure with the JSON text of the encoded action; returns nil if it is opaque.
  package func withPayload<Result>(
    _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    line.withUnsafeBytes { bytes in
      guard let range = LineMembers(bytes)?.action else { return nil }
      return body(UnsafeRawBufferPointer(rebasing: bytes[range]))
    }
  }
}

extension LogRecord {
  /// The line of an action whose change was already read and checked.
  ///
  /// Nil if the line has uncommon members, because only reading it in full can check it.
  package var actionText: ActionText? {
    guard kind == .action, let members, members.isUsual(in: bytes) else { return nil }
    return ActionText(bytes)
  }

  /// Whether the line, which must be valid JSON, is a keyframe with common, valid members.
  package var isUsualKeyframe: Bool {
    guard kind == .keyframe, problem == nil, let members, let timeMs = members.timeMs else {
      return false
    }
    return members.state != nil && LineMembers.isPlainNumber(bytes[timeMs])
  }

  /// Returns a part of the line.
  package func text(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: bytes[range])
  }

  /// Whether the whole line is valid JSON.
  fileprivate var isJSON: Bool {
    do {
      try JSON.check(bytes, limits: LogEntry.lineLimits)
      return true
    } catch {
      return false
    }
  }
}

extension LineMembers {
  /// Returns whether all members except the payload and the patch are common and valid.
  ///
  /// This is true of most actions; the others are read in full, which also finds their problems.
  fileprivate func isUsual(in line: UnsafeRawBufferPointer) -> Bool {
    guard let timeMs, LineMembers.isPlainNumber(line[timeMs]),
      let tookMs, LineMembers.isPlainNumber(line[tookMs]),
      let type, line[type.lowerBound] == UInt8(ascii: "\""), type.count <= LogAction.typeBytesMax,
      action != nil, opaque == nil, error == nil, exact == nil, leftOut == nil, let patch
    else { return false }
    if let source {
      guard LineMembers.isUsualSource(UnsafeRawBufferPointer(rebasing: line[source])) else {
        return false
      }
    }
    return line[patch.lowerBound] == UInt8(ascii: "[")
      || line[patch.lowerBound] == UInt8(ascii: "n")
  }

  /// Returns whether text consists of digits and points, few enough for a finite number.
  fileprivate static func isPlainNumber(_ text: Slice<UnsafeRawBufferPointer>) -> Bool {
    text.count <= 20 && text.allSatisfy { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }
  }

  /// Returns whether text is a source of only a file and a line, without escapes.
  private static func isUsualSource(_ text: UnsafeRawBufferPointer) -> Bool {
    guard text.starts(with: #"{"file":""#.utf8) else { return false }
    guard let quote = text.dropFirst(9).firstIndex(of: UInt8(ascii: "\"")) else { return false }
    let rest = text[(quote + 1)...]
    guard !text[9..<quote].contains(UInt8(ascii: "\\")), rest.starts(with: #","line":"#.utf8) else {
      return false
    }
    let digits = rest.dropFirst(8).prefix { 0x30...0x39 ~= $0 }
    return (1...9).contains(digits.count) && text[digits.endIndex...].elementsEqual("}".utf8)
  }
}
