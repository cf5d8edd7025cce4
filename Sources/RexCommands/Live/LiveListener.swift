import Foundation
import RexJSON
import RexLive
import RexLocking
import RexLog
package import RexSockets

/// Waits for apps with a `LiveLink`, and copies their logs into a folder.
///
/// What connects is untrusted: a peer that is not one of ours is dropped, and told.
package final class LiveListener: Sendable {
  /// The port at which it listens.
  package let port: UInt16
  private let folder: String
  /// Tells a sentence to a person; called on any thread.
  private let tell: @Sendable (String) -> Void
  private let state = Locked(State())

  private struct State: Sendable {
    /// Nil when it has stopped, so that the port is free.
    var listener: LoopbackListener?
    var apps: [LiveApp] = []
    /// The apps, by what their links call themselves.
    var appsByLink: [String: LiveApp] = [:]
    /// The links whose logs could not be copied.
    var refusedLinks: Set<String> = []
    var connectionCount = 0
    var strangerCount = 0
    var whenConnected: (@Sendable (LiveApp) -> Void)?
  }

  /// The most connections at the same time.
  private static let connectionsMax = 64
  /// The most logs of one run.
  private static let appsMax = 1000
  /// The most strangers that are told.
  private static let strangersToldMax = 20
  /// The time for a connection to a forwarded port, and between two of them.
  private static let connectMs = 1000
  /// The time in which a peer has to say what it is.
  private static let helloMs = 2000

  /// Listens at a port; 0 takes any that is free.
  package init(
    port: UInt16, folder: String, tell: @escaping @Sendable (String) -> Void
  ) throws(SocketError) {
    let listener = try LoopbackListener(port: port)
    self.port = listener.port
    state.withLock { $0.listener = listener }
    (self.folder, self.tell) = (folder, tell)
  }

  /// The apps that have connected, the latest last.
  package var apps: [LiveApp] { state.withLock(\.apps) }

  /// Calls a closure with each app that has connected, on a thread of its own.
  package func whenConnected(_ body: @escaping @Sendable (LiveApp) -> Void) {
    state.withLock { $0.whenConnected = body }
  }

  package func start() {
    Thread {
      while let listener = self.state.withLock(\.listener) {
        if let socket = try? listener.accept(withinMs: 100) { self.accept(socket) }
      }
    }.start()
  }

  /// Ends all connections, and accepts no more.
  package func stop() {
    state.withLock { $0.listener = nil }
    for app in apps { app.close() }
  }

  private var isStopped: Bool { state.withLock { $0.listener == nil } }

  private func accept(_ socket: LoopbackSocket) {
    let isAllowed = state.withLock { state in
      guard state.connectionCount < Self.connectionsMax else { return false }
      state.connectionCount += 1
      return true
    }
    // One that is refused tries again later.
    guard isAllowed else { return socket.shutdown() }
    Thread {
      self.serve(socket, isForwarded: false)
      self.state.withLock { $0.connectionCount -= 1 }
    }.start()
  }

  /// Connects again and again to a port of this machine that is forwarded to an app on a device.
  package func connect(toForwardedPort port: UInt16) {
    Thread {
      while !self.isStopped {
        if let socket = try? LoopbackSocket.connect(toPort: port, withinMs: Self.connectMs) {
          self.serve(socket, isForwarded: true)
        }
        Thread.sleep(forTimeInterval: Double(Self.connectMs) / 1000)
      }
    }.start()
  }

  /// Serves a connection until it ends.
  private func serve(_ socket: LoopbackSocket, isForwarded: Bool) {
    let connection = LiveConnection(socket, payloadBytesMax: LiveFrame.payloadBytesMax)
    defer { connection.close() }
    guard let hello = hello(of: connection, isForwarded: isForwarded),
      let (app, isNew) = app(of: hello)
    else { return }
    let position = app.connect(connection)
    tell("\(app.name): \(isNew ? "connected" : "connected again")")
    var reason: String?
    do {
      try connection.send(
        .welcome,
        [
          "rexlive": 1, "segment": .number(JSONNumber(position.segment)),
          "byteCount": .number(JSONNumber(position.byteCount)),
        ])
      if let whenConnected = state.withLock(\.whenConnected) {
        Thread { whenConnected(app) }.start()
      }
      while !isStopped {
        guard let frame = try connection.receive(withinMs: 1000) else { continue }
        if let text = try app.take(frame, from: connection) { tell("\(app.name): \(text)") }
      }
    } catch SocketError.closed {
      reason = "gone"
    } catch {
      reason = "dropped: \(Self.sentence(error))"
      // Otherwise it would connect again and fail again, every second.
      if !(error is SocketError) { refuse(app) }
    }
    if app.disconnect(connection), let reason, !isStopped { tell("\(app.name): \(reason)") }
  }

  /// What an app says first; nil if it is none.
  ///
  /// What forwards a port takes connections even if no app is there, and ends them at once.
  private func hello(of connection: LiveConnection, isForwarded: Bool) -> LiveHello? {
    var frame: LiveFrame?
    do {
      frame = try connection.receive(withinMs: Self.helloMs)
    } catch SocketError.closed where isForwarded {
      return nil
    } catch {}
    guard !isStopped else { return nil }
    guard let hello = frame.flatMap(LiveHello.init) else {
      tellOfStranger(
        isForwarded
          ? "no app with RexLive answers at the forwarded port, or another tool has it"
          : "a program that is not an app with RexLive connected; it was dropped")
      return nil
    }
    return hello
  }

  /// The app of a link, and whether it is new; nil if it is refused.
  private func app(of hello: LiveHello) -> (app: LiveApp, isNew: Bool)? {
    let link = hello.link
    let (isRefused, known) = state.withLock {
      ($0.refusedLinks.contains(link), $0.appsByLink[link])
    }
    if isRefused { return nil }
    if let known { return (known, false) }
    do {
      return try state.withLock { state in
        guard state.apps.count < Self.appsMax else {
          throw LiveCopy.Problem(text: "there are \(Self.appsMax) logs already")
        }
        // Under the lock, so that no two apps choose the same name.
        let copy = try LiveCopy(
          in: folder, app: hello.app, store: hello.store, session: hello.session,
          besides: Set(state.apps.map(\.name)))
        let app = LiveApp(copy, of: hello.title)
        state.apps.append(app)
        state.appsByLink[link] = app
        return (app, true)
      }
    } catch {
      tellOfStranger("an app was dropped: \(Self.sentence(error))")
      return nil
    }
  }

  /// Takes no more connections of an app.
  private func refuse(_ app: LiveApp) {
    state.withLock { state in
      guard let link = state.appsByLink.first(where: { $0.value === app })?.key else { return }
      state.refusedLinks.insert(link)
    }
  }

  private func tellOfStranger(_ text: String) {
    let count = state.withLock { state in
      state.strangerCount += 1
      return state.strangerCount
    }
    if count <= Self.strangersToldMax { tell(text) }
  }

  private static func sentence(_ error: any Error) -> String {
    switch error {
    case let problem as LiveCopy.Problem: problem.text
    case is LiveFrameError: "it sent what no app with RexLive sends"
    case is LogError: "\(error); when that is mended, start rexreplay live again"
    default: String(describing: error)
    }
  }
}

/// What an app says of itself.
private struct LiveHello {
  let app: String
  let store: String?
  let session: String
  /// What the link calls itself, the same each time that it connects.
  let link: String

  var title: String { store.map { "\(app) \($0)" } ?? app }

  private static let linkBytesMax = 100

  /// Nil if a frame is not that of an app.
  init?(_ frame: LiveFrame) {
    guard frame.kind == .hello, let hello = frame.document,
      hello["rexlive"]?.number?.exactly(Int.self) == 1,
      let app = hello["app"]?.string, let session = hello["session"]?.string,
      let link = hello["link"]?.string, link.utf8.count <= Self.linkBytesMax
    else { return nil }
    (self.app, store, self.session, self.link) = (app, hello["store"]?.string, session, link)
  }
}
