import RexDiff
import RexJSON
import RexLog
import RexQuestions

/// An action, as `list` prints it.
struct ListedAction: CommandResult {
  let action: LogAction
  /// The beginning of the payload.
  let payload: String
  /// The time since the action before.
  let delta: ShownValue
  /// The times of day in the log; nil if it does not tell them.
  let clock: LogClock?
  /// The values of the columns with a path or a calculation, by its text, unless it is unknown.
  let values: [String: ShownValue]
  let layout: ListLayout
  let placeholders: LogPlaceholders?
  let dates: LogDates?
  /// The number of actions that it stands for.
  var count = 1
  /// The number of the last one of them.
  var last = 0

  var isFolded: Bool { count > 1 }

  /// The date and time; nil if the log does not tell it.
  var date: String? { clock?.date(atMs: action.timeMs) }

  /// What a column shows that is a value.
  func value(of column: ListColumn) -> ShownValue {
    if case .delta = column { return delta }
    return column.text.flatMap { values[$0] } ?? .unknown
  }

  var text: StyledText { layout.line(of: self) }

  func encode(to encoder: any Encoder) throws {
    var document = encoder.container(keyedBy: CodingKeys.self)
    try document.encode(action.seq, forKey: .seq)
    for column in layout.documentColumns {
      switch column {
      case .time: try document.encode(action.timeMs, forKey: .timeMs)
      case .type:
        try document.encode(action.type, forKey: .type)
        try document.encodeIfPresent(action.cause, forKey: .cause)
      case .payload where !payload.isEmpty:
        try document.encode(payloadDocument, forKey: .payload)
      // Null if the patch is not recorded.
      case .paths:
        try document.encode(action.result?.patch?.operations.map(\.path), forKey: .paths)
      case .source: try document.encodeIfPresent(action.source, forKey: .source)
      case .took: try document.encodeIfPresent(action.result?.tookMs, forKey: .tookMs)
      case .clock: try document.encodeIfPresent(date, forKey: .clock)
      case .delta:
        if case .value(let value, _) = delta { try document.encode(value, forKey: .deltaMs) }
      case .seq, .payload, .error, .value, .calculation: break
      }
    }
    if isFolded {
      try document.encode(last, forKey: .last)
      try document.encode(count, forKey: .count)
    }
    try document.encodeIfPresent(action.result?.error, forKey: .error)
    if action.result == nil { try document.encode(true, forKey: .unfinished) }
    try encodeValues(into: &document)
  }

  private func encodeValues(into document: inout KeyedEncodingContainer<CodingKeys>) throws {
    var (shown, unknown, redacted) = ([String: JSON](), [String](), [String]())
    for column in layout.documentColumns {
      guard let text = column.text else { continue }
      switch value(of: column) {
      case .value(let value, _): shown[text] = value
      case .absent: continue
      case .unknown: unknown.append(text)
      case .redacted: redacted.append(text)
      }
    }
    if !values.isEmpty { try document.encode(shown, forKey: .values) }
    if !unknown.isEmpty { try document.encode(unknown, forKey: .unknown) }
    if !redacted.isEmpty { try document.encode(redacted, forKey: .redacted) }
  }

  /// The payload; of a long one, and of one that is not encoded, the beginning of its text.
  var payloadDocument: JSON {
    let excerpt = payload.cut(to: layout.documentPayloadCharactersMax)
    guard action.shown != nil, excerpt == payload,
      let value = try? JSON(parsing: payload, limits: LineLimits.json)
    else { return .string(excerpt) }
    return value
  }

  private enum CodingKeys: CodingKey {
    case seq, timeMs, clock, deltaMs, type, cause, payload, paths, source, tookMs, last, count
    case error, unfinished, values, unknown, redacted
  }
}

extension ActionLine {
  /// The beginning of the payload, without what only repeats the type: `{"id":"m-17"}` of
  /// `{"openThread":{"id":"m-17"}}`, and `3` of `{"cart":{"_0":{"add":{"_0":3}}}}`.
  ///
  /// In a short payload, dates are texts.
  func payloadExcerpt(
    of action: LogAction, charactersMax: Int, _ dates: LogDates?
  ) -> String {
    guard let payload = shown else { return action.payload.opaque ?? "" }
    var keys = TypeKeys(action.type)
    // Most characters are at most four bytes in UTF-8.
    let bytesMax = charactersMax * 4 + action.type.utf8.count + 16
    guard payload.count > bytesMax else {
      guard var value = try? JSON(parsing: payload, limits: LineLimits.json) else { return "" }
      value = dates?.shown(payload: value) ?? value
      while let member = value.object?.first, value.object?.count == 1, keys.take(member.key) {
        value = member.value
      }
      return value.object?.isEmpty == true ? "" : value.description
    }
    var text = payload.prefix(bytesMax)
    while let key = keys.next.first(where: { text.starts(with: "{\(JSON.string($0)):".utf8) }) {
      text = text.dropFirst("{\(JSON.string(key)):".utf8.count)
      _ = keys.take(key)
    }
    return String(decoding: text.withoutCutScalar, as: UTF8.self) + "…"
  }
}
