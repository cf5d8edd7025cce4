import Foundation
package import RexJSON
package import RexSockets

/// A connection that carries frames; one thread may receive while others send.
package final class LiveConnection: @unchecked Sendable {
  // Unchecked because only the thread that receives uses `frames`.
  private let socket: LoopbackSocket
  private let sending = NSLock()
  private var frames: LiveFrames

  /// The time after which a peer that takes no bytes is gone.
  private static let writeTimeoutMs = 5000
  private static let readBytesMax = 1 << 16

  package init(_ socket: LoopbackSocket, payloadBytesMax: Int) {
    self.socket = socket
    frames = LiveFrames(payloadBytesMax: payloadBytesMax)
  }

  /// Sends a frame; throws if the peer is gone.
  package func send(_ kind: LiveFrame.Kind, _ payload: [UInt8]) throws {
    let bytes = LiveFrame(kind, payload).encoded
    sending.lock()
    defer { sending.unlock() }
    do {
      try socket.write(bytes, withinMs: Self.writeTimeoutMs)
    } catch {
      // A part of the frame may be sent, so nothing can follow it.
      socket.shutdown()
      throw error
    }
  }

  /// Sends a frame with a document.
  package func send(_ kind: LiveFrame.Kind, _ document: JSON) throws {
    try send(kind, document.bytes)
  }

  /// Returns the next frame; nil if none has arrived in time.
  ///
  /// Throws `SocketError.closed` at the end, and a `LiveFrameError` if the peer is not one of ours.
  package func receive(withinMs timeoutMs: Int) throws -> LiveFrame? {
    let end = ContinuousClock.now + .milliseconds(timeoutMs)
    while true {
      if let frame = try frames.next() { return frame }
      let restMs = max(0, Int((end - .now) / .milliseconds(1)))
      guard let bytes = try read(withinMs: restMs) else { return nil }
      frames.append(bytes)
    }
  }

  private func read(withinMs timeoutMs: Int) throws -> [UInt8]? {
    do {
      let bytes = try socket.read(atMost: Self.readBytesMax, withinMs: timeoutMs)
      guard !bytes.isEmpty else { throw SocketError.closed }
      return bytes
    } catch SocketError.timedOut {
      return nil
    }
  }

  /// Ends the connection; a thread that waits here gets an error at once.
  package func close() { socket.shutdown() }
}

extension LiveFrame {
  /// The payload as a document; nil if it is none.
  package var document: JSON? {
    try? JSON(parsing: payload, limits: Self.limits)
  }

  /// Limits the memory of a document.
  private static let limits = JSONLimits(
    depthMax: JSONLimits.valueDepthMax, textBytesMax: commandBytesMax,
    stringBytesMax: commandBytesMax, numberBytesMax: 1024, treeBytesMax: 8 * commandBytesMax)
}
