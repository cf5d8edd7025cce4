import Dispatch
package import RexJSON
import RexLive
import RexLocking

/// An app that has connected to the listener: its log's copy, and the way back to it.
package final class LiveApp: Sendable {
  /// The name of its log's copy, which is unique.
  package let name: String
  /// The app and its store, the same each time that the app starts.
  let title: String
  private let state: Locked<State>

  private struct State: Sendable {
    var copy: LiveCopy
    var connection: LiveConnection?
    var isConnected: Bool { connection != nil }
    var commandCount = 0
    var waiting: [Int: Waiting] = [:]
    var note: String?
  }

  /// A command that waits for its answer.
  private final class Waiting: Sendable {
    let isAnswered = DispatchSemaphore(value: 0)
    let problem = Locked<String?>(nil)
  }

  /// The most commands that wait at the same time.
  private static let waitingMax = 100
  /// The time in which an app has to answer.
  private static let answerMs = 5000

  init(_ copy: LiveCopy, of title: String) {
    (name, self.title) = (copy.name, title)
    state = Locked(State(copy: copy))
  }

  /// The path of the log; nil before its first byte.
  package var path: String? { state.withLock(\.copy.path) }

  /// The bytes of the log that have arrived.
  package var byteCount: Int { state.withLock(\.copy.totalByteCount) }

  package var isConnected: Bool { state.withLock(\.isConnected) }

  /// What the app said last, such as why its log is not sent.
  var note: String? { state.withLock(\.note) }

  /// Takes over the connection, from an earlier one if that has not ended yet.
  ///
  /// - Returns: The position after which the app goes on.
  func connect(_ connection: LiveConnection) -> (segment: Int, byteCount: Int) {
    let (previous, position) = state.withLock { state in
      let previous = state.connection
      state.connection = connection
      return (previous, (state.copy.segment, state.copy.byteCount))
    }
    previous?.close()
    return position
  }

  /// Ends the connection, unless another one has taken over; returns whether it did.
  func disconnect(_ connection: LiveConnection) -> Bool {
    let waiting: [Waiting]? = state.withLock { state in
      guard state.connection === connection else { return nil }
      state.connection = nil
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    for command in waiting ?? [] {
      command.problem.withLock { $0 = "the app is gone" }
      command.isAnswered.signal()
    }
    return waiting != nil
  }

  /// Takes a frame that the app sent; returns a sentence to tell, if there is one.
  func take(_ frame: LiveFrame, from connection: LiveConnection) throws -> String? {
    switch frame.kind {
    case .note:
      let note = frame.document?["note"]?.string?.cut(toBytes: 1000).escapedForDisplay
      state.withLock { $0.note = note }
      return note
    case .answer:
      guard let id = frame.document?["id"]?.number?.exactly(Int.self),
        let command = state.withLock({ $0.waiting.removeValue(forKey: id) })
      else { return nil }
      let problem = frame.document?["error"]?.string?.cut(toBytes: 1000).escapedForDisplay
      command.problem.withLock { $0 = problem }
      command.isAnswered.signal()
      return nil
    default:
      return try state.withLock { state in
        guard state.connection === connection else {
          throw LiveCopy.Problem(text: "it has connected again")
        }
        return try state.copy.take(frame)
      }
    }
  }

  /// Sends a command, and waits for the answer; returns why the app did not do it.
  package func perform(_ command: JSON) -> String? {
    let waiting = Waiting()
    let prepared: (LiveConnection, Int)? = state.withLock { state in
      guard let connection = state.connection, state.waiting.count < Self.waitingMax else {
        return nil
      }
      state.commandCount += 1
      state.waiting[state.commandCount] = waiting
      return (connection, state.commandCount)
    }
    guard let (connection, id) = prepared else { return "the app is not connected" }
    var document = command.object ?? JSONObject()
    document["id"] = .number(JSONNumber(id))
    defer { state.withLock { $0.waiting[id] = nil } }
    let bytes = JSON.object(document).bytes
    guard bytes.count <= LiveFrame.commandBytesMax else {
      return "more than \(LiveFrame.commandBytesMax) bytes cannot be sent"
    }
    // An app ends a connection with a frame that it cannot read, and connects again.
    guard LiveFrame(.command, bytes).document != nil else {
      return "it is nested too deeply, or has too many values, to be sent"
    }
    guard (try? connection.send(.command, bytes)) != nil else { return "the app is gone" }
    guard waiting.isAnswered.wait(timeout: .now() + .milliseconds(Self.answerMs)) == .success
    else { return "the app has not answered in \(Self.answerMs / 1000) s" }
    return waiting.problem.withLock { $0 }
  }

  /// Ends the connection; the app connects again if a listener is there.
  package func close() { state.withLock(\.connection)?.close() }
}
