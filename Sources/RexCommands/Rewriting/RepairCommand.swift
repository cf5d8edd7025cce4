import RexDebug
import RexJSON
import RexLog

extension Command {
  static let repair = Command(
    name: "repair", operands: "LOG -o NEW",
    summary: "repairs a damaged log, keeping as much as can be trusted",
    options: [.output]
  ) { call in
    let path = try call.newLog("NEW")
    let log = try call.open(call.operands("LOG")[0])
    let repair = try LogRepair(log)
    try writeNewLog(at: path) { sink in
      try repair.write(into: sink)
    }
    if call.wantsJSON {
      call.environment.print(
        LogJSON.object([
          "log": .string(log.name), "output": .string(path),
          "damage": .array(repair.damages.map(LogJSON.damage)),
          "incomplete": LogJSON.incomplete(log),
        ]))
    } else {
      for damage in repair.damages { call.environment.print(LogText.damage(damage) + "\n") }
      let outcome: StyledText =
        repair.damages.isEmpty
        ? "no damage; all lines"
        : "\(LogText.count(repair.damages.count, "damaged place")); the rest"
      call.environment.print("\(log.name): \(outcome) copied into \(path)\n")
    }
    call.environment.printIncompleteness(of: log)
    return .success
  }
}
