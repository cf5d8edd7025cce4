import RexJSON
import RexLog
import RexQuery
import RexTimeline

/// An answer to a question: an action with its source, and the requested details.
struct QuestionAnswer {
  var seq: Int
  /// The answer as text: a line about the action, and lines about values.
  var text: StyledText
  /// The answer as a JSON object.
  var json: JSON
  /// A hint for a condition that may be misunderstood.
  var hint: StyledText?

  private init(
    _ seq: Int, _ action: LogAction?, remark: StyledText = "", showsPayload: Bool = true,
    otherwise other: StyledText? = nil, lines: StyledText, marking placeholders: LogPlaceholders?,
    _ members: KeyValuePairs<String, JSON?>
  ) {
    self.seq = seq
    let heading = other ?? "#\(seq) start"
    text = (action.map(LogText.heading) ?? heading) + remark + "\n"
    if showsPayload, let payload = action?.payload {
      switch payload {
      case .action(let json):
        text += "  \(LogText.value(json, marking: placeholders), style: .dim)\n"
      case .opaque(let description):
        let shown = LogText.cut(description)
        text += "  \(placeholders?.marking(shown) ?? shown, style: .dim)\n"
      }
    }
    text += lines
    var object = LogJSON.object([
      "seq": LogJSON.number(seq), "timeMs": action.map { LogJSON.number($0.timeMs) },
      "type": action.map { .string($0.type) }, "cause": action?.cause.map(LogJSON.number),
      "source": LogJSON.source(action?.source),
      "action": action?.payload.action, "opaque": action?.payload.opaque.map(JSON.string),
      "error": action?.result?.error.map(JSON.string),
    ])
    if case .object(var all) = object {
      for (key, value) in members { all[key] = value }
      object = .object(all)
    }
    json = object
  }
}

/// Answers about a condition.
extension QuestionAnswer {
  /// The values that a condition read before and after an action.
  init(
    _ answer: ConditionScan.Answer, holds: Bool, tellsWhether: Bool,
    marking placeholders: LogPlaceholders?
  ) {
    let remark: StyledText =
      tellsWhether ? (holds ? "  from here on true" : "  from here on false") : ""
    let lines = answer.readings.reduce(into: StyledText()) { lines, reading in
      lines += "  \(reading.text)  " + reading.change(marking: placeholders) + "\n"
    }
    self.init(
      answer.seq, answer.action, remark: remark, lines: lines, marking: placeholders,
      ["holds": .bool(holds), "readings": .array(answer.readings.map(\.json))])
    hint = holds ? QuestionAnswer.hint(on: answer.readings) : nil
  }

  /// Explains a condition that holds, but perhaps not for the reason that was meant.
  private static func hint(on readings: [Condition.Reading]) -> StyledText? {
    if let reading = readings.first(where: { $0.isTest && $0.value == .value(false) }) {
      return """
        \(reading.text) alone tests whether the value exists, even if it is false; to test the \
        value, write \(reading.text) == true
        """
    }
    let compared = readings.filter { !$0.isTest }
    let isNothing = compared.allSatisfy {
      $0.value == .nothing && $0.valueBefore ?? .nothing == .nothing
    }
    guard isNothing, let reading = compared.first else { return nil }
    return """
      \(reading.text) has no value here; a missing value is unequal to null and to every other \
      value. \(reading.text) alone tests whether there is one
      """
  }
}

extension Condition.Reading {
  /// The old and new value; only one if they are equal or there is no earlier one.
  fileprivate func change(marking placeholders: LogPlaceholders?) -> StyledText {
    let shown = value.shown(marking: placeholders)
    guard let valueBefore, valueBefore != value else { return "\(shown)" }
    return "\(valueBefore.shown(marking: placeholders), style: .removed) → \(shown, style: .added)"
  }

  fileprivate var json: JSON {
    LogJSON.object([
      "text": .string(text), "path": pointer.map { .string($0.description) },
      "before": valueBefore?.json, "value": value.json,
      "isUnknown": value == .unknown || valueBefore == .unknown ? .bool(true) : nil,
    ])
  }
}

