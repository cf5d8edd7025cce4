import RexJSON
import RexLog
import RexQuery
import RexTimeline

/// A value that is shown at each stop.
struct StepWatch {
  var path: ValuePath
  /// The value at the last stop.
  var value: JSON?
}

/// Questions of `step`: some print an answer, others go to the action that they find.
extension StepSession {
  mutating func ask(_ kind: StepLine.Kind, _ word: String?) throws -> StepReply {
    switch kind {
    case .watch: return try watch(word)
    case .unwatch: return try unwatch(word)
    default: break
    }
    let line = StepLine.all.first { $0.kind == kind }
    guard let word else {
      throw CommandError("\(line?.names.first ?? "this") takes \(line?.usage ?? "a word")", .usage)
    }
    switch kind {
    case .find: return try find(word, isReversed: false)
    case .rfind: return try find(word, isReversed: true)
    case .when: return try when(word)
    case .until: return try go(until: word, isForward: true)
    case .backUntil: return try go(until: word, isForward: false)
    case .blame: return try history(word, atMost: 1)
    default: return try history(word, atMost: Self.historyMax)
    }
  }

  /// The most changes shown; the command `history` lists all.
  private static let historyMax = 20

  /// Goes to the next or previous action that contains a text and has a known state.
  private mutating func find(_ text: String, isReversed: Bool) throws -> StepReply {
    guard !isReversed || seq > first else { throw CommandError("nothing is before the start") }
    var here = seq
    var passed: StyledText?
    while isReversed ? here > first : here < last {
      let (found, doubt) = try search(
        TextPattern(text: text), isReversed ? first...here - 1 : here + 1...last,
        isReversed: isReversed)
      guard let found else {
        passed = passed ?? doubt
        break
      }
      do {
        return try jump(to: found).adding(passed).adding(doubt)
      } catch {
        passed = passed ?? "\(text) is also in action \(found): " + Self.worded(error).line
        let unknown = try seeking { timeline in
          try timeline.unknownSeqs(around: found)
        }
        here = isReversed ? min(found, unknown.lowerBound) : max(found, unknown.upperBound)
      }
    }
    throw CommandError(
      "nothing \(isReversed ? "before" : "after") action \(seq) holds \(text)"
        + (passed.map { "; " + $0 } ?? ""))
  }

  /// The first action in a range that contains a text, and what could not be searched.
  private mutating func search(
    _ pattern: TextPattern, _ seqs: ClosedRange<Int>, isReversed: Bool
  ) throws -> (found: Int?, doubt: StyledText?) {
    let search = LogSearch(
      pattern, in: log, Set(TextMatch.Part.allCases), seqs: seqs, isReversed: isReversed)
    var found: Int?
    let doubt = try asking { questions in
      _ = try questions.find(search) { answer in
        found = answer.seq
        return false
      }
      return questions.unsearchedText
    }
    return (found, doubt)
  }

  private mutating func when(_ text: String) throws -> StepReply {
    let condition = try StepSession.condition(text)
    let (found, doubt) = try answer(condition, in: first..<(last + 1), .first)
    guard let answer = found else {
      throw CommandError("there is no action after which \(text)" + (doubt.map { "; " + $0 } ?? ""))
    }
    return StepReply(answer.text, json: answer.json).adding(doubt)
  }

  private mutating func go(until text: String, isForward: Bool) throws -> StepReply {
    let condition = try StepSession.condition(text)
    guard isForward ? seq < last : seq > first else {
      throw CommandError(isForward ? "this is the last action" : "this is the start")
    }
    let seqs = isForward ? (seq + 1)..<(last + 1) : first..<seq
    let (found, doubt) = try answer(condition, in: seqs, isForward ? .first : .last)
    guard let answer = found else {
      throw CommandError(
        "there is no \(isForward ? "later" : "earlier") action after which \(text)"
          + (doubt.map { "; " + $0 } ?? ""))
    }
    return try jump(to: answer.seq).adding(doubt)
  }

  /// The answer about a condition, and the actions that redacted values leave undecided.
  private mutating func answer(
    _ condition: Condition, in seqs: Range<Int>, _ choice: LogQuestions.Choice
  ) throws -> (found: QuestionAnswer?, doubt: StyledText?) {
    var found: QuestionAnswer?
    let undecided = try asking { questions in
      _ = try questions.when(condition, in: seqs, choice) { found = $0 }
      return questions.undecided
    }
    return (found, undecided.text)
  }

  /// The changes of the value that is now at a path, the last first.
  private mutating func history(_ text: String, atMost limit: Int) throws -> StepReply {
    let path = try StepSession.path(text)
    let seq = seq
    var answers: [QuestionAnswer] = []
    var hasMore = false
    try asking { questions in
      let location = try questions.location(path, at: seq)
      _ = try questions.history(of: location) { answer in
        hasMore = answers.count == limit
        if !hasMore { answers.append(answer) }
        return !hasMore && limit > 1
      }
    }
    guard !answers.isEmpty else { throw CommandError("\(text) has not changed since the start") }
    let more: StyledText = hasMore ? "… and more before; goto one of these and ask again\n" : ""
    return StepReply(
      answers.reduce(StyledText()) { $0 + $1.text } + more, lines: answers.map(\.json))
  }

  /// What caused an action, and what it caused.
  func causes(of seq: Int) throws -> StepReply {
    let report = try CausesReport(of: seq, in: log)
    return StepReply(report.text + (report.warning ?? ""), lines: report.lines)
  }

  private static func condition(_ text: String) throws -> Condition {
    do throws(QueryError) {
      return try Condition(text)
    } catch {
      throw CommandError("\(text) is no condition: \(error.description)", .usage)
    }
  }
}

extension StepSession {
  /// Shows a value at each stop from now on; without a path, lists the watched values.
  private mutating func watch(_ word: String?) throws -> StepReply {
    if let word {
      let path = try StepSession.path(word)
      let value = path.value(in: try state())
      watches.removeAll { $0.path.text == path.text }
      watches.append(StepWatch(path: path, value: value))
    }
    let shown = watch(try state())
    let seq = seq
    return StepReply(
      watches.isEmpty ? "nothing is watched\n" : shown.text,
      json: LogJSON.object(["seq": LogJSON.number(seq), "watches": shown.json ?? .array([])]))
  }

  private mutating func unwatch(_ word: String?) throws -> StepReply {
    guard word == nil || watches.contains(where: { $0.path.text == word }) else {
      throw CommandError("\(word ?? "") is not watched")
    }
    watches.removeAll { word == nil || $0.path.text == word }
    return try watch(nil)
  }

  /// The watched values in a state, each with its value at the last stop.
  mutating func watch(_ state: JSON) -> (text: StyledText, json: JSON?) {
    var text = StyledText()
    var list: [JSON] = []
    let placeholders = LogPlaceholders(log)
    for index in watches.indices {
      let path = watches[index].path
      let (old, new) = (watches[index].value, path.value(in: state))
      watches[index].value = new
      text += "  \(path.text)  "
      text +=
        old == new
        ? "\(LogText.value(new, marking: placeholders))"
        : DifferenceText.change(old, new, marking: placeholders)
      text += "\n"
      list.append(LogJSON.object(["path": .string(path.text), "old": old, "new": new]))
    }
    return (text, list.isEmpty ? nil : .array(list))
  }
}
