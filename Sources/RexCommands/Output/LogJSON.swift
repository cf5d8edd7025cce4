import RexDebug
import RexDiff
import RexJSON
import RexLog
import RexReplayer

extension LogJSON {
  static func leftOut(_ leftOut: LogLeftOut) -> JSON {
    object(["bytes": number(leftOut.byteCount), "fingerprint": .string(leftOut.fingerprint)])
  }

  static func incomplete(_ log: Log) -> JSON? {
    switch log.ending {
    case .closed: nil
    case .missing: object(["after": number(log.lastSeq)])
    case .torn(let line):
      object([
        "after": number(log.lastSeq),
        "unfinished": line.kind == "action" ? number(log.lastSeq + 1) : nil,
        "mayHaveFinished": line.mayHaveFinished ? true : nil,
        "type": line.type.map(JSON.string), "cause": line.cause.map(number),
        "action": line.action, "source": source(line.source),
      ])
    }
  }

  static func damage(_ damage: LogDamage) -> JSON {
    object([
      "file": .string(damage.error.log), "line": number(damage.error.location.line),
      "column": number(damage.error.location.column),
      "problem": .string(damage.error.kind.message.problem),
      "from": damage.frames.map { number($0.lowerBound) },
      "to": damage.frames.map { number($0.upperBound) },
    ])
  }

  /// The result of a check, and how the log is incomplete.
  static func verification(_ verification: Verification, of log: Log) -> JSON {
    var document = (try? JSONDocumentEncoder().encode(verification).object) ?? JSONObject()
    document["incomplete"] = incomplete(log)
    return .object(document)
  }

  static func undecodable(_ undecodable: UndecodableValue) -> JSON {
    object([
      "seq": number(undecodable.seq), "type": undecodable.type.map(JSON.string),
      "line": number(undecodable.line), "path": .string(undecodable.path.description),
    ])
  }
}

extension CommandEnvironment {
  /// Writes a document on a line of its own.
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
