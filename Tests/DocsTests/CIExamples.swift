import RexReplayer
import Testing

@Suite struct RegressionTests {
  @Test(arguments: RecordedLogs("Logs"))
  func comesOutAsRecorded(_ log: RecordedLog) throws {
    let app = ReplayableApp(name: "Cart", reducer: cartReducer)
    try app.verify(log)
  }
}
