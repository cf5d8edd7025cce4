import RexDebug
import RexJSON
import RexLog
import RexQuery
import RexQuestions
import RexTimeline

/// Values: scopes, variables, and what is typed.
extension DebugAdapter {
  mutating func scopes(_ arguments: JSON) throws -> JSON {
    var session = try current
    guard let id = arguments["frameId"]?.int, id >= frameFirst, id - frameFirst < frames.count
    else { throw DebugFailure("the frame belongs to an earlier stop") }
    let seq = frames[id - frameFirst]
    var scopes: [JSON] = []
    func add(_ name: String, _ value: DebugVariables.Value) {
      let scope: JSON = ["name": .string(name), "expensive": false]
      var description = variables.description(of: value)
      for key in ["value", "type", "evaluateName"] { description = description.removing(key) }
      scopes.append(scope.merging(description))
    }
    let here = session.seq
    variables.readDates(of: session.log)
    if case .stopped? = try? session.reply(to: .goto(target: .number(seq))).content {
      if case .value(let value)? = try? session.reply(to: .evaluate(path: ValuePath(""))).content {
        let isHere = seq == here
        add(
          "State",
          .init(json: value.value, pointer: isHere ? JSONPointer() : nil, place: JSONPointer()))
      }
      if case .action(let action)? = try? session.reply(to: .action).content {
        add("Action", .init(json: action.json, actionPlace: JSONPointer()))
      }
      if let changes = try changes(&session, seq) {
        add("Changes", .init(json: changes, pointer: nil))
      }
    }
    add("Log", .init(json: try facts(session, seq), pointer: nil))
    return ["scopes": .array(scopes)]
  }

  /// What an action changed, by path; nil if that is unknown.
  private func changes(_ session: inout DebugSession, _ seq: Int) throws -> JSON? {
    guard seq > session.first else { return [:] }
    let reply = try? session.reply(to: .difference(from: seq - 1, to: seq))
    guard case .difference(let found)? = reply?.content else { return nil }
    var changes = JSONObject()
    for leaf in found.difference.leaves {
      var change = leaf.json.removing("path").object ?? JSONObject()
      for key in ["old", "new"] {
        guard let value = change[key], let position = leaf.after ?? leaf.before else { continue }
        change[key] = variables.dates?.shown(value, at: position) ?? value
      }
      changes[leaf.path] = .object(change)
    }
    return .object(changes)
  }

  private func facts(_ session: DebugSession, _ seq: Int) throws -> JSON {
    let log = session.log
    let place = try LogLocations(log: session.recorded).place(from: max(seq, 1))
    let action = try log.action(seq, [])
    let facts: JSON = [
      "app": .string(log.session.app.name), "session": .string(log.session.id),
      "seq": .number(seq), "last": .number(session.last),
    ]
    return facts.adding([
      "line": place?.seq == seq ? place.map { .number($0.line) } : Optional.none,
      "timeMs": action.flatMap { JSONNumber($0.timeMs) }.map { .number($0) },
      "branch": session.branch.map { .string($0.name) },
      "source": action?.source.map { .string("\($0.file):\($0.line)") },
    ])
  }

  mutating func variables(_ arguments: JSON) throws -> JSON {
    guard let reference = arguments["variablesReference"]?.int,
      let value = variables[reference]
    else { throw DebugFailure("the reference belongs to an earlier stop") }
    return ["variables": .array(variables.parts(of: value, arguments))]
  }

  /// A line command in the console; else the value at a path, or whether a condition holds.
  mutating func evaluate(
    _ request: JSON, _ arguments: JSON, _ progress: DebugProgress
  ) throws {
    var session = try current
    let text = arguments["expression"]?.string ?? ""
    if arguments["context"]?.string == "repl" {
      let (seq, branch) = (session.seq, session.branch?.name)
      if let reply = host.runLine(text, &session, progress.control) {
        guard !reply.isError else { throw DebugFailure(reply.text) }
        self.session = session
        output.respond(
          to: request, ["result": .string(reply.text), "variablesReference": 0])
        if (seq, branch) != (session.seq, session.branch?.name) { stopped("goto") }
        return
      }
    }
    var value = DebugVariables.Value(json: nil, pointer: nil)
    do {
      let path = try ValuePath(text)
      let reply = try session.reply(to: .evaluate(path: path))
      guard case .value(let found) = reply.content else {
        throw DebugFailure("the state has no value at \(text)")
      }
      variables.readDates(of: session.log)
      value = .init(json: found.value, pointer: path.pointer, place: found.pointer)
    } catch let error as QueryError {
      guard let condition = try? Condition(text) else { throw error }
      value.json = .bool(try session.holds(condition))
    }
    let description = variables.description(of: value)
    output.respond(
      to: request, description.removing("value").adding(["result": description["value"]]))
  }

  func completions(_ arguments: JSON) throws -> JSON {
    let line = arguments["text"]?.string ?? ""
    // Columns count from 1, in UTF-16.
    let units = Array(line.utf16).prefix(max(arguments["column"]?.int ?? 1, 1) - 1)
    let text = String(decoding: units, as: UTF16.self)
    let (start, words) = host.complete(text, try current)
    let before = text.prefix(start).utf16.count
    return [
      "targets": .array(
        words.prefix(200).map { word in
          [
            "label": .string(word), "start": .number(before),
            "length": .number(text.utf16.count - before),
          ]
        })
    ]
  }
}

extension JSON {
  /// The object without a member.
  fileprivate func removing(_ key: String) -> JSON {
    var object = object ?? JSONObject()
    object[key] = nil
    return .object(object)
  }
}