extension Condition.Reading.Value {
  fileprivate func shown(marking placeholders: LogPlaceholders?) -> String {
    switch self {
    case .nothing: return LogText.value(nil)
    case .unknown: return "(unknown)"
    case .value(let value): return LogText.value(value, marking: placeholders)
    case .nodes(let count, let first):
      let values = first.prefix(3).map {
        "\($0.path.pointer) \(LogText.value($0.value, marking: placeholders))"
      }
      return "\(LogText.count(count, "value")): \(values.joined(separator: ", "))"
        + (count > 3 ? ", …" : "")
    }
  }

  /// The value, or the number of nodes and the first ones; nil for nothing, or if it is unknown.
  fileprivate var json: JSON? {
    switch self {
    case .nothing, .unknown: nil
    case .value(let value): value
    case .nodes(let count, let first):
      LogJSON.object([
        "count": LogJSON.number(count),
        "nodes": .array(
          first.map { ["path": .string($0.path.pointer.description), "value": $0.value] }),
      ])
    }
  }
}

/// Answers about a text.
extension QuestionAnswer {
  /// The most matches shown per action; further ones are counted.
  private static let matchesMax = 3

  /// The matches in an action.
  init(_ hit: LogSearch.Hit) {
    var lines = StyledText()
    for match in hit.matches.prefix(Self.matchesMax) {
      let path = match.pointer.map { " \(LogText.path($0))" } ?? ""
      lines += "  \(match.part.rawValue)\(path)  " + match.excerpt + "\n"
    }
    let more = hit.matches.count - Self.matchesMax
    if more > 0 { lines += "  … and \(LogText.count(more, "more place"))\n" }
    self.init(
      hit.seq, hit.action, showsPayload: false, lines: lines, marking: nil,
      [
        "found": .array(
          hit.matches.map { match in
            LogJSON.object([
              "in": .string(match.part.rawValue),
              "path": match.pointer.map { .string($0.description) },
              "text": .string(match.text),
            ])
          })
      ])
  }
}

extension TextMatch {
  /// The match with some context.
  fileprivate var excerpt: StyledText {
    let before = text[..<range.lowerBound].suffix(30)
    let after = text[range.upperBound...].prefix(30)
    let found = text[range].prefix(LogText.valueCharactersMax)
    return (before.startIndex > text.startIndex ? "…" : "") + "\(before)"
      + "\(found, style: .bold)" + (found.endIndex < range.upperBound ? "…" : "")
      + "\(after)" + (after.endIndex < text.endIndex ? "…" : "")
  }
}

/// Answers about changes of a value.
extension QuestionAnswer {
  /// The most differences shown for a change.
  private static let differencesMax = 10

  /// An action's change of a value.
  init(
    _ change: ValueChange, by action: LogAction?, marking placeholders: LogPlaceholders?
  ) {
    var remark = StyledText()
    if change.isUnrecorded {
      remark = " did this: the log does not record which"
    } else if change.before == nil {
      remark = "  (created here)"
    } else if let before = change.before, before != change.after {
      remark = "  (before at \(before.description))"
    } else if change.reach == .around {
      let isWhole = change.written.tokens.isEmpty
      remark = "  (wrote \(isWhole ? "the whole state" : change.written.description))"
    }
    self.init(
      change.seq, action, remark: remark,
      otherwise: "#\(change.firstSeq) to #\(change.seq), one of them,",
      lines: DifferenceText.lines(
        change.difference, .line, atMost: Self.differencesMax, marking: placeholders),
      marking: placeholders,
      [
        "path": .string(change.after.description),
        "pathBefore": change.before.map { .string($0.description) },
        "reach": .string(change.reach.rawValue), "written": .string(change.written.description),
        "firstSeq": change.isUnrecorded ? LogJSON.number(change.firstSeq) : nil,
        "old": change.old, "new": change.new,
        "differences": change.isLong
          ? .array(
            change.difference.leaves.prefix(Self.differencesMax).map {
              LogJSON.object(LogJSON.leaf($0, leavesOutLong: true))
            }) : nil,
      ])
  }
}
