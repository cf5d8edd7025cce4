import Foundation
import RexJSON
import RexLocking
import RexRecorder
import RexSockets

/// What a tool may ask of an app.
protocol LiveCommanded: Sendable {
  /// Does what a tool asks for; returns why it cannot.
  func perform(_ command: JSON) -> String?
  /// Ends what lasts as long as a connection.
  func disconnect()
}

/// How an app and a tool get a connection.
package enum LiveMeeting: Sendable {
  /// The tool listens at a port of the machine that the app runs on, too.
  case appConnects
  /// The app listens, since it runs on a device, and a port of the tool's machine leads to it.
  case appListens

  /// That of the system that this is built for.
  static var usual: LiveMeeting {
    #if (os(iOS) || os(tvOS) || os(visionOS)) && !targetEnvironment(simulator)
      .appListens
    #else
      .appConnects
    #endif
  }
}

/// The thread of a link: connects, sends what is written, and does what the tool asks for.
final class LiveWorker: Sendable {
  private let hello: JSON
  private let progress: LogProgress
  private let port: UInt16
  private let meeting: LiveMeeting
  private let commands: any LiveCommanded
  private let isEnding = Locked(false)
  private let ending = DispatchSemaphore(value: 0)
  private let hasEnded = DispatchSemaphore(value: 0)

  /// The delay before the first connection.
  private static let firstMs = 50
  /// The delay between attempts to connect.
  private static let retryMs = 1000
  /// The longest time after which a link that listens ends.
  private static let acceptMs = 100
  /// The time in which a listener greets an app.
  private static let welcomeMs = 2000
  /// The longest time after which new bytes are sent.
  private static let pollMs = 10

  init(
    _ hello: JSON, _ progress: LogProgress, port: UInt16, _ meeting: LiveMeeting,
    _ commands: any LiveCommanded
  ) {
    (self.hello, self.progress, self.commands) = (hello, progress, commands)
    (self.port, self.meeting) = (port, meeting)
  }

  /// Whether this build and this system connect.
  static func isSupported(evenInRelease: Bool) -> Bool {
    #if os(watchOS)
      false
    #elseif DEBUG
      true
    #else
      evenInRelease
    #endif
  }

  func start() {
    let thread = Thread { self.run() }
    thread.name = "rexreplay.live"
    thread.qualityOfService = .utility
    thread.start()
  }

  /// Lets the thread end soon.
  func end() {
    let isFirst = isEnding.withLock { isEnding in
      defer { isEnding = true }
      return !isEnding
    }
    if isFirst { ending.signal() }
  }

  /// Ends the thread, and waits for it.
  func finish(withinMs timeoutMs: Int) {
    end()
    if hasEnded.wait(timeout: .now() + .milliseconds(timeoutMs)) == .success { hasEnded.signal() }
  }

  private func run() {
    // A tool may show a state at once, and what the app accepts is told after the link was made.
    if isEnded(withinMs: Self.firstMs) { ending.signal() }
    switch meeting {
    case .appConnects:
      repeat {
        if let socket = try? LoopbackSocket.connect(toPort: port, withinMs: Self.retryMs) {
          serve(socket)
        }
      } while !isEnded(withinMs: Self.retryMs)
    case .appListens:
      repeat {
        // A socket that listens is lost when the system suspends the app, so there is a new one.
        if let listener = try? LoopbackListener(port: port) { serve(listener) }
      } while !isEnded(withinMs: Self.retryMs)
    }
    hasEnded.signal()
  }

  private func isEnded(withinMs timeoutMs: Int) -> Bool {
    ending.wait(timeout: .now() + .milliseconds(timeoutMs)) == .success
  }

  /// Serves one tool after the other.
  private func serve(_ listener: LoopbackListener) {
    while !isEnding.withLock(\.self) {
      do {
        if let socket = try listener.accept(withinMs: Self.acceptMs) { serve(socket) }
      } catch {
        return
      }
    }
  }

  private func serve(_ socket: LoopbackSocket) {
    let connection = LiveConnection(socket, payloadBytesMax: LiveFrame.commandBytesMax)
    // Why a connection ended is of no use to the app: it is made again.
    try? serve(connection)
    connection.close()
    commands.disconnect()
  }

  private func serve(_ connection: LiveConnection) throws {
    try connection.send(.hello, hello)
    guard let welcome = try connection.receive(withinMs: Self.welcomeMs),
      welcome.kind == .welcome, let document = welcome.document,
      document["rexlive"]?.number?.exactly(Int.self) == 1,
      let segment = document["segment"]?.number?.exactly(Int.self),
      let byteCount = document["byteCount"]?.number?.exactly(Int.self), byteCount >= 0
    else { return }
    var position = LogProgress.Position(segment: segment, byteCount: byteCount)
    var canRead = true
    while true {
      let wasEnding = isEnding.withLock(\.self)
      var isAtEnd = true
      if canRead {
        do {
          isAtEnd = try !sendNext(after: &position, to: connection)
        } catch let error as LogError {
          canRead = false
          try connection.send(.note, ["note": .string("the log cannot be read: \(error)")])
        }
      }
      if wasEnding, isAtEnd { return }
      let frame = try connection.receive(withinMs: isAtEnd ? Self.pollMs : 0)
      if let frame { try answer(frame, on: connection) }
    }
  }

  /// Sends the next piece of the log; returns false if nothing is new.
  private func sendNext(
    after position: inout LogProgress.Position, to connection: LiveConnection
  ) throws -> Bool {
    let piece = try progress.next(after: &position, bytesMax: LiveFrame.payloadBytesMax)
    switch piece {
    case nil: return false
    case .file(let segment):
      try connection.send(.file, ["segment": .number(JSONNumber(segment))])
    case .bytes(let bytes): try connection.send(.bytes, bytes)
    case .cut(let byteCount):
      try connection.send(.cut, ["byteCount": .number(JSONNumber(byteCount))])
    }
    return true
  }

  private func answer(_ frame: LiveFrame, on connection: LiveConnection) throws {
    guard frame.kind == .command, let command = frame.document, let id = command["id"] else {
      throw SocketError.closed
    }
    let problem = commands.perform(command)
    try connection.send(
      .answer, problem.map { ["id": id, "error": .string($0)] } ?? ["id": id])
  }
}
