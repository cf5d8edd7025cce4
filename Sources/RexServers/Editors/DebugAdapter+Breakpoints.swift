import RexDebug
import RexJSON
import RexLog
import RexQuery
import RexQuestions

/// Breakpoints: on a log's lines, by type, by condition, on data and on what is wrong.
extension DebugAdapter {
  /// A line's breakpoint stops at its action; with a condition on the first line, at any action.
  mutating func setBreakpoints(_ arguments: JSON) throws -> JSON {
    let path = arguments["source"]?["path"]?.string ?? ""
    return try set("source " + path, arguments["breakpoints"]) { adapter, wanted in
      let line = wanted["line"]?.int ?? 0
      let condition = wanted["condition"]?.string ?? ""
      if line == 1, !condition.isEmpty {
        return (.condition(holds: try Condition(condition)), line)
      }
      guard let place = try adapter.place(arguments, line: line) else {
        throw DebugFailure("there is no action at or after line \(line) of this log")
      }
      guard !condition.isEmpty else { return (.action(seqs: [place.seq]), place.line) }
      _ = try Condition(condition)
      let holds = try Condition("@.seq == \(place.seq) && (\(condition))")
      return (.condition(holds: holds), place.line)
    }
  }

  /// A function is a type of action, or a condition.
  mutating func setFunctionBreakpoints(_ arguments: JSON) throws -> JSON {
    try set("functions", arguments["breakpoints"]) { _, wanted in
      let name = wanted["name"]?.string ?? ""
      let condition = wanted["condition"]?.string ?? ""
      if let holds = try? Condition(name) { return (.condition(holds: holds), nil) }
      guard !condition.isEmpty else { return (.type(is: name), nil) }
      _ = try Condition(condition)
      let holds = try Condition("\(TypePattern(name).condition().text) && (\(condition))")
      return (.condition(holds: holds), nil)
    }
  }

  mutating func setDataBreakpoints(_ arguments: JSON) throws -> JSON {
    try set("data", arguments["breakpoints"]) { _, wanted in
      guard (wanted["condition"]?.string ?? "").isEmpty else {
        throw DebugFailure("a data breakpoint takes no condition")
      }
      return (.change(of: try ValuePath(wanted["dataId"]?.string ?? "")), nil)
    }
  }

  /// Only what is in the state can change; without a reference, the name is a path.
  func dataBreakpointInfo(_ arguments: JSON) throws -> JSON {
    let name = arguments["name"]?.string ?? ""
    var path: String?
    if let reference = arguments["variablesReference"]?.int, reference > 0 {
      path = variables[reference]?.pointer.map { $0.appending(name).description }
    } else if name.hasPrefix("/") || name.hasPrefix("$"), (try? ValuePath(name)) != nil {
      path = name
    }
    guard let path else {
      return ["dataId": nil, "description": "only values in the state change"]
    }
    return [
      "dataId": .string(path), "description": .string(path.escapedForDisplay),
      "accessTypes": ["write"], "canPersist": true,
    ]
  }

  mutating func setExceptionBreakpoints(
    _ arguments: JSON, _ progress: DebugProgress
  ) throws -> JSON {
    try set("exceptions", arguments["filters"]) { adapter, filter in
      switch filter.string {
      case "error": return (.condition(holds: try Condition("@.error")), nil)
      case "gap":
        let log = try adapter.current.recorded
        return (.action(seqs: try LogLocations(log: log).gapEnds(progress.control)), nil)
      case "divergence":
        let found = try adapter.divergences ?? adapter.findDivergences(progress.control)
        adapter.divergences = found
        return (.action(seqs: found.keys.sorted()), nil)
      default: throw DebugFailure("there is no filter \(filter)")
      }
    }
  }

  private func findDivergences(_ control: QuestionControl) throws -> [Int: String] {
    let found = try host.divergences(try current.recorded, launch, control)
    // What is left out would be taken for verified.
    guard !control.isStopped() else { throw DebugFailure("cancelled") }
    return found
  }

  /// The most breakpoints of a kind.
  private static var countMax: Int { 1_000 }

  /// Replaces the breakpoints of a kind.
  private mutating func set(
    _ kind: String, _ wanted: JSON?,
    _ condition: (inout DebugAdapter, JSON) throws -> (StopCondition, line: Int?)
  ) throws -> JSON {
    _ = try current
    for id in breakpoints.removeValue(forKey: kind) ?? [] {
      _ = try session?.reply(to: .removeBreakpoint(id: id))
    }
    var (ids, rows) = ([Int](), [JSON]())
    for wanted in wanted?.array ?? [] {
      do {
        guard ids.count < Self.countMax else { throw DebugFailure("there are too many") }
        let (stop, line) = try condition(&self, wanted)
        let reply = try session?.reply(to: .setBreakpoint(on: stop))
        guard case .breakpoints(let all)? = reply?.content, let id = all.last?.id else { continue }
        ids.append(id)
        let row: JSON = ["id": .number(id), "verified": true]
        rows.append(row.adding(["line": line.map { .number($0) }]))
      } catch {
        let message = (error as? DebugFailure)?.message ?? host.problem(error)
        rows.append(["verified": false, "message": .string(message)])
      }
    }
    breakpoints[kind] = ids
    return ["breakpoints": .array(rows)]
  }
}
