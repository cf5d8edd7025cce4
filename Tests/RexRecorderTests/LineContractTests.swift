import Foundation
import RexActions
import RexJSON
import RexLog
import RexRedaction
import TestSupport
import Testing

@testable import RexRecorder

/// Whatever an app records, a reader reads each line back, also of an export.
@Suite struct LineContractTests {
  @Test func aReaderReadsWhateverIsRecorded() throws {
    for seed in seeds {
      #expect(throws: Never.self, "seed \(seed)") {
        var app = try OddApp(seed: seed)
        try app.run()
      }
    }
  }

  /// Seeds of recordings of about 20 actions each; `REXREPLAY_SEED` selects a single one.
  private var seeds: [UInt64] {
    let asked = ProcessInfo.processInfo.environment["REXREPLAY_SEED"].flatMap { UInt64($0) }
    return asked.map { [$0] } ?? Array(0..<tries(6, gate: 25, long: 4000))
  }
}

/// One recording of odd values, in one of all modes.
private struct OddApp {
  private var random: SeededGenerator
  private let seed: UInt64
  private let buffer = LogBuffer()
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  private let isSegmented: Bool
  /// Whether texts are recorded as they are, up to the limits.
  private let isPlain: Bool
  /// Whether changes of the state outside of actions are noticed at once.
  private let isWatched: Bool
  private let recorder: Recorder<OddAction, OddState>
  private var state = OddState()
  private let appName: String
  private var marks: [String] = []
  private var errors: [Int: String] = [:]
  private var sources: [Int: ActionSource] = [:]

  init(seed: UInt64) throws {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    isSegmented = .random(using: &random)
    isPlain = .random(using: &random)
    var configuration = RecorderConfiguration.quiet
    configuration.redaction = isPlain ? .none : .standard
    if !isPlain, Bool.random(using: &random) { configuration.stringBytesMax = 100 }
    configuration.actionBytesMax = [100, 20_000, 1 << 24].randomElement(using: &random) ?? 0
    configuration.patchBytesMax = [100, 1 << 24].randomElement(using: &random) ?? 0
    configuration.appVersion = random.text(around: LineLimits.nameBytesMax)
    configuration.appBuild = random.text(around: LineLimits.nameBytesMax)
    configuration.sessionID = "1" + random.text(around: LineLimits.nameBytesMax)
    isWatched = .random(using: &random)
    if !isWatched {
      configuration.detail = .actions(keyframeEvery: Int.random(in: 1...5, using: &random))
    }
    appName = random.text(around: LineLimits.nameBytesMax)
    let diffing: StateDiffing<OddState> = Bool.random(using: &random) ? .inBackground : .inline
    recorder =
      isSegmented
      ? try Recorder(
        folder: folder.path, app: appName, segments: .init(each: .bytes(10_000)), diffing: diffing,
        configuration: configuration)
      : try Recorder(sink: buffer, app: appName, diffing: diffing, configuration: configuration)
  }

