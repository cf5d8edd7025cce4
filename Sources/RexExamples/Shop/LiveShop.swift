import Foundation
import RexActions
import RexLive
public import RexLog
import RexRecorder
public import RexReplayer
import RexStore

/// The shop beside `rexreplay live`: a customer who takes time, and a tool that may take over.
public enum LiveShop {
  /// The build in which the bug of the hunt in docs/live.md is fixed, which `--app` selects.
  public static let fixed = ReplayableApp(
    name: "Shop-1.1", actions: ShopActions.registry,
    reducer: Reducer(returning: shopReducerClosingPhotos).reduce)

  /// Records the planned session into a log, at the customer's pace.
  ///
  /// While the tool shows another state, the customer waits: what he would do next belongs to the
  /// state that he has seen.
  public static func run(
    _ plan: SessionPlan, to sink: any LogSink, port: UInt16
  ) throws(LogError) {
    let recorder = try Recorder<any ShopAction, ShopState>(
      sink: sink, app: ExampleApp.shop.replayable.name, actions: ShopActions.registry)
    let link = LiveLink(recorder, port: port, evenInRelease: true)
    let session = ShopSession(plan, recording: recorder.middleware)
    session.store.connect(link)
    session.run { pauseMs in
      repeat { Thread.sleep(forTimeInterval: Double(pauseMs) / 1000) } while link.isHeld
    }
    recorder.close()
    link.close()
    if case .log(let error) = recorder.failure { throw error }
  }
}
