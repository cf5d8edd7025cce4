import RexJSON
import RexLog
import RexQuestions

/// A result of a command: its encoding is the document that `--json` prints, on a line of its own.
protocol CommandResult: Encodable {
  /// The result for people.
  var text: StyledText { get }
}

extension CommandResult {
  /// Its encoding, on a line of its own.
  var documentText: StyledText { StyledText(ofDocument: self) }
}

extension StyledText {
  fileprivate init(ofDocument result: some Encodable) {
    // The results of commands contain nothing that cannot be encoded.
    guard let bytes = try? JSONDocumentEncoder().encodeBytes(result) else {
      self.init()
      return
    }
    self = StyledText(String(decoding: bytes, as: UTF8.self)) + "\n"
  }
}

extension CommandCall {
  /// Prints a result in the requested format.
  func print(_ result: some CommandResult) { print(result.text, document: result) }

  /// Prints text, or the encoding of a result.
  func print(_ text: @autoclosure () -> StyledText, document result: some Encodable) {
    if wantsJSON {
      environment.print(document: result)
    } else {
      environment.print(text())
    }
  }

  /// Prints text, or documents that are each on a line.
  func print(_ text: @autoclosure () -> StyledText, lines: @autoclosure () -> [JSON]) {
    if wantsJSON {
      for line in lines() { environment.print(line) }
    } else {
      environment.print(text())
    }
  }

  /// Prints text, or a document.
  func print(_ text: @autoclosure () -> StyledText, _ json: @autoclosure () -> JSON) {
    print(text(), lines: [json()])
  }
}

extension CommandEnvironment {
  /// Writes the encoding of a result on a line of its own.
  func print(document result: some Encodable) { print(StyledText(ofDocument: result)) }

  /// Writes a document on a line of its own, piece by piece, since it can be long.
  func print(_ json: JSON) {
    // The line break is written with the last chunk, so that most lines take one write.
    var last = ""
    json.write { piece in
      if !last.isEmpty { print(StyledText(last)) }
      last = piece
    }
    print(StyledText(last) + "\n")
  }
}

extension JSON {
  /// An object with the name of the log that it is about as its first member.
  func about(_ log: Log) -> JSON {
    guard case .object(let members) = self else { return self }
    var object = JSONObject()
    object["log"] = .string(log.name)
    for (key, value) in members { object[key] = value }
    return .object(object)
  }
}

/// How a log is incomplete, in the result of a command.
struct Incompleteness: Encodable {
  /// The last complete action.
  var after: Int
  /// The action that never finished.
  var unfinished: Int?
  var mayHaveFinished: Bool?
  var type: String?
  var cause: Int?
  var action: JSON?
  var inputs: [JSON]?
  var source: LogSource?

  /// Nil if the log is complete.
  init?(_ log: Log) {
    after = log.lastSeq
    switch log.ending {
    case .closed: return nil
    case .missing: break
    case .torn(let line):
      if line.kind == "action" { unfinished = log.lastSeq + 1 }
      if line.mayHaveFinished { mayHaveFinished = true }
      (type, cause, action, source) = (line.type, line.cause, line.action, line.source)
      if !line.inputs.isEmpty { inputs = line.inputs }
    }
  }
}

/// Damage of a log, in the result of a command.
struct DamagedPlace: Encodable {
  var file: String
  /// The line and column, from 1.
  var line: Int
  var column: Int
  var problem: String
  /// The first and the last frame whose state is unknown.
  var from: Int?
  var to: Int?

  init(_ damage: LogDamage) {
    (file, problem) = (damage.error.log, damage.error.problem.message.problem)
    (line, column) = (damage.error.location.line, damage.error.location.column)
    (from, to) = (damage.frames?.lowerBound, damage.frames?.upperBound)
  }
}
