import RexDiff
package import RexJSON

extension LogEntry {
  /// Appends the entry's line with its line feed; an unfinished action has neither end nor feed.
  public func write(into bytes: inout [UInt8]) {
    switch self {
    case .session(let session):
      session.json.writeLine(into: &bytes)
    case .keyframe(let keyframe):
      LogLine.keyframe(seq: keyframe.seq, timeMs: keyframe.timeMs, into: &bytes) {
        keyframe.state.write(into: &$0)
      }
    case .action(let action):
      action.write(into: &bytes)
    case .mark(let mark):
      mark.json.writeLine(into: &bytes)
    case .gap(let gap):
      JSON.object(["kind": "gap", "from": .integer(gap.from), "to": .integer(gap.to)])
        .adding("reason", .string(gap.reason)).writeLine(into: &bytes)
    case .end(let end):
      JSON.object(["kind": "end", "seq": .integer(end.seq), "timeMs": .milliseconds(end.timeMs)])
        .adding("reason", .string(end.reason)).adding("statistics", end.statistics?.json)
        .writeLine(into: &bytes)
    case .unknown(let kind):
      JSON.object(["kind": .string(kind)]).writeLine(into: &bytes)
    }
  }
}

extension LogAction {
  fileprivate func write(into bytes: inout [UInt8]) {
    let (key, json): (LogLine.PayloadKey, JSON) =
      switch payload {
      case .action(let json): (.action, json)
      case .opaque(let description): (.opaque, .string(description))
      }
    LogLine.beginAction(
      seq: seq, timeMs: timeMs, cause: cause, type: type, source: source, into: &bytes, payload: key
    ) { json.write(into: &$0) }
    guard let result else { return }
    LogLine.endAction(
      tookMs: result.tookMs, error: result.error, isExact: result.isExact, into: &bytes
    ) { bytes in
      switch result.change {
      case .patch(let patch): patch.json.write(into: &bytes)
      case .notRecorded: LogLine.appendNoPatch(to: &bytes)
      case .leftOut(let leftOut): LogLine.appendNoPatch(leftOut, to: &bytes)
      }
    }
  }
}

extension LogMark {
  fileprivate var json: JSON {
    JSON.object(["kind": "mark", "seq": .integer(seq), "timeMs": .milliseconds(timeMs)])
      .adding("label", .string(label)).adding("data", data)
  }
}

extension LogSession {
  fileprivate var json: JSON {
    JSON.object(["kind": "session", "rexlog": .integer(LogSession.version), "id": .string(id)])
      .adding("startedAt", .string(startedAt))
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
      .adding("after", after > 0 ? Optional(JSON.integer(after)) : nil)
      .adding("segment", segment.map(JSON.integer))
  }
}

extension LogSession.Redaction {
  fileprivate var json: JSON {
    JSON.object(["rules": .array(rules.map(JSON.string))])
      .adding("secrets", secretCount.map(JSON.integer))
  }
}

extension LogStatistics {
  /// The object of an end line.
  package var json: JSON {
    let json: JSON = [
      "actions": .integer(actionCount), "opaque": .integer(opaqueCount),
      "gaps": .integer(gapCount), "lost": .integer(lostCount),
      "redacted": .integer(redactedCount),
      "distrustedTypes": .array(distrustedTypes.map(JSON.string)), "bytes": .integer(byteCount),
      "reducersMs": .milliseconds(reducersMs), "ownMs": .milliseconds(ownMs),
      "ownMsP50": .milliseconds(ownMsP50), "ownMsP99": .milliseconds(ownMsP99),
    ]
    return canReadTypes ? json : json.adding("canReadTypes", false)
  }
}

extension JSON {
  fileprivate static func integer(_ value: Int) -> JSON { .number(JSONNumber(value)) }

  fileprivate static func milliseconds(_ value: Double) -> JSON {
    .number(JSONNumber(value) ?? JSONNumber(0))
  }

  fileprivate static func object(_ members: KeyValuePairs<String, JSON>) -> JSON {
    var object = JSONObject()
    for (key, value) in members { object[key] = value }
    return .object(object)
  }

  fileprivate func adding(_ key: String, _ value: JSON?) -> JSON {
    guard var object, let value else { return self }
    object[key] = value
    return .object(object)
  }

  fileprivate func writeLine(into bytes: inout [UInt8]) {
    write(into: &bytes)
    bytes.append(UInt8(ascii: "\n"))
  }
}
