import RexJSON
import RexLocking
import RexLog
import RexQuestions
import RexServers
import RexTimeline

/// How a call of a tool ended; its rows tell whether something was found, or differs.
enum AnswerStatus: String {
  case success, usage, outOfRange, unreadable, noVerdict

  init(_ status: CommandStatus) {
    switch status {
    case .success, .negative: self = .success
    case .usage: self = .usage
    case .unreadable: self = .unreadable
    case .noVerdict: self = .noVerdict
    }
  }

  init(_ error: any Error) {
    let problem = (error as? LogError)?.problem
    switch (problem as? StateProblem, problem as? QuestionProblem) {
    case (.noFrame, _), (_, .noTime), (_, .noMark): self = .outOfRange
    default: self.init(CommandError(error).status)
    }
  }
}

/// Some of the rows that a command prints as JSON: few enough for an agent to read.
struct CommandPage: Sendable {
  /// The number of rows to leave out.
  var offset = 0
  /// The most rows.
  var limit = 50
  /// The most bytes of its rows; by default some three thousand tokens.
  var bytesMax = 8 << 10

  private static let limitMax = 500
  private static let bytesRange = 1 << 10...32 << 10

  /// A document that an agent reads by its address.
  static let ofResource = CommandPage(limit: 1, bytesMax: bytesRange.upperBound)

  private init(limit: Int, bytesMax: Int) { (self.limit, self.bytesMax) = (limit, bytesMax) }

  /// The page that the arguments of a tool ask for.
  init(_ arguments: JSONObject) throws {
    func number(_ name: String, _ range: ClosedRange<Int>) throws -> Int? {
      guard let value = arguments[name], value != .null else { return nil }
      let text = value.number?.text ?? value.string ?? ""
      return try ValueReader<Int>.whole(range).read(text, name)
    }
    offset = try number("offset", 0...Int.max / 2) ?? 0
    limit = try number("limit", 1...Self.limitMax) ?? limit
    bytesMax = try number("bytes", Self.bytesRange) ?? bytesMax
  }

  /// The schemas of a page's arguments; those for many rows first.
  static let argumentSchemas: [(key: String, value: JSON)] = [
    ("limit", schema(1...limitMax, "the most rows, 50 by default")),
    (
      "offset",
      ["type": "integer", "minimum": 0, "description": "leaves out rows: pass nextOffset"]
    ),
    ("bytes", schema(bytesRange, "the most bytes of rows, 8192 by default")),
  ]

  private static func schema(_ range: ClosedRange<Int>, _ description: String) -> JSON {
    [
      "type": "integer", "minimum": .number(range.lowerBound),
      "maximum": .number(range.upperBound), "description": .string(description),
    ]
  }

  /// Runs a command, and returns the document of its answer.
  func document(of words: [String], in call: CommandCall, _ request: AgentRequest) -> JSON {
    let output = Locked(Output(offset: offset, limit: limit, bytesMax: bytesMax))
    var environment = CommandEnvironment(
      write: { text in output.withLock { $0.add(text) } },
      writeError: { text in output.withLock { $0.addNote(text) } },
      nextLine: { nil }, workerTool: call.environment.workerTool)
    environment.catchInterruption = {
      { request.isStopped() || output.withLock(\.hasMore) }
    }
    var status = AnswerStatus.success
    do {
      let command = try call.tool.command(named: words[0])
      let words = ["--json"] + call.words(of: command.specs) + words.dropFirst()
      status = AnswerStatus(try call.tool.perform(command, words, in: environment))
    } catch {
      status = AnswerStatus(error)
      output.withLock { $0.addNote(CommandError(error).line.plain + "\n") }
    }
    return output.withLock { output in
      let document: JSON = [
        "status": .string((output.hasMore ? .success : status).rawValue),
        "rows": .array(output.rows),
      ]
      var notes = output.notes.map { JSON.string(CommandTool.reworded($0, for: words[0])) }
      if !output.rows.isEmpty, let note = Self.dates(for: words, in: call) {
        notes.append(.string(note))
      }
      return document.adding([
        "nextOffset": output.hasMore ? .number(offset + output.rows.count) : nil,
        "notes": notes.isEmpty ? nil : .array(notes),
      ])
    }
  }

  /// The commands whose rows have values of the app.
  private static let valueCommands: Set = ["list", "show", "when", "history", "diff"]
  private static let placesMax = 5

  /// Tells which numbers are dates, since rows have what the log has.
  private static func dates(for words: [String], in call: CommandCall) -> String? {
    guard valueCommands.contains(words[0]),
      let path = words.first(where: call.arguments.operands.contains),
      let places = try? call.quiet.open(path).datePlaces()
    else { return nil }
    let all = places.states + places.actions
    guard !all.isEmpty else { return nil }
    let shown = all.prefix(placesMax) + (all.count > placesMax ? ["…"] : [])
    return "dates, in seconds since 2001-01-01 UTC: \(shown.joined(separator: " "))"
  }

  /// Collects what a command prints.
  private struct Output {
    private(set) var rows: [JSON] = []
    private(set) var hasMore = false
    private var errors = ""
    private var skipsLeft: Int
    private var rowsLeft: Int
    private var bytesLeft: Int
    private let bytesMax: Int
    private var line = ""
    private var isLineTooLong = false

    /// The most bytes of a line, which is parsed to be shortened.
    private static let lineBytesMax = 16 << 20
    private static let errorsBytesMax = 4 << 10

    init(offset: Int, limit: Int, bytesMax: Int) {
      (skipsLeft, rowsLeft, self.bytesMax) = (offset, limit, bytesMax)
      bytesLeft = bytesMax
    }

    var notes: [String] { errors.split(separator: "\n").map(String.init) }

    /// Keeps what fits of a note; a page that is full has stopped the command, which it tells.
    mutating func addNote(_ text: String) {
      guard !hasMore, errors.utf8.count < Self.errorsBytesMax else { return }
      let beginning = text.prefix(bytes: Self.errorsBytesMax - errors.utf8.count)
      errors += beginning.utf8.count < text.utf8.count ? beginning + "…\n" : beginning
    }

    mutating func add(_ text: String) {
      for (index, piece) in text.split(separator: "\n", omittingEmptySubsequences: false)
        .enumerated()
      {
        if index > 0 { endLine() }
        isLineTooLong = isLineTooLong || line.utf8.count + piece.utf8.count > Self.lineBytesMax
        line = isLineTooLong ? "" : line + piece
      }
    }

    private mutating func endLine() {
      defer { (line, isLineTooLong) = ("", false) }
      guard !hasMore, !line.isEmpty || isLineTooLong else { return }
      guard skipsLeft == 0 else {
        skipsLeft -= 1
        return
      }
      let row = row
      let byteCount = row.bytes.count
      guard rowsLeft > 0, byteCount <= bytesLeft || rows.isEmpty else {
        hasMore = true
        return
      }
      let shortened = row.shortened(to: bytesMax)
      if shortened != row || isLineTooLong {
        addNote("long values were cut at …; bytes allows more, and show can show a part with at\n")
      }
      rows.append(shortened)
      (rowsLeft, bytesLeft) = (rowsLeft - 1, bytesLeft - byteCount)
    }

    private var row: JSON {
      guard !isLineTooLong else { return "… left out" }
      return (try? JSON(parsing: line, limits: .largest)) ?? .string(line)
    }
  }
}
