import RexJSON

/// A log's first line, which identifies the recording and the format's version.
public struct LogSession: Sendable, Equatable {
  /// The major version of the format that this package writes.
  public static let version = 1

  /// The recording's unique identifier, a UUID.
  public var id: String
  /// The start of the recording, in ISO 8601 with milliseconds, in UTC.
  public var startedAt: String
  /// The recorder's time zone when the recording started, as its distance from UTC, such as
  /// `+01:00`; nil if the log does not tell it, as older ones.
  public var timeZone: String?
  /// The recorded app.
  public var app: App
  /// The names of the app's types, if recorded.
  public var types: Types?
  /// The system the app ran on, if recorded.
  public var system: System?
  /// How secrets were redacted; nil if redaction was off.
  public var redaction: Redaction?
  /// Whether states are encoded by reflection, so that the app's `State` need not be `Codable`.
  public var areStatesReflected = false
  /// Whether states were diffed in the background, where a change made outside of an action can go
  /// unnoticed until the next action, whose patch then has it.
  public var isDiffedInBackground = false
  /// Whether the recorder truncates a line that it fails to complete, so that an action whose line
  /// is torn is one in which the app ended.
  ///
  /// False in older logs, and for a `LogSink` that cannot truncate.
  public var truncatesFailures = false
  /// The number of the last action before this log; the first keyframe has the same number.
  public var after: Int
  /// The number of this segment of the session, from 1; nil if the session has no segments.
  public var segment: Int?
  /// The log that this one was derived from by editing actions; nil if it was recorded.
  public var origin: Origin?

  /// The session line of a recording.
  public init(
    id: String, startedAt: String, app: App, types: Types? = nil, system: System? = nil,
    redaction: Redaction? = nil, after: Int = 0, segment: Int? = nil
  ) {
    (self.id, self.startedAt, self.app) = (id, startedAt, app)
    (self.types, self.system, self.redaction) = (types, system, redaction)
    (self.after, self.segment) = (after, segment)
  }

  /// The recorded app; replaying picks the reducer by its name.
  public struct App: Sendable, Equatable {
    /// The name, such as `TeamChat`.
    public var name: String
    /// The user-visible version, such as `1.4.2`.
    public var version: String?
    /// The build of that version, such as `812`.
    public var build: String?

    /// An app by name.
    public init(name: String, version: String? = nil, build: String? = nil) {
      (self.name, self.version, self.build) = (name, version, build)
    }
  }

  /// The names of the app's `State` and `Action` types.
  public struct Types: Sendable, Equatable {
    /// The state's type.
    public var state: String
    /// The action's type.
    public var action: String

    /// The names of both types.
    public init(state: String, action: String) { (self.state, self.action) = (state, action) }
  }

  /// How secrets were replaced by placeholders.
  public struct Redaction: Sendable, Equatable {
    /// The kinds of rules, described without revealing secrets.
    public var rules: [String]
    /// The range of the numbers that replace others, which no other number is in.
    ///
    /// Nil in older logs, in which numbers of the app can look like those that replace others.
    public var numbers: ClosedRange<Int>?

    /// A redaction by these kinds of rules.
    public init(rules: [String], numbers: ClosedRange<Int>? = nil) {
      (self.rules, self.numbers) = (rules, numbers)
    }
  }

  /// The log that another was derived from by editing its actions.
  public struct Origin: Sendable, Equatable {
    /// That log's session identifier.
    public var id: String
    /// The first action at which the two may differ; everything before it is the same.
    public var from: Int

    /// An origin by its identifier, and the first action at which the new log may differ.
    public init(id: String, from: Int) { (self.id, self.from) = (id, from) }
  }

  /// The system that the app ran on.
  public struct System: Sendable, Equatable {
    /// The operating system.
    public var os: String
    /// The processor's architecture.
    public var arch: String
    /// The version of the Swift compiler that built the recorder.
    public var swift: String

    /// Creates a description of a system.
    public init(os: String, arch: String, swift: String) {
      (self.os, self.arch, self.swift) = (os, arch, swift)
    }
  }
}

extension LogSession {
  init(reading members: EntryMembers) throws(EntryError) {
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
        numbers: redacted.optional("numbers").flatMap(Redaction.range))
    }
    timeZone = members.optional("timeZone")?.string
    areStatesReflected = members.optional("states")?.string == "reflected"
    isDiffedInBackground = members.optional("diffing")?.string == "background"
    truncatesFailures = members.optional("failures")?.string == "truncated"
    after = try members.optionalNatural("after", from: 0) ?? 0
    segment = try members.optionalNatural("segment", from: 1)
    if let origin = members.optional("origin"), let id = origin["id"]?.string,
      let from = origin["from"]?.number?.exactly(Int.self)
    {
      self.origin = Origin(id: id, from: from)
    }
  }
}

extension LogSession {
  /// Appends the session's line.
  func write(into bytes: inout [UInt8]) { json.writeLine(into: &bytes) }

  private var json: JSON {
    JSON.object(["kind": "session", "rexlog": .integer(LogSession.version), "id": .string(id)])
      .adding("startedAt", .string(startedAt))
      .adding("timeZone", timeZone.map(JSON.string))
      .adding(
        "app",
        JSON.object(["name": .string(app.name)])
          .adding("version", app.version.map(JSON.string))
          .adding("build", app.build.map(JSON.string))
      )
      .adding("types", types.map { ["state": .string($0.state), "action": .string($0.action)] })
      .adding(
        "system",
        system.map { ["os": .string($0.os), "arch": .string($0.arch), "swift": .string($0.swift)] }
      )
      .adding("redacted", redaction.map(\.json))
      .adding("states", areStatesReflected ? "reflected" : nil)
      .adding("diffing", isDiffedInBackground ? "background" : nil)
      .adding("failures", truncatesFailures ? "truncated" : nil)
      .adding("after", after > 0 ? Optional(JSON.integer(after)) : nil)
      .adding("segment", segment.map(JSON.integer))
      .adding("origin", origin.map { ["id": .string($0.id), "from": .integer($0.from)] })
  }
}

extension LogSession.Redaction {
  fileprivate var json: JSON {
    JSON.object(["rules": .array(rules.map(JSON.string))])
      .adding(
        "numbers", numbers.map { [.integer($0.lowerBound), .integer($0.upperBound)] as JSON })
  }

  fileprivate static func range(_ json: JSON) -> ClosedRange<Int>? {
    guard let bounds = json.array, bounds.count == 2,
      let first = bounds[0].number?.exactly(Int.self),
      let last = bounds[1].number?.exactly(Int.self), first <= last
    else { return nil }
    return first...last
  }
}

extension LogSession.App {
  /// The name, the version and the build: `Cart 1.4.2 (812)`.
  package var text: String {
    name + (version.map { " \($0)" } ?? "") + (build.map { " (\($0))" } ?? "")
  }
}
