import Foundation
import RexActions
import RexCommands
import RexLive
import RexLocking
import RexRecorder
import RexStore
import Testing

/// An app's counter.
struct Counter: Codable, Sendable, Equatable {
  var count = 0
  var text = ""
}

enum CounterAction: Codable, Sendable, Equatable {
  case add(Int)
  case write(String)
}

let counterReducer = Reducer<CounterAction, Counter> { action, state in
  switch action {
  case .add(let number): state.count += number
  case .write(let text): state.text = text
  }
}

/// An app that records, a listener, and a folder for the files of both.
final class LiveFlow {
  let folder: URL
  var recorder: Recorder<CounterAction, Counter>
  let store: Store<CounterAction, Counter>
  var listener: LiveListener
  var link: LiveLink<CounterAction, Counter>?
  /// What the listeners told.
  let told: Locked<[String]>

  /// Where the listener's logs are.
  var copies: String { folder.appending(path: "copies").path }

  init(
    port: UInt16 = 0,
    _ make: (URL) throws -> Recorder<CounterAction, Counter> = {
      try Recorder(path: $0.appending(path: "app.jsonl").path, app: "Counter")
    }
  ) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "live-\(UUID())")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "copies"), withIntermediateDirectories: true)
    let told = Locked<[String]>([])
    self.told = told
    recorder = try make(folder)
    store = Store(
      initialState: Counter(), reducer: counterReducer, middlewares: [recorder.middleware])
    listener = try LiveListener(port: port, folder: folder.appending(path: "copies").path) { text in
      told.withLock { $0.append(text) }
    }
    listener.start()
  }

  deinit {
    listener.stop()
    try? FileManager.default.removeItem(at: folder)
  }

  func connect(store name: String? = nil) {
    link = LiveLink(recorder, store: name, port: listener.port, evenInRelease: true)
  }

  /// Starts another listener at the same port, in place of the one that is there.
  func restartListener() throws {
    let port = listener.port
    listener.stop()
    let told = told
    let copies = copies
    try eventually {
      guard
        let next = try? LiveListener(
          port: port, folder: copies,
          tell: { text in
            told.withLock { $0.append(text) }
          })
      else { return false }
      listener = next
      return true
    }
    listener.start()
  }

  /// The app's own file.
  var recorded: Data { (try? Data(contentsOf: folder.appending(path: "app.jsonl"))) ?? Data() }

  /// The latest copy of it.
  var copied: Data {
    listener.apps.last?.path.flatMap { try? Data(contentsOf: URL(filePath: $0)) } ?? Data()
  }

  func waitForEquality() throws {
    try eventually { !recorded.isEmpty && recorded == copied }
  }
}

/// Waits until a condition holds; fails if that takes long.
func eventually(
  withinMs timeoutMs: Int = 20_000, _ condition: () throws -> Bool,
  _ location: SourceLocation = #_sourceLocation
) throws {
  let end = ContinuousClock.now + .milliseconds(timeoutMs)
  while try !condition() {
    guard ContinuousClock.now < end else {
      Issue.record("it did not become true in time", sourceLocation: location)
      throw CancellationError()
    }
    Thread.sleep(forTimeInterval: 0.005)
  }
}
