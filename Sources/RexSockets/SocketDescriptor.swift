import Foundation

/// The descriptor of a socket that never waits by itself, closed with its last reference.
final class SocketDescriptor: Sendable {
  let number: Int32

  #if canImport(Darwin)
    /// A write to a closed connection raises no signal, by an option of the socket.
    static let sendFlags: Int32 = 0
    private static let streamSocket = SOCK_STREAM
  #else
    /// A write to a closed connection raises no signal.
    static let sendFlags = Int32(MSG_NOSIGNAL)
    #if canImport(Musl)
      private static let streamSocket = SOCK_STREAM
    #else
      private static let streamSocket = Int32(SOCK_STREAM.rawValue)
    #endif
  #endif

  /// `IPPROTO_TCP` and `TCP_NODELAY`, which are the same everywhere.
  private static let (tcp, noDelay): (Int32, Int32) = (6, 1)

  /// A new socket for TCP.
  convenience init() throws(SocketError) {
    let number = socket(AF_INET, Self.streamSocket, 0)
    guard number >= 0 else { throw .last(in: "socket") }
    try self.init(number)
  }

  /// Takes over a descriptor.
  init(_ number: Int32) throws(SocketError) {
    self.number = number
    var isOn: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    // A message is sent at once, however small it is.
    setsockopt(number, Self.tcp, Self.noDelay, &isOn, size)
    #if canImport(Darwin)
      setsockopt(number, SOL_SOCKET, SO_NOSIGPIPE, &isOn, size)
    #endif
    guard fcntl(number, F_SETFD, FD_CLOEXEC) == 0,
      fcntl(number, F_SETFL, fcntl(number, F_GETFL) | O_NONBLOCK) == 0
    else { throw .last(in: "fcntl") }
  }

  deinit { close(number) }

  /// Waits until it can be read or written, or until it has failed.
  func wait(for event: Int32, until deadline: Deadline) throws(SocketError) {
    var request = pollfd(fd: number, events: Int16(event), revents: 0)
    while true {
      let count = poll(&request, 1, deadline.restMs)
      if count > 0 { return }
      if count == 0 { throw .timedOut }
      guard errno == EINTR else { throw .last(in: "poll") }
    }
  }

  /// The `errno` of what went on in the background.
  var pendingError: Int32 {
    var code: Int32 = 0
    var size = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(number, SOL_SOCKET, SO_ERROR, &code, &size)
    return code
  }

  /// The port to which it is bound.
  var port: UInt16 {
    var address = sockaddr()
    var size = socklen_t(MemoryLayout<sockaddr>.size)
    guard getsockname(number, &address, &size) == 0 else { return 0 }
    return withUnsafeBytes(of: address.sa_data) { UInt16($0[0]) << 8 | UInt16($0[1]) }
  }
}

/// Calls a function with the address of a port of this machine.
///
///     sa_data    port   127.0.0.1     unused
///                hi lo  7f 00 00 01   00 …
func withLoopbackAddress(
  port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
) -> Int32 {
  var address = sockaddr()
  let size = socklen_t(MemoryLayout<sockaddr>.size)
  #if canImport(Darwin)
    address.sa_len = UInt8(size)
  #endif
  address.sa_family = sa_family_t(AF_INET)
  withUnsafeMutableBytes(of: &address.sa_data) {
    $0.copyBytes(from: [UInt8(port >> 8), UInt8(truncatingIfNeeded: port), 127, 0, 0, 1])
  }
  return body(&address, size)
}

/// A moment until which something is waited for.
struct Deadline {
  private let end: ContinuousClock.Instant

  init(inMs milliseconds: Int) { end = .now + .milliseconds(milliseconds) }

  /// The milliseconds that are left, rounded up.
  var restMs: Int32 {
    let rest = ContinuousClock.now.duration(to: end)
    return Int32(clamping: max(0, Int64((rest / .milliseconds(1)).rounded(.up))))
  }
}
