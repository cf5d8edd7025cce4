import RexJSON
import RexLog
import RexQuestions
import RexTimeline

/// The values that an editor can ask for, until the next stop.
struct DebugVariables {
  /// A value, and its path in the state, if it is in it.
  struct Value {
    var json: JSON
    var pointer: JSONPointer?
    /// Where it is in a state, also in that of another action.
    var place: JSONPointer?
    /// Where it is in an action, whose payload is the member `action`.
    var actionPlace: JSONPointer?
  }

  /// The dates in the log.
  private(set) var dates: LogDates?
  private var datesLog = ""
  private var values: [Value] = []
  /// References count on over all stops, so that one from before never names another value.
  private var first = 1

  /// The most values that are kept.
  private static let countMax = 100_000
  /// The most variables in a response.
  private static let pageMax = 1_000
  /// The most bytes of a value's text.
  private static let textBytesMax = 200

  /// Forgets all values.
  mutating func removeAll() {
    first += values.count
    values = []
    if first > Int(Int32.max) / 2 { first = 1 }
  }

  /// Reads the dates of a log, unless they are those of the same one.
  mutating func readDates(of log: Log) {
    let name = "\(log.session.id) \(log.lastSeq)"
    if name != datesLog { (dates, datesLog) = (LogDates(log), name) }
  }

  /// The value of a reference; nil if it is not valid any more.
  subscript(reference: Int) -> Value? {
    // A client's number can be too small to subtract from.
    guard reference >= first, reference - first < values.count else { return nil }
    return values[reference - first]
  }

  /// A reference to a value, 0 for one without parts.
  mutating func reference(to value: Value) -> Int {
    guard value.json.partCount > 0, values.count < Self.countMax else { return 0 }
    values.append(value)
    return first + values.count - 1
  }

  /// What an editor shows of a value.
  mutating func description(of value: Value) -> JSON {
    let bytes = value.json.bytes(atMost: Self.textBytesMax + 1)
    let isCut = bytes.count > Self.textBytesMax
    let shown = bytes.prefix(Self.textBytesMax).withoutCutScalar
    let beginning = String(decoding: isCut ? shown : bytes[...], as: UTF8.self)
    let date = date(of: value).map { "  (\($0))" } ?? ""
    let text = beginning.escapedForDisplay + (isCut ? "…" : "") + date
    let (count, isArray) = (value.json.partCount, value.json.array != nil)
    return JSON.object(JSONObject()).adding([
      "value": .string(text), "type": .string(value.json.kind),
      "evaluateName": value.pointer.map { .string($0.description) },
      "variablesReference": .number(reference(to: value)),
      "indexedVariables": isArray && count > 0 ? .number(count) : Optional.none,
      "namedVariables": !isArray && count > 0 ? .number(count) : Optional.none,
    ])
  }

  /// The date that a value is; nil for any other value.
  private func date(of value: Value) -> String? {
    guard case .number = value.json, let dates else { return nil }
    return dates.text(in: value.json, at: value.place)
      ?? value.actionPlace.flatMap { dates.text(of: value.json, inAction: $0) }
  }

  /// The parts of a value, or some of them.
  mutating func parts(of value: Value, _ arguments: JSON) -> [JSON] {
    let filter = arguments["filter"]?.string
    let isArray = value.json.array != nil
    guard filter == nil || (filter == "indexed") == isArray else { return [] }
    let start = min(max(arguments["start"]?.int ?? 0, 0), value.json.partCount)
    let wanted = arguments["count"]?.int ?? 0
    let count = min(wanted > 0 ? wanted : .max, Self.pageMax)
    var parts: [JSON] = []
    for index in start..<value.json.partCount {
      guard parts.count < count else {
        if wanted == 0 {
          let rest = value.json.partCount - index
          parts.append(["name": "…", "value": .string("\(rest) more"), "variablesReference": 0])
        }
        break
      }
      let (name, json) = value.json.part(at: index)
      let row: JSON = ["name": .string(name.escapedForDisplay)]
      let part = Value(
        json: json, pointer: value.pointer?.appending(name), place: value.place?.appending(name),
        actionPlace: value.actionPlace?.appending(name))
      parts.append(row.merging(description(of: part)))
    }
    return parts
  }
}

extension JSON {
  /// The number of elements or members.
  fileprivate var partCount: Int {
    switch self {
    case .array(let elements): elements.count
    case .object(let members): members.count
    default: 0
    }
  }

  fileprivate func part(at index: Int) -> (String, JSON) {
    switch self {
    case .array(let elements): ("\(index)", elements[index])
    case .object(let members): (members[index].key, members[index].value)
    default: preconditionFailure("only arrays and objects have parts")
    }
  }

  /// A whole number.
  var int: Int? { number.flatMap { Int($0.text) } }
}
