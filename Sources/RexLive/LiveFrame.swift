/// A message between an app and a listener, on a connection that carries many.
///
///     ┌ kind ┬──── length ─────┬──── payload ────┐
///     │ 1    │ 4, big-endian   │ length bytes    │
///
///     app ─▶ listener   hello   {"rexlive":1,"app":"Shop","store":null,"session":…,"link":…}
///     listener ─▶ app   welcome {"rexlive":1,"segment":-1,"byteCount":0}
///     app ─▶ listener   file    {"segment":0}                  a file of the log begins
///                       bytes   the log's own bytes            appended to the file
///                       cut     {"byteCount":812}              later bytes are taken back
///                       note    {"note":"…"}                   a sentence for a person
///     listener ─▶ app   command {"id":1,"command":"pause"}
///     app ─▶ listener   answer  {"id":1} or {"id":1,"error":"…"}
///
/// The payloads but `bytes` are JSON. A listener that welcomes an app with the position that it has
/// gets what comes after it.
package struct LiveFrame: Sendable, Equatable {
  package var kind: Kind
  package var payload: [UInt8]

  /// The kinds, by their bytes: none is the first letter of a request of another protocol.
  package enum Kind: UInt8, Sendable {
    case hello = 1
    case welcome, file, bytes, cut, note, command, answer
  }

  /// The bytes before the payload.
  static let headerByteCount = 5

  /// The most bytes that a listener takes in one frame.
  package static let payloadBytesMax = 1 << 20

  /// The most bytes that an app takes in one frame, which can have a whole state.
  package static let commandBytesMax = 1 << 24

  package init(_ kind: Kind, _ payload: [UInt8]) { (self.kind, self.payload) = (kind, payload) }

  /// The frame as it is sent.
  package var encoded: [UInt8] {
    precondition(payload.count <= Int(UInt32.max), "a frame's length has four bytes")
    let count = UInt32(payload.count)
    return [kind.rawValue] + (0..<4).map { UInt8(truncatingIfNeeded: count >> (24 - 8 * $0)) }
      + payload
  }
}

/// Why a peer's bytes are not understood.
package enum LiveFrameError: Error, Equatable {
  /// The first byte of a frame is not one of ours: the peer speaks something else.
  case unknownKind(UInt8)
  /// A frame is longer than is taken.
  case tooLong(Int)
}

/// Finds the frames in a peer's bytes, which are untrusted.
package struct LiveFrames: Sendable {
  private let payloadBytesMax: Int
  private var bytes: [UInt8] = []
  /// The bytes before it were returned.
  private var start = 0

  package init(payloadBytesMax: Int) { self.payloadBytesMax = payloadBytesMax }

  /// Adds the next bytes.
  package mutating func append(_ more: [UInt8]) {
    if start > 0 {
      bytes.removeFirst(start)
      start = 0
    }
    bytes += more
  }

  /// Removes and returns the next frame; nil until there are more bytes.
  package mutating func next() throws(LiveFrameError) -> LiveFrame? {
    let rest = bytes[start...]
    guard let first = rest.first else { return nil }
    guard let kind = LiveFrame.Kind(rawValue: first) else { throw .unknownKind(first) }
    guard rest.count >= LiveFrame.headerByteCount else { return nil }
    let payloadStart = start + LiveFrame.headerByteCount
    let count = rest[(start + 1)..<payloadStart].reduce(0) { $0 << 8 | Int($1) }
    guard count <= payloadBytesMax else { throw .tooLong(count) }
    guard bytes.count - payloadStart >= count else { return nil }
    start = payloadStart + count
    return LiveFrame(kind, Array(bytes[payloadStart..<start]))
  }
}
