import RexDebug
import RexJSON
import RexLog
import RexQuery
import RexQuestions
import RexTimeline

/// Answers to questions as text: a line about an action, and lines about values.
enum AnswerText {
  private static func text(
    of action: LogAction?, otherwise: StyledText, remark: StyledText = "",
    showsPayload: Bool = true, lines: StyledText, dates: LogDates? = nil,
    marking placeholders: LogPlaceholders?
  ) -> StyledText {
    let mark: StyledText = action.map { $0.result == nil } == true ? "  (unfinished)" : ""
    var text = (action.map(LogText.heading) ?? otherwise) + mark + remark + "\n"
    if showsPayload, let json = action?.shown {
      text += "  \(LogText.value(json, marking: placeholders), style: .dim)"
      text += (dates?.note(onPayload: json) ?? "") + "\n"
    } else if showsPayload, let description = action?.payload.opaque {
      let shown = LogText.cut(description)
      text += "  \(placeholders?.marking(shown) ?? shown, style: .dim)\n"
    }
    return text + lines
  }

  /// The values that a condition read before and after an action.
  ///
  /// - Parameter tellsWhether: whether to tell that it holds, or no longer does.
  static func text(
    of answer: ConditionAnswer, tellsWhether: Bool = false, dates: LogDates? = nil,
    marking placeholders: LogPlaceholders?
  ) -> StyledText {
    let holds = answer.holds
    let remark: StyledText =
      tellsWhether ? (holds ? "  from here on true" : "  from here on false") : ""
    let lines = lines(of: answer.answer.readings, marking: placeholders)
    return text(
      of: answer.answer.action, otherwise: "#\(answer.answer.seq) start", remark: remark,
      lines: lines, dates: dates, marking: placeholders)
  }

  /// The values that a condition read, each on a line; the old and the new one if they differ.
  static func lines(
    of readings: [Condition.Reading], marking placeholders: LogPlaceholders?
  ) -> StyledText {
    var lines = StyledText()
    for reading in ReadingText.texts(of: readings, marking: placeholders) {
      lines += "  \(reading.text)  "
      guard let before = reading.before else {
        lines += "\(reading.value)\n"
        continue
      }
      lines += "\(before, style: .removed) → \(reading.value, style: .added)\n"
    }
    return lines
  }

  /// The most matches shown per action; further ones are counted.
  private static let matchesMax = 3

  /// The matches of a text in an action.
  static func text(of hit: LogSearch.Hit) -> StyledText {
    var lines = StyledText()
    for match in hit.matches.prefix(matchesMax) {
      let path = match.pointer.map { " \(LogText.path($0))" } ?? ""
      lines += "  \(match.part.rawValue)\(path)  " + match.excerpt + "\n"
    }
    let more = hit.matches.count - matchesMax
    if more > 0 { lines += "  … and \(LogText.count(more, "more place")) (--json)\n" }
    return text(
      of: hit.action, otherwise: "#\(hit.seq) start", showsPayload: false, lines: lines,
      marking: nil)
  }

  /// An action's change of a value.
  static func text(
    of answer: ChangeAnswer, dates: LogDates? = nil, marking placeholders: LogPlaceholders?
  ) -> StyledText {
    let change = answer.change
    if change.isUnknown { return text(ofUnknown: answer, marking: placeholders) }
    var remark = StyledText()
    if change.isUnrecorded {
      remark = "; the log does not record which"
    } else if change.before == nil {
      remark = "  (created here)"
    } else if let before = change.before, before != change.after {
      remark = "  (before at \(before.description))"
    } else if change.reach == .around {
      let isWhole = change.written.tokens.isEmpty
      remark = "  (wrote \(isWhole ? "the whole state" : change.written.description))"
    }
    let lines = DifferenceText.lines(
      change.difference, .line, atMost: ChangeAnswer.differencesMax,
      hint: " (diff LOG \(change.seq))", dates: dates, marking: placeholders)
    return text(
      of: answer.action,
      otherwise: "one or more of #\(change.firstSeq) to #\(change.seq)", remark: remark,
      lines: lines, dates: dates, marking: placeholders)
  }

  /// Actions of which it is unknown whether they changed a value.
  private static func text(
    ofUnknown answer: ChangeAnswer, marking placeholders: LogPlaceholders?
  ) -> StyledText {
    let change = answer.change
    let path = LogText.path(change.after)
    let course = LogText.course(of: change, marking: placeholders)
    let isLast = change.newValue.isUnknown
    return text(
      of: answer.action, otherwise: "#\(change.firstSeq) to #\(change.seq)",
      remark: isLast ? "  (the state is unknown from here on)" : "  (not recorded)",
      lines: "  ? \(path)  \(course)\n", marking: placeholders)
  }
}

extension ConditionAnswer {
  /// A hint for a condition that may be misunderstood.
  var hint: StyledText? { holds ? Self.hint(on: answer.readings) : nil }

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

extension CommandEnvironment {
  /// Reports on standard error what an answer passes over.
  func print(_ notes: [QuestionNote], about log: Log) {
    for note in notes { printError("\(log.name): \(note.text)\n") }
  }
}
