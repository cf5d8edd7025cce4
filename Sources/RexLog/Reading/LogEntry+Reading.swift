import RexDiff
import RexJSON

extension LogEntry {
  /// An entry from its line's document.
  ///
  /// Unknown members are ignored and unknown kinds give `unknown`. Throws what is missing or wrong.
  init(reading json: JSON) throws(EntryError) {
    guard let first = json.object?.first, first.key == "kind", let kind = first.value.string else {
      throw EntryError(.notAnEntry)
    }
    let members = EntryMembers(json: json, path: "")
    switch kind {
    case "session": self = .session(try LogSession(reading: members))
    case "keyframe":
      self = .keyframe(
        LogKeyframe(
          seq: try members.natural("seq"), timeMs: try members.double("timeMs"),
          state: try members.required("state")))
    case "action": self = .action(try LogAction(reading: members))
    case "mark":
      self = .mark(
        LogMark(
          seq: try members.natural("seq"), timeMs: try members.double("timeMs"),
          label: try members.string("label"), data: members.optional("data")))
    case "gap":
      let gap = LogGap(
        from: try members.natural("from"), to: try members.natural("to"),
        reason: try members.string("reason"))
      guard gap.from <= gap.to else { throw EntryError(.backwardGap(from: gap.from, to: gap.to)) }
      self = .gap(gap)
    case "end":
      self = .end(
        LogEnd(
          seq: try members.natural("seq"), timeMs: try members.double("timeMs"),
          reason: try members.string("reason"),
          statistics: try members.optionalObject("statistics").map(LogStatistics.init(reading:))))
    default: self = .unknown(kind: kind)
    }
  }
}

/// What is wrong with one entry, before its place is known.
struct EntryError: Error {
  var kind: LogError.Kind

  init(_ kind: LogError.Kind) { self.kind = kind }
}

extension LogSession {
  fileprivate init(reading members: EntryMembers) throws(EntryError) {
    let version = try members.required("rexlog")
    guard version.number?.exactly(Int.self) == LogSession.version else {
      throw EntryError(.unsupportedVersion(version))
    }
    let app = try members.object("app")
    self.init(
      id: try members.string("id"), startedAt: try members.string("startedAt"),
      app: App(
        name: try app.string("name"), version: try app.optionalString("version"),
        build: try app.optionalString("build")))
    if let types = try members.optionalObject("types") {
      self.types = Types(state: try types.string("state"), action: try types.string("action"))
    }
    if let system = try members.optionalObject("system") {
      self.system = System(
        os: try system.string("os"), arch: try system.string("arch"),
        swift: try system.string("swift"))
    }
    if let redacted = try members.optionalObject("redacted") {
      redaction = Redaction(
        rules: redacted.optional("rules")?.array?.compactMap(\.string) ?? [],
        secretCount: redacted.optional("secrets")?.number?.exactly(Int.self))
    }
    after = try members.optionalNatural("after", from: 0) ?? 0
    segment = try members.optionalNatural("segment", from: 1)
  }
}

extension LogAction {
  fileprivate init(reading members: EntryMembers) throws(EntryError) {
    let seq = try members.natural("seq")
    let cause = members.optional("cause")?.number?.exactly(Int.self)
    self.init(
      seq: seq, timeMs: try members.double("timeMs"),
      cause: LogAction.validCause(cause, of: seq),
      type: try members.label("type"), payload: try Payload(reading: members),
      source: try members.optionalObject("source").map(LogSource.init(reading:)))
    guard members.optional("patch") != nil || members.optional("tookMs") != nil else { return }
    result = Result(
      tookMs: try members.double("tookMs"), change: try Change(reading: members),
      error: try members.optionalString("error"),
      isExact: members.optional("exact") != false)
  }
}

extension LogAction.Change {
  fileprivate init(reading members: EntryMembers) throws(EntryError) {
    let patch = try members.required("patch")
    guard patch == .null else {
      do throws(JSONPatchError) {
        self = .patch(try JSONPatch(parsing: patch))
      } catch {
        throw EntryError(.patch(error))
      }
      return
    }
    guard let leftOut = try members.optionalObject("leftOut") else {
      self = .notRecorded
      return
    }
    self = .leftOut(
      LogLeftOut(
        byteCount: try leftOut.natural("bytes"), fingerprint: try leftOut.string("fingerprint")))
  }
}