  mutating func run() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for index in 0..<Int.random(in: 5...30, using: &random) {
      switch Int.random(in: 0..<10, using: &random) {
      case 0: mark()
      case 1: state.texts[random.text()] = random.text()
      case 2:
        state = OddState(json: random.oddDocument())
        recorder.recordReplacement(by: state)
      case 3: try export("\(index)")
      default: record()
      }
    }
    let reason = random.text(around: LineLimits.reasonBytesMax)
    recorder.close(reason: reason)
    try export("last")
    let log =
      isSegmented
      ? try Log(checkedPath: folder.path) : try Log(checked: "odd", bytes: buffer.bytes)
    guard case .closed(let end) = log.ending else { throw Odd(text: "no end") }
    try check(log.session.app.name, appName, LineLimits.nameBytesMax)
    if isPlain { try check(end.reason, reason, LineLimits.reasonBytesMax) }
    try check(log.lines())
  }

  private mutating func mark() {
    let label = random.text(around: LineLimits.nameBytesMax)
    if Bool.random(using: &random) {
      recorder.mark(label)
    } else {
      recorder.mark(label, data: random.oddDocument())
    }
    marks.append(label)
  }

  private mutating func record() {
    let input = random.oddDocument()
    let inputCount = Int.random(in: 0..<3, using: &random)
    let error =
      Int.random(in: 0..<4, using: &random) == 0
      ? Odd(text: random.text(around: LineLimits.textBytesMax)) : nil
    let source =
      Bool.random(using: &random)
      ? ActionSource(
        file: random.text(around: LineLimits.nameBytesMax),
        function: random.text(around: LineLimits.nameBytesMax),
        line: [1, -1, .max].randomElement(using: &random) ?? 0,
        info: random.text(around: LineLimits.textBytesMax)) : nil
    let action = OddAction(
      json: random.oddDocument(), bytes: random.text().utf8.map { $0 },
      error: Int.random(in: 0..<5, using: &random) == 0 ? Odd(text: random.text()) : nil)
    var seq: Int?
    try? recorder.record(action, into: &state, source: source) { state, action, number in
      seq = number
      for _ in 0..<inputCount { state.json = Inputs().value(action.label) { input } }
      (state.bytes, state.texts["a"]) = (action.bytes, "\(action.json)")
      if let error { throw error }
    }
    guard let seq else { return }
    errors[seq] = error?.text
    sources[seq] = source
  }

  private mutating func export(_ name: String) throws {
    let span: LogSpan? =
      switch Int.random(in: 0..<3, using: &random) {
      case 0: nil
      case 1: .bytes(Int.random(in: 0..<50_000, using: &random))
      default: .time(.microseconds(Int.random(in: 0..<10_000, using: &random)))
      }
    let path = folder.appending(path: "export-\(name).log").path
    recorder.start(from: state)
    try recorder.export(last: span, to: path)
    _ = try Log(checkedPath: path).lines()
    try FileManager.default.removeItem(atPath: path)
  }

  private func check(_ lines: [Log.Line]) throws {
    var marks = marks[...]
    for line in lines {
      switch line.entry {
      case .mark(let mark):
        let label = marks.removeFirst()
        if isPlain { try check(mark.label, label, LineLimits.nameBytesMax) }
      case .action(let action) where isPlain:
        if let error = errors[action.seq], let result = action.result {
          try check(result.error, error, LineLimits.textBytesMax)
        }
        guard let source = sources[action.seq] else { continue }
        try check(action.source?.file, source.file, LineLimits.nameBytesMax)
        try check(action.source?.function, source.function, LineLimits.nameBytesMax)
        try check(action.source?.info, source.info, LineLimits.textBytesMax)
      default: break
      }
    }
    #expect(marks.isEmpty, "seed \(seed)")
  }

  /// A text is read back as it was, or with its end cut at the limit.
  private func check(_ read: String?, _ text: String?, _ limit: Int) throws {
    guard let read, let text else { throw Odd(text: "a text is missing") }
    if text.utf8.count <= limit {
      #expect(read.hasSameBytes(as: text), "seed \(seed)")
    } else {
      #expect((limit - 6...limit).contains(read.utf8.count), "seed \(seed)")
      #expect(read.hasSuffix("…") && text.utf8.starts(with: read.utf8.dropLast(3)), "seed \(seed)")
    }
  }
}

private struct OddState: Encodable, Sendable {
  var json = JSON.null
  var bytes: [UInt8] = []
  var texts: [String: String] = [:]
}

private struct OddAction: Encodable, Sendable {
  var json: JSON
  var bytes: [UInt8]
  /// The error that encoding it throws.
  var error: Odd?

  var label: String { "input \(bytes.count)" }

  enum Key: CodingKey { case json, bytes }

  func encode(to encoder: any Encoder) throws {
    if let error { throw error }
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(json, forKey: .json)
    try container.encode(bytes, forKey: .bytes)
  }
}

private struct Odd: Error, CustomStringConvertible {
  var text: String
  var description: String { text }
}

extension SeededGenerator {
  /// A text of odd characters whose size is near a limit, or anything.
  fileprivate mutating func text(around limit: Int) -> String {
    let count =
      switch Int.random(in: 0..<6, using: &self) {
      case 0: limit - 1
      case 1: limit
      case 2: limit + 1
      case 3: Int.random(in: 0..<2 * limit, using: &self)
      default: Int.random(in: 0..<20, using: &self)
      }
    var piece = text() + text() + text()
    if piece.isEmpty { piece = "\u{1}" }
    let text = String(repeating: piece, count: count / piece.utf8.count)
    return text + String(repeating: "x", count: count - text.utf8.count)
  }

  /// A document, perhaps with a long number, and perhaps nested near the limit.
  fileprivate mutating func oddDocument() -> JSON {
    var document = document()
    if Int.random(in: 0..<3, using: &self) == 0 {
      let digits = JSONLimits.standard.numberBytesMax + Int.random(in: -1...1, using: &self)
      let number = JSONNumber(text: String(repeating: "7", count: digits)) ?? JSONNumber(0)
      document = ["number": .number(number), "rest": document]
    }
    guard Int.random(in: 0..<3, using: &self) == 0 else { return document }
    let depth = JSONLimits.valueDepthMax + Int.random(in: -6...3, using: &self)
    return (0..<depth).reduce(document) { inner, level in
      level % 2 == 0 ? [inner] : ["a": inner]
    }
  }
}
