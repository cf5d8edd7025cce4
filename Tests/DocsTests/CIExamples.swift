import RexExamples
import RexReplayer
import Testing

@Suite struct RegressionTests {
  @Test(arguments: RecordedLogs("Logs"))
  func comesOutAsRecorded(_ log: RecordedLog) throws {
    let app = ReplayableApp(name: "Cart", reducer: cartReducer)
    try app.verify(log)
  }
}

@Suite struct RuleTests {
  @Test(arguments: RecordedLogs("Logs"))
  func keepsTheRules(_ log: RecordedLog) throws {
    let app = ReplayableApp(name: "Cart", reducer: cartReducer)
    try app.check(log, LogRules("the total is not negative: $.totalCents >= 0"))
  }
}