extension LogAction.Payload {
  fileprivate init(reading members: EntryMembers) throws(EntryError) {
    if let action = members.optional("action") {
      self = .action(action)
    } else if let description = try members.optionalString("opaque") {
      self = .opaque(description)
    } else {
      throw EntryError(.missingMember("/action"))
    }
  }
}

extension LogSource {
  fileprivate init(reading members: EntryMembers) throws(EntryError) {
    self.init(
      file: try members.string("file"), line: try members.natural("line"),
      function: try members.optionalString("function"), info: try members.optionalString("info"))
  }
}

extension LogStatistics {
  /// What is not there is zero: a later version may count more, or less.
  fileprivate init(reading members: EntryMembers) throws(EntryError) {
    self.init()
    actionCount = try members.optionalNatural("actions")
    opaqueCount = try members.optionalNatural("opaque")
    gapCount = try members.optionalNatural("gaps")
    lostCount = try members.optionalNatural("lost")
    redactedCount = try members.optionalNatural("redacted")
    distrustedTypes = members.optional("distrustedTypes")?.array?.compactMap(\.string) ?? []
    canReadTypes = members.optional("canReadTypes") != .bool(false)
    byteCount = try members.optionalNatural("bytes")
    reducersMs = try members.optionalDouble("reducersMs")
    ownMs = try members.optionalDouble("ownMs")
    ownMsP50 = try members.optionalDouble("ownMsP50")
    ownMsP99 = try members.optionalDouble("ownMsP99")
  }
}

/// The largest integer that every JSON reader keeps exactly; sums of two such cannot overflow.
///
/// Where an `Int` has 32 bits, as on watchOS, half of its range.
private let naturalMax = Int(min(Int64(1 << 53) - 1, Int64(Int.max / 2)))

/// An object's members by type; what is missing or wrong is named by its JSON Pointer.
private struct EntryMembers {
  var json: JSON
  var path: String

  func optional(_ key: String) -> JSON? { json[key] }

  func required(_ key: String) throws(EntryError) -> JSON {
    guard let value = json[key] else { throw EntryError(.missingMember("\(path)/\(key)")) }
    return value
  }

  func string(_ key: String) throws(EntryError) -> String {
    let value = try required(key)
    guard let text = value.string else { throw wrong(key, "a string", value) }
    return text
  }

  /// A string that every reader keeps in its index.
  func label(_ key: String) throws(EntryError) -> String {
    let text = try string(key)
    guard text.utf8.count <= LogAction.typeBytesMax else {
      throw EntryError(.tooLong(limit: LogAction.typeBytesMax))
    }
    return text
  }

  func optionalString(_ key: String) throws(EntryError) -> String? {
    optional(key) == nil ? nil : try string(key)
  }

  func double(_ key: String) throws(EntryError) -> Double {
    let value = try required(key)
    guard let double = value.number?.double else {
      throw wrong(key, "a number that a Double holds", value)
    }
    return double
  }

  func natural(_ key: String, from least: Int = 0) throws(EntryError) -> Int {
    let value = try required(key)
    let naturals = least...naturalMax
    guard let integer = value.number?.exactly(Int.self), naturals.contains(integer) else {
      throw wrong(key, "an integer from \(least) to \(naturalMax)", value)
    }
    return integer
  }

  func optionalNatural(_ key: String, from least: Int) throws(EntryError) -> Int? {
    optional(key) == nil ? nil : try natural(key, from: least)
  }

  func optionalNatural(_ key: String) throws(EntryError) -> Int {
    optional(key) == nil ? 0 : try natural(key)
  }

  func optionalDouble(_ key: String) throws(EntryError) -> Double {
    optional(key) == nil ? 0 : try double(key)
  }

  func object(_ key: String) throws(EntryError) -> EntryMembers {
    let value = try required(key)
    guard value.object != nil else { throw wrong(key, "an object", value) }
    return EntryMembers(json: value, path: "\(path)/\(key)")
  }

  func optionalObject(_ key: String) throws(EntryError) -> EntryMembers? {
    optional(key) == nil ? nil : try object(key)
  }

  private func wrong(_ key: String, _ expected: String, _ found: JSON) -> EntryError {
    EntryError(.wrongMember("\(path)/\(key)", expected: expected, found: found))
  }
}
