import Foundation
import RexJSON
import RexLog
import RexReplayer
import RexTimeline
import TestSupport
import Testing

/// Expects that the log has a number of actions and ends in a state.
///
/// All actions have to verify, and replay to the same bytes.
func expect(
  _ sink: LogBuffer, of app: ReplayableApp = Tally.app, count: Int, opaqueCount: Int = 0,
  endsIn state: Tally
) throws {
  let log = try Log(checked: "log", bytes: sink.bytes)
  let replayer = Replayer(app)
  let verification = try replayer.verify(log)
  #expect(verification.verdict == .verified, "\(verification.divergences)")
  #expect(verification.counts.verified == count)
  #expect((verification.counts[.opaque], verification.counts[.inexact]) == (opaqueCount, 0))
  let replayed = LogBuffer()
  try replayer.replay(log, into: replayed)
  #expect(replayed.bytes == sink.bytes)
  try expect(log, endsIn: state)
}

/// Expects that the log ends in the state.
func expect(_ log: Log, endsIn state: Tally) throws {
  var timeline = Timeline(log)
  let last = try timeline.state(at: log.lastSeq)
  #expect(try last == JSONDocumentEncoder().encode(state))
}

/// Runs the body on eight threads at once, and waits for them.
func onEightThreads(_ body: @escaping @Sendable (_ thread: Int) -> Void) {
  let group = DispatchGroup()
  for index in 0..<8 {
    group.enter()
    Thread {
      body(index)
      group.leave()
    }.start()
  }
  group.wait()
}

/// A store that may be used only on the main thread; a queue takes the place of that thread.
///
/// Examples are the stores of ReSwift and the Composable Architecture: other threads dispatch
/// through the main queue, or the main actor.
final class Confined<Store>: @unchecked Sendable {
  // Unchecked because the store is only accessed on `queue`.
  private let store: Store
  private let queue = DispatchQueue(label: "in place of the main queue")

  init(_ store: Store) { self.store = store }

  func later(_ body: @escaping @Sendable (Store) -> Void) { queue.async { body(self.store) } }

  func now<Result>(_ body: (Store) -> Result) -> Result { queue.sync { body(store) } }
}
