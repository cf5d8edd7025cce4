public import RexLog
public import RexReplayer

/// The cart of the README's story, whose log ends in a crash: there is no session to record.
public enum CartExample {
  /// The build that recorded the log, and the one with both bugs fixed, which `--app` selects.
  public static let builds = [
    ReplayableApp(name: "Cart", reducer: shippedCartReducer),
    ReplayableApp(name: "Cart-1.5", reducer: cartReducer),
  ]

  /// The identifier of `Fixtures/readme/crash.jsonl`.
  package static let sessionID = "0C0FFEE0-0000-4000-8000-000000000001"

  /// Returns whether a log is that one, or was derived from it; other apps are named Cart, too.
  public static func recorded(_ log: Log) -> Bool {
    (log.session.origin?.id ?? log.session.id) == sessionID
  }
}
