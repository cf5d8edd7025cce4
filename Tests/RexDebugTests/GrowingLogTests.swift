import RexDebug
import RexLocking
import RexLog
import TestSupport
import Testing

/// A session of a log that grows answers what a new session of the grown log answers.
@Suite struct GrowingLogTests {
  @Test(arguments: 0..<UInt64(tries(4, gate: 15, long: 60)))
  func aGrownSessionAnswersWhatANewOneAnswers(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let written = WrittenLog(&random)
    let cuts = (0..<6).map { _ in written.randomCut(&random) }.sorted() + [written.byteCount]
    let reducedCount = Locked(0)
    var grown = try ToyFace(
      written.log(upTo: cuts[0]), SumReducer { reducedCount.withLock { $0 += 1 } })
    for cut in cuts {
      let log = try written.log(upTo: cut)
      grown.grow(to: log)
      for _ in 0..<4 {
        let command = Self.command(upTo: log.lastSeq, &random)
        var new = try ToyFace(log)
        _ = try new.reply(to: #"{"goto":{"target":"\#(grown.seq)"}}"#)
        let (found, expected) = (try grown.reply(to: command), try new.reply(to: command))
        #expect(found == expected, "seed \(seed), \(cut) bytes, \(command)")
      }
    }
    let isReducedOnce = reducedCount.withLock { $0 } <= written.unrecordedCount
    #expect(isReducedOnce || cuts.contains(where: written.isAtLineFeed), "seed \(seed)")
  }

  private static func command(upTo last: Int, _ random: inout SeededGenerator) -> String {
    let seq = Int.random(in: 0...last, using: &random)
    let commands = [
      #"{"goto":{"target":"\#(seq)"}}"#, #"{"step":{"count":2}}"#, #"{"stepBack":{"count":1}}"#,
      #"{"goto":{"target":"last"}}"#, #"{"evaluate":{"path":"/n"}}"#, #"{"action":{}}"#,
      #"{"difference":{"from":\#(seq),"to":\#(last)}}"#,
      #"{"when":{"condition":"$.n > \#(seq * 2)"}}"#, #"{"history":{"path":"/n","limit":100}}"#,
      #"{"continue":{"until":{"condition":{"holds":"$.n > \#(seq)"}}}}"#,
      #"{"reverseContinue":{"until":{"change":{"of":"/n"}}}}"#,
      #"{"continue":{"until":{"text":{"contains":"\#(seq)"}}}}"#, #"{"causes":{"of":\#(seq)}}"#,
    ]
    return commands.randomElement(using: &random) ?? ""
  }

  /// What is not the same log with lines added starts the states over.
  @Test func anotherLogOfTheSessionStartsOver() throws {
    let lines = { (patch: String) in
      [HandmadeLog.keyframe(0), HandmadeLog.action(1, patch: patch), HandmadeLog.action(2)]
    }
    let old = try HandmadeLog(Array(lines("null").dropLast())).log()
    var face = try ToyFace(old)
    #expect(try face.reply(to: #"{"goto":{"target":"1"}}"#).contains(#""value":1"#))
    let session = HandmadeLog.session(after: 0, segment: 1)
    let patch = HandmadeLog.patch("replace", "/n", "5")
    face.grow(to: try HandmadeLog(lines(patch), session: session).log())
    #expect(try face.reply(to: #"{"evaluate":{"path":"/n"}}"#).contains("5"))
    #expect(try face.reply(to: #"{"step":{"count":1}}"#).contains(#""value":7"#))
  }
}

/// A log of numbers that are added, in segments, as a recorder writes it.
private struct WrittenLog {
  private var segments: [[UInt8]] = [[]]
  /// The bytes of the first session line and keyframe.
  private(set) var startByteCount = 0
  private(set) var unrecordedCount = 0

  init(_ random: inout SeededGenerator) {
    let (count, unrecordedChance) = (40, [0, 30, 100].randomElement(using: &random) ?? 0)
    let isInSegments = Bool.random(using: &random)
    var (sum, isKnown) = (0, true)
    write(HandmadeLog.session(segment: isInSegments ? 1 : nil))
    write(HandmadeLog.keyframe(0))
    startByteCount = byteCount
    for seq in 1...count {
      let isRecorded = Int.random(in: 0..<100, using: &random) >= unrecordedChance
      if isRecorded, !isKnown { write(HandmadeLog.keyframe(seq - 1, #"{"n":\#(sum)}"#)) }
      sum += seq
      isKnown = isRecorded
      if !isRecorded { unrecordedCount += 1 }
      write(
        isRecorded
          ? HandmadeLog.action(seq, patch: HandmadeLog.patch("replace", "/n", "\(sum)"))
          : HandmadeLog.action(seq))
      let isSegmentEnd = isInSegments && Int.random(in: 0..<8, using: &random) == 0
      if isSegmentEnd {
        segments.append([])
        write(HandmadeLog.session(after: seq, segment: segments.count))
      }
      if isSegmentEnd || Int.random(in: 0..<12, using: &random) == 0 {
        write(HandmadeLog.keyframe(seq, #"{"n":\#(sum)}"#))
        isKnown = true
      }
    }
    if Bool.random(using: &random) { write(HandmadeLog.end(count)) }
  }

  var byteCount: Int { segments.reduce(0) { $0 + $1.count } }

  func randomCut(_ random: inout SeededGenerator) -> Int {
    Int.random(in: startByteCount...byteCount, using: &random)
  }

  /// Whether a cut leaves out only a line's ending, so that more of the line may follow.
  func isAtLineFeed(_ cut: Int) -> Bool {
    let bytes = segments.joined()
    return bytes.dropFirst(cut).first == UInt8(ascii: "\n")
  }

  private mutating func write(_ line: String) {
    segments[segments.count - 1] += Array(line.utf8) + [UInt8(ascii: "\n")]
  }

  /// The log when a number of bytes was written.
  func log(upTo end: Int) throws -> Log {
    var rest = end
    var files: [(name: String, bytes: [UInt8])] = []
    for (index, segment) in segments.enumerated() where rest > 0 {
      files.append(("log-\(index + 1).jsonl", Array(segment.prefix(rest))))
      rest -= segment.count
    }
    return try Log(name: "log", segments: files)
  }
}
