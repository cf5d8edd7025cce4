import Foundation

/// A TCP connection between two processes of this machine, closed with its last reference.
///
/// One thread may read while another writes. No operation waits longer than it is told to.
package final class LoopbackSocket: Sendable {
  private let descriptor: SocketDescriptor

  init(_ descriptor: SocketDescriptor) { self.descriptor = descriptor }

  /// Connects to a port of this machine.
  package static func connect(
    toPort port: UInt16, withinMs timeoutMs: Int
  ) throws(SocketError) -> LoopbackSocket {
    let descriptor = try SocketDescriptor()
    let result = withLoopbackAddress(port: port) { Foundation.connect(descriptor.number, $0, $1) }
    if result != 0 {
      guard errno == EINPROGRESS || errno == EINTR else { throw .last(in: "connect") }
      try descriptor.wait(for: POLLOUT, until: Deadline(inMs: timeoutMs))
      let code = descriptor.pendingError
      guard code == 0 else { throw .failed(operation: "connect", code: code) }
    }
    return LoopbackSocket(descriptor)
  }

  /// Reads what has arrived, at least one byte; empty if the other side writes no more.
  ///
  /// - Throws: `timedOut` if nothing has arrived in time.
  package func read(atMost count: Int, withinMs timeoutMs: Int) throws(SocketError) -> [UInt8] {
    let deadline = Deadline(inMs: timeoutMs)
    var buffer = [UInt8](repeating: 0, count: count)
    while true {
      let count = recv(descriptor.number, &buffer, buffer.count, 0)
      if count >= 0 { return Array(buffer.prefix(count)) }
      try waitIfBusy("recv", POLLIN, until: deadline)
    }
  }

  /// Writes all the bytes.
  ///
  /// - Throws: `timedOut` if the other side has not taken them in time; some of them may be sent.
  package func write(_ bytes: [UInt8], withinMs timeoutMs: Int) throws(SocketError) {
    let deadline = Deadline(inMs: timeoutMs)
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        send(descriptor.number, $0.baseAddress, $0.count, SocketDescriptor.sendFlags)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else {
        try waitIfBusy("send", POLLOUT, until: deadline)
      }
    }
  }

  /// After a failed call, waits until it can be made again; throws if it never can.
  private func waitIfBusy(
    _ operation: String, _ event: Int32, until deadline: Deadline
  ) throws(SocketError) {
    switch errno {
    case EINTR: return
    case EAGAIN: try descriptor.wait(for: event, until: deadline)
    case EPIPE, ECONNRESET: throw .closed
    default: throw .last(in: operation)
    }
  }

  /// Whether the other side writes no more, and all that it wrote was read.
  package var isAtEnd: Bool {
    var byte: UInt8 = 0
    let count = recv(descriptor.number, &byte, 1, Int32(MSG_PEEK))
    return count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)
  }

  /// Ends both directions; what another thread waits for here ends at once.
  package func shutdown() { _ = Foundation.shutdown(descriptor.number, Int32(SHUT_RDWR)) }
}

/// A socket that waits on a port of this machine for connections from this machine.
package final class LoopbackListener: Sendable {
  private let descriptor: SocketDescriptor
  /// The port at which it listens.
  package let port: UInt16

  /// Listens at a port; 0 takes any that is free.
  package init(port: UInt16 = 0) throws(SocketError) {
    descriptor = try SocketDescriptor()
    let number = descriptor.number
    // A port whose last connections have just ended can be used again at once.
    var isOn: Int32 = 1
    setsockopt(number, SOL_SOCKET, SO_REUSEADDR, &isOn, socklen_t(MemoryLayout<Int32>.size))
    guard withLoopbackAddress(port: port, { bind(number, $0, $1) }) == 0 else {
      throw .last(in: "bind")
    }
    guard listen(number, 64) == 0 else { throw .last(in: "listen") }
    self.port = descriptor.port
  }

  /// Waits for the next connection; nil if none came in time.
  package func accept(withinMs timeoutMs: Int) throws(SocketError) -> LoopbackSocket? {
    do {
      try descriptor.wait(for: POLLIN, until: Deadline(inMs: timeoutMs))
    } catch .timedOut {
      return nil
    }
    let number = Foundation.accept(descriptor.number, nil, nil)
    if number >= 0 { return LoopbackSocket(try SocketDescriptor(number)) }
    // The other side may have gone before it was accepted.
    if [EINTR, EAGAIN, ECONNABORTED].contains(errno) { return nil }
    // Others may close descriptors soon.
    guard [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(errno) else { throw .last(in: "accept") }
    Thread.sleep(forTimeInterval: 0.02)
    return nil
  }
}
