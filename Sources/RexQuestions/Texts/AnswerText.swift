import RexDiff
import RexJSON
package import RexLog
import RexQuery

/// Answers to questions as text: a line about an action, and lines about values.
package enum AnswerText {
  /// How much an answer tells of its action.
  package enum Detail {
    /// The source and the payload, too.
    case whole
    /// Without them, for a screen that shows them beside the answer.
    case brief
  }

  private static func lines(
    of action: LogAction?, otherwise: StyledText, remark: StyledText = "",
    _ detail: Detail = .whole, showsPayload: Bool = true, lines: [StyledLine],
    dates: LogDates? = nil, _ clock: LogClock?, marking placeholders: LogPlaceholders?
  ) -> [StyledLine] {
    let mark: StyledText = action.map { $0.result == nil } == true ? "  (unfinished)" : ""
    let heading =
      action.map { LogText.heading($0, showsSource: detail == .whole, clock: clock) } ?? otherwise
    var payload: StyledText?
    if showsPayload, detail == .whole, let json = action?.shown {
      payload = "\(LogText.value(json, marking: placeholders), style: .dim)"
      payload? += dates?.note(onPayload: json) ?? ""
    } else if showsPayload, detail == .whole, let description = action?.payload.opaque {
      let shown = LogText.cut(description)
      payload = "\(placeholders?.marking(shown) ?? shown, style: .dim)"
    }
    return [StyledLine(heading + mark + remark)]
      + (payload.map { [StyledLine($0)] } ?? []).indented + lines.indented
  }

  /// The values that a condition read before and after an action.
  ///
  /// - Parameters:
  ///   - tellsWhether: whether to tell that it holds, or no longer does.
  ///   - isFull: whether to show all the values, and whole.
  package static func lines(
    of answer: ConditionAnswer, tellsWhether: Bool = false, isFull: Bool = false,
    dates: LogDates? = nil, clock: LogClock? = nil, marking placeholders: LogPlaceholders?
  ) -> [StyledLine] {
    let holds = answer.holds
    let remark: StyledText =
      tellsWhether ? (holds ? "  from here on true" : "  from here on false") : ""
    return lines(
      of: answer.answer.action, otherwise: "#\(answer.answer.seq) start", remark: remark,
      lines: lines(of: answer.answer.readings, isFull: isFull, marking: placeholders),
      dates: dates, clock, marking: placeholders)
  }

  /// The values that a condition read, each on a line; the old and the new one if they differ.
  private static func lines(
    of readings: [Condition.Reading], isFull: Bool, marking placeholders: LogPlaceholders?
  ) -> [StyledLine] {
    ReadingText.texts(of: readings, isFull: isFull, marking: placeholders).map { reading in
      guard let before = reading.before else {
        return StyledLine("\(reading.text)  \(reading.value)")
      }
      return StyledLine(
        "\(reading.text)  \(before, style: .removed) → \(reading.value, style: .added)")
    }
  }

  /// The most matches shown per action; further ones are counted.
  private static let matchesMax = 3

  /// The matches of a text in an action; the first ones unless all are shown.
  package static func lines(
    of hit: LogSearch.Hit, isFull: Bool = false, clock: LogClock? = nil
  ) -> [StyledLine] {
    let shownMax = isFull ? Int.max : matchesMax
    var places = hit.matches.prefix(shownMax).map { match in
      if let operation = match.operation {
        return StyledLine("\(match.part.rawValue) \(text(of: operation))")
      }
      let path = match.pointer.map { " \(LogText.path($0))" } ?? ""
      return StyledLine("\(match.part.rawValue)\(path)  " + match.excerpt)
    }
    let more = hit.matches.count - shownMax
    if more > 0 {
      places.append(StyledLine("… and \(LogText.count(more, "more place")) (--full)"))
    }
    return lines(
      of: hit.action, otherwise: "#\(hit.seq) start", showsPayload: false, lines: places,
      clock, marking: nil)
  }

  /// An operation with its paths and its new value.
  private static func text(of operation: JSONPatch.Operation) -> String {
    let path = LogText.path(operation.path)
    return switch operation {
    case .add(_, let value), .replace(_, let value), .test(_, let value):
      "\(path)  → \(LogText.value(value))"
    case .remove: "\(path)  removed"
    case .move(let from, _): "\(path)  moved from \(LogText.path(from))"
    case .copy(let from, _): "\(path)  copied from \(LogText.path(from))"
    }
  }

  /// The changes of a value, the last first.
  package static func lines(
    of changes: [ChangeAnswer], hasMore: Bool, _ detail: Detail = .whole, dates: LogDates?,
    marking placeholders: LogPlaceholders?
  ) -> [StyledLine] {
    var lines = changes.flatMap { self.lines(of: $0, detail, dates: dates, marking: placeholders) }
    if hasMore {
      lines.append(StyledLine("… and more before; goto one of these and ask again"))
    }
    return lines
  }

  /// An action's change of a value; each line leads to the action.
  package static func lines(
    of answer: ChangeAnswer, _ detail: Detail = .whole, dates: LogDates? = nil,
    clock: LogClock? = nil, marking placeholders: LogPlaceholders?
  ) -> [StyledLine] {
    let change = answer.change
    var otherwise: StyledText = "#\(change.firstSeq) to #\(change.seq)"
    var differences: [StyledLine]
    if change.isUnknown {
      let course = LogText.course(of: change, marking: placeholders)
      differences = [StyledLine("? \(LogText.path(change.after))  \(course)")]
    } else {
      otherwise = "one or more of " + otherwise
      let hint: StyledText = detail == .whole ? " (diff LOG \(change.seq))" : ""
      differences = DifferenceText.lines(
        change.difference, .line, atMost: ChangeAnswer.differencesMax, hint: hint, dates: dates,
        marking: placeholders)
    }
    return lines(
      of: answer.action, otherwise: otherwise, remark: remark(on: change), detail,
      lines: differences, dates: dates, clock, marking: placeholders
    ).leading(to: change.seq)
  }

  private static func remark(on change: ValueChange) -> StyledText {
    if change.isUnknown {
      return change.newValue.isUnknown
        ? "  (the state is unknown from here on)" : "  (not recorded)"
    }
    if change.isUnrecorded { return "; the log does not record which" }
    guard let before = change.before else { return "  (created here)" }
    if before != change.after { return "  (before at \(before.description))" }
    guard change.reach == .around else { return "" }
    let isWhole = change.written.tokens.isEmpty
    return "  (wrote \(isWhole ? "the whole state" : change.written.description))"
  }
}

extension ConditionAnswer {
  /// A hint for a condition that may be misunderstood.
  package var hint: StyledText? { holds ? Self.hint(on: answer.readings) : nil }

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

extension TextMatch {
  /// The match with some context.
  fileprivate var excerpt: StyledText {
    let before = text[..<range.lowerBound].suffix(scalars: 30)
    let after = text[range.upperBound...].prefix(scalars: 30)
    let found = text[range].prefix(scalars: LogText.valueScalarsMax)
    return (before.startIndex > text.startIndex ? "…" : "") + "\(before)"
      + "\(found, style: .bold)" + (found.endIndex < range.upperBound ? "…" : "")
      + "\(after)" + (after.endIndex < text.endIndex ? "…" : "")
  }
}
