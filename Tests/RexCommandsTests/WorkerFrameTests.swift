import TestSupport
import Testing

@testable import RexCommands

/// The messages between a command and its worker, in whatever pieces they arrive.
@Suite struct WorkerFrameTests {
  @Test(arguments: 0..<20 as Range<UInt64>)
  func framesRoundTrip(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let frames = (0..<20).map { _ in
      WorkerFrame(
        tag: [.hello, .logBytes, .journal, .answer].randomElement(using: &generator) ?? .hello,
        bytes: (0..<Int.random(in: 0...3_000, using: &generator)).map { UInt8($0 & 0xff) })
    }
    var bytes = frames.flatMap(\.encoded)[...]
    var buffer = WorkerFrameBuffer()
    var found: [WorkerFrame] = []
    while !bytes.isEmpty {
      let piece = bytes.prefix(Int.random(in: 1...2_000, using: &generator))
      bytes = bytes.dropFirst(piece.count)
      piece.withUnsafeBytes { buffer.append($0) }
      while let frame = buffer.next() { found.append(frame) }
    }
    #expect(found == frames, "seed \(seed)")
    #expect(!buffer.isBroken && !buffer.hasFrame)
  }

  @Test(arguments: [
    [0, 0, 0, 0, 0], [12, 0, 0, 0, 0], [1, 0, 0, 0, 255], Array("HTTP/1.1".utf8),
  ])
  func invalidFramesAreDetected(_ bytes: [UInt8]) {
    var buffer = WorkerFrameBuffer()
    bytes.withUnsafeBytes { buffer.append($0) }
    #expect(buffer.next() == nil)
    #expect(buffer.isBroken)
  }
}
