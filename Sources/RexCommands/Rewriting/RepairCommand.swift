import RexDebug
import RexJSON
import RexLog
import RexQuestions

extension Command {
  static let repair = Command(
    name: "repair", operands: "LOG -o NEW",
    summary: "repairs a damaged log, keeping as much as can be trusted",
    example: "repair session.jsonl -o whole.jsonl",
    options: [Options.output]
  ) { call in
    let path = try call.newLog("NEW")
    let log = try call.open(call.operands("LOG")[0])
    let repair = try LogRepair(log)
    try writeNewLog(at: path) { sink in
      try repair.write(into: sink)
    }
    call.print(RepairOutcome(log: log, output: path, damages: repair.damages))
    call.environment.printUnfinished(of: log)
    return .success
  }
}

/// The result of `repair`.
private struct RepairOutcome: CommandResult {
  let log: Log
  let output: String
  let damages: [LogDamage]

  var text: StyledText {
    let places = LogText.count(damages.count, "damaged place")
    let outcome: StyledText =
      damages.isEmpty ? "no damage; all lines" : "\(places); the rest"
    return damages.reduce(StyledText()) { $0 + LogText.damage($1) + "\n" }
      + "\(log.name): \(outcome) copied into \(output)\n"
  }

  func encode(to encoder: any Encoder) throws {
    var document = encoder.container(keyedBy: CodingKeys.self)
    try document.encode(log.name, forKey: .log)
    try document.encode(output, forKey: .output)
    try document.encode(damages.map(DamagedPlace.init), forKey: .damage)
    try document.encodeIfPresent(Incompleteness(log), forKey: .incomplete)
  }

  private enum CodingKeys: CodingKey { case log, output, damage, incomplete }
}
