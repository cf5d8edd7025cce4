import Foundation
import RexDiff
import RexJSON
import RexLog
import RexRecorder
import RexRedaction
import RexReplayer
import RexTimeline
import TestSupport
import Testing

/// Texts over a limit are left out everywhere, and equal ones get equal markers.
@Suite struct TextLimitTests {
  private func limiting(_ bytesMax: Int) -> Redactor {
    var rules = RedactionRules.none
    rules.textBytesMax = bytesMax
    return Redactor(rules: rules)
  }

  @Test func aLimitCountsBytesOfUTF8() {
    let limit = limiting(100)
    for text in ["a", "é", "👍🏽"].map({ String(repeating: $0, count: 200) }) {
      for count in [99, 100, 101] {
        let cut = String(decoding: text.utf8.prefix(count), as: UTF8.self)
        let isShown = cut.utf8.count <= 100
        #expect((limit.redact(text: cut) == cut) == isShown, "\(cut.utf8.count) bytes")
      }
    }
    #expect(
      limit.redact(text: String(repeating: "a", count: 101))
        == "left out: 101 bytes, fingerprint 35feac92c3f8efc8")
  }

  @Test func lowLimitIsRaisedSoThatMarkersFit() {
    #expect(limiting(-1).redact(text: String(repeating: "x", count: 64)).utf8.count == 64)
    let marker = limiting(0).redact(text: String(repeating: "x", count: 1_000_000))
    #expect(limiting(0).redact(text: marker) == marker)
    #expect(Placeholder.isPlaceholder(marker))
    #expect(Placeholder.isContained(in: ["a": [.string(marker)]], numbers: Placeholder.numbers))
    #expect(!Placeholder.isPlaceholder(marker + "x"))
    #expect(!Placeholder.isPlaceholder("left out: nothing"))
  }

  @Test func limitAppliesToKeysAndPaths() throws {
    let long = String(repeating: "k", count: 65)
    let limit = limiting(64)
    let pointer = JSONPointer(tokens: [long, "0"])
    let patch = JSONPatch([.replace(pointer, .string(long)), .move(from: pointer, path: pointer)])
    var members = JSONObject()
    members[long] = ["x"]
    var state = JSON.object(members)
    let shown = limit.redact(state)
    let shownPatch = try limit.redact(patch, of: &state)
    #expect(try shown.applying(shownPatch) == limit.redact(state))
    #expect(!shownPatch.description.contains(long))
  }

  @Test(arguments: [false, true], 1...tries(4, gate: 20) as ClosedRange<UInt64>)
  func textsCrossingTheLimitKeepPatchesCorrect(isRedacted: Bool, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let sink = LogBuffer()
    var configuration = RecorderConfiguration()
    configuration.stringBytesMax = 80
    if isRedacted { configuration.redaction = .standard }
    let recorder = try Recorder<Page.Action, Page>(
      sink: sink, app: "Page", configuration: configuration)
    var page = Page()
    recorder.start(from: page)
    var states: [JSON] = [try JSONDocumentEncoder().encode(page)]
    for _ in 0..<60 {
      recorder.record(.random(&random), into: &page, reduce: Page.reduce)
      recorder.mark(page.title, data: page)
      states.append(try JSONDocumentEncoder().encode(page))
    }
    let limit = limiting(80)
    let log = try Log(checked: "log", bytes: sink.bytes)
    #expect(log.session.redaction?.rules.last == "long texts")
    #expect(recorder.statistics.redactedCount > 0)
    var timeline = Timeline(log)
    for (seq, state) in states.enumerated() {
      #expect(try timeline.state(at: seq) == limit.redact(state), "seed \(seed), frame \(seq)")
    }
    for (index, line) in try log.lines().enumerated() {
      let line = try JSON(parsing: sink.bytes[line.range].map(\.self))
      #expect(line.longestText <= 80, "seed \(seed), line \(index + 1)")
    }
    let replayer = Replayer(
      ReplayableApp(name: "Page") { (action: Page.Action, page: inout Page) in
        Page.reduce(&page, action)
      })
    let result = try replayer.verify(log)
    #expect(result.counts[.redacted] > 0, "a reducer that joins texts cannot join their markers")
    // Part of a marker is not a marker; only a reducer that splits texts produces these.
    for divergence in result.divergences {
      let before = try timeline.state(at: divergence.seq - 1)[divergence.path ?? JSONPointer()]
      let isMarked = before.map { Placeholder.isContained(in: $0, numbers: Placeholder.numbers) }
      #expect(isMarked == true, "seed \(seed): \(divergence)")
    }
  }
}

extension JSON {
  /// The bytes of the longest string or key.
  fileprivate var longestText: Int {
    switch self {
    case .null, .bool, .number: 0
    case .string(let text): text.utf8.count
    case .array(let elements): elements.map(\.longestText).max() ?? 0
    case .object(let members):
      // A pointer is a text of several keys.
      members.filter { !["path", "from"].contains($0.key) }.map {
        max($0.key.utf8.count, $0.value.longestText)
      }.max() ?? 0
    }
  }
}

/// A state whose texts and keys cross the limit in both directions.
private struct Page: Codable, Sendable {
  var title = ""
  var lines: [String] = []
  var byName: [String: Int] = [:]

  enum Action: Codable, Sendable {
    case type(String)
    case erase(Int)
    case keep
    case name(String)
    case move

    static func random(_ random: inout SeededGenerator) -> Action {
      switch Int.random(in: 0..<9, using: &random) {
      case 0...2: .type(String(repeating: "é", count: .random(in: 1..<45, using: &random)))
      case 3...4: .erase(.random(in: 1..<80, using: &random))
      case 5: .name(String(repeating: "n", count: .random(in: 75..<85, using: &random)))
      case 6: .move
      default: .keep
      }
    }
  }

  static func reduce(_ page: inout Page, _ action: Action) {
    switch action {
    case .type(let text): page.title += text
    case .erase(let count): page.title.removeLast(min(count, page.title.count))
    case .keep: page.lines.insert(page.title, at: 0)
    case .name(let name): page.byName[name, default: 0] += 1
    case .move: if let last = page.lines.popLast() { page.lines.insert(last, at: 0) }
    }
  }
}
