import Foundation
import RexExamples
import RexLog
import RexRecorder

/// The cost of recording on the dispatching thread: the time of `record` without the reducer.
///
/// Compares diffing in the background with diffing inline; each action edits one of many messages,
/// and the log is a file. Spaced actions begin after the previous patch was written; those of a
/// burst follow at once.
let latencyScenarios: [Scenario] =
  [1000, 100_000].flatMap { count in
    [
      latency("recorder/background-p50-\(count)", of: count, .spaced) { $0.own.quantile(0.5) },
      latency("recorder/background-p99-\(count)", of: count, .spaced) { $0.own.quantile(0.99) },
      latency("recorder/background-burst-p50-\(count)", of: count, .burst) {
        $0.own.quantile(0.5)
      },
      latency("recorder/background-burst-p99-\(count)", of: count, .burst) {
        $0.own.quantile(0.99)
      },
      latency("recorder/background-reducer-\(count)", of: count, .spaced) {
        $0.reducer.quantile(0.5)
      },
    ]
  }

private enum Pace {
  case spaced
  case burst
}

private func latency(
  _ name: String, of messageCount: Int, _ pace: Pace,
  _ figure: @escaping @Sendable (Latencies) -> Double
) -> Scenario {
  Scenario(name: name, peer: "in the foreground") { size in
    let messageCount = size.count(messageCount)
    let count = size.count(200)
    func makeSubject(inBackground: Bool) throws -> TimedChat {
      try TimedChat(messageCount: messageCount, inBackground: inBackground)
    }
    let (ours, theirs) = (
      try makeSubject(inBackground: true), try makeSubject(inBackground: false)
    )
    return .figure(
      unit: "µs", ours: { figure(ours.play(count, pace)) },
      peer: { figure(theirs.play(count, pace)) },
      result: {
        let subject = try makeSubject(inBackground: true)
        _ = subject.play(3, pace)
        return Array("\(subject.statistics.actionCount) actions".utf8)
      })
  }
}

/// Microseconds of each action.
private struct Latencies {
  var own: [Double] = []
  var reducer: [Double] = []
}

/// A chat whose every action is recorded into a file and timed.
private final class TimedChat {
  private let file = TemporaryFile()
  private let recorder: Recorder<ChatAction, SyntheticState>
  private var state: SyntheticState
  private var step = 0

  init(messageCount: Int, inBackground: Bool) throws {
    recorder = try Recorder(
      path: file.path, app: "Chat", diffing: inBackground ? .inBackground : .inline,
      configuration: .init(redaction: .none))
    state = SyntheticState(messageCount: messageCount)
    // The first change copies the start state's cache.
    _ = play(2, .spaced)
  }

  var statistics: RecorderStatistics { recorder.statistics }

  func play(_ count: Int, _ pace: Pace) -> Latencies {
    let clock = ContinuousClock()
    var latencies = Latencies()
    for _ in 0..<count {
      step += 1
      let action = ChatAction.edit(id: step &* 7919, body: "Message \(step): changed again")
      var reducing = Duration.zero
      let time = clock.measure {
        recorder.record(action, into: &state) { state, action in
          reducing = clock.measure { SyntheticState.reduce(action, &state) }
        }
      }
      latencies.own.append((time - reducing) / .microseconds(1))
      latencies.reducer.append(reducing / .microseconds(1))
      if pace == .spaced {
        // Reading this waits until the patch is written.
        _ = recorder.statistics
        usleep(200)
      }
    }
    return latencies
  }
}

extension [Double] {
  /// The quantile of the values.
  fileprivate func quantile(_ part: Double) -> Double {
    sorted()[Swift.max(0, Int((Double(count) * part).rounded(.up)) - 1)]
  }
}
