import Foundation
import RexActions
import RexExamples
import RexLocking
import RexLog
import RexRecorder
import TestSupport
import Testing

/// The README's crash log is what the recorder leaves when its app dies in a reducer.
@Suite struct CrashLogTests {
  @Test func theReadmesLogIsWhatACrashLeaves() throws {
    let timeMs = Locked(0.0)
    let clock = RecorderClock(
      date: { Date(timeIntervalSince1970: 1_790_000_000) },
      monotonicMs: { timeMs.withLock { $0 } })
    let sink = LogBuffer()
    let recorder = try Recorder<CartAction, Cart>(
      sink: sink, app: "Cart",
      configuration: RecorderConfiguration(
        appVersion: "1.4", clock: clock, sessionID: CartExample.sessionID))
    var cart = Cart()
    var bytesAtDeath: [UInt8] = []
    for action in cartSession {
      timeMs.withLock { $0 += 1500 }
      recorder.record(action, into: &cart, source: source(of: action)) { cart, action in
        if case .remove(let index) = action, !cart.items.indices.contains(index) {
          // Here the shipped reducer traps; what the sink has then is what the file has.
          bytesAtDeath = sink.bytes
        } else {
          shippedCartReducer(&cart, action)
        }
      }
    }
    let text = String(decoding: bytesAtDeath, as: UTF8.self)
      .replacing(
        /"system":\{[^}]*\}/, with: #""system":{"os":"iOS","arch":"arm64","swift":"6.3"}"#)
    #expect(try text == Fixture.expected("readme/crash.jsonl", for: text))
  }

  private func source(of action: CartAction) -> ActionSource {
    switch action {
    case .add: ActionSource(file: "Cart/ShelfView.swift", function: "addButton()", line: 41)
    case .remove: ActionSource(file: "Cart/CartView.swift", function: "deleteButton()", line: 27)
    }
  }
}
