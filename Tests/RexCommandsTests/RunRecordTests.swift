import RexLocking
import RexLog
import RexReplayer
import Testing

@testable import RexCommands

/// Which actions `verify --runs` names when two runs differ.
@Suite struct RunRecordTests {
  @Test func eachActionWithARecordedStateBeforeItIsNamed() throws {
    let patched = (1...3).map { action($0, patch: "[]") }
    #expect(try differences(patched) { run, _ in throw Failure(run: run) } == [1, 2, 3])
  }

  @Test func onlyTheFirstActionAfterARecordedStateIsNamed() throws {
    let unpatched = (1...3).map { action($0, patch: "null") }
    #expect(try differences(unpatched) { $1 += $0 } == [1])
    #expect(try differences(unpatched + [keyframe(3)]) { $1 += $0 } == [1])
  }

  @Test func aDifferenceAfterAKeyframeDoesNotFollowFromOneBeforeIt() throws {
    let lines = [1, 2].map { action($0, patch: "null") } + [keyframe(2)]
    let more = [3, 4].map { action($0, patch: "null") }
    #expect(try differences(lines + more) { $1 += $0 } == [1, 3])
  }

  @Test func anActionWhoseEntryWasNotKeptIsNamedWithoutValues() throws {
    let lines = (1...3).map { action($0, patch: "[]") }
    let whole = try record(lines, run: 1) { $1 += $0 }
    let cut = try record(lines, run: 2, entryByteCount: 1 << 26) { $1 += $0 }
    let differences = whole.differences(from: cut, run: 2, nowMs: 0)
    #expect(differences.map(\.seq) == [1, 2, 3])
    #expect(differences.map { $0.first?.description } == ["1", nil, nil])
    #expect(differences.map { $0.other?.description } == ["2", nil, nil])
  }

  @Test func theEntriesOfAllPartsTogetherAreLimited() throws {
    let lines = (1...2).map { action($0, patch: "[]") }
    let whole = try record(lines, run: 1) { $1 += $0 }
    var parts = try record([lines[0]], run: 2, entryByteCount: 1 << 25) { $1 += $0 }
    for _ in 0..<2 {
      parts.append(try record(lines, run: 2, entryByteCount: 1 << 25) { $1 += $0 })
    }
    #expect(
      whole.differences(from: parts, run: 2, nowMs: 0).map { $0.first == nil } == [true, true])
    // Even if both runs keep no values, the actions are named.
    let other = try record(lines, run: 3, entryByteCount: 1 << 26) { $1 += $0 }
    #expect(parts.differences(from: other, run: 3, nowMs: 0).map(\.seq) == [1, 2])
  }

  /// Returns the actions named when a reducer receives the numbers of two runs.
  private func differences(
    _ lines: [String], reduce: @escaping @Sendable (Int, inout Int) throws -> Void
  ) throws -> [Int] {
    let records = try [1, 2].map { run in try record(lines, run: run, reduce) }
    return records[0].differences(from: records[1], run: 2, nowMs: 0).map(\.seq)
  }

  /// Returns the results of a run whose reducer receives its number.
  private func record(
    _ lines: [String], run: Int, entryByteCount: Int = 0,
    _ reduce: @escaping @Sendable (Int, inout Int) throws -> Void
  ) throws -> RunRecord {
    let app = ReplayableApp(name: "Runs") { (_: Int, state: inout State) in
      try reduce(run, &state.total)
    }
    let journal = Journal(entryByteCount: entryByteCount)
    var options = VerificationOptions()
    options.journal = journal
    _ = try Replayer(app).verify(log(lines), options: options)
    return journal.record.withLock { $0 }
  }

  private func log(_ lines: [String]) throws -> Log {
    let session =
      #"{"kind":"session","rexlog":1,"id":"1","startedAt":"now","app":{"name":"Runs"}}"#
    let text = ([session, keyframe(0)] + lines).joined(separator: "\n") + "\n"
    return try Log(name: "runs", bytes: Array(text.utf8))
  }

  private func action(_ seq: Int, patch: String) -> String {
    #"{"kind":"action","seq":\#(seq),"timeMs":\#(seq),"type":"Int","action":\#(seq),"#
      + #""tookMs":0,"patch":\#(patch)}"#
  }

  private func keyframe(_ seq: Int) -> String {
    #"{"kind":"keyframe","seq":\#(seq),"timeMs":\#(seq),"state":{"total":0}}"#
  }

  private struct State: Codable, Sendable {
    var total = 0
  }

  private struct Failure: Error {
    let run: Int
  }

  private final class Journal: RunJournal {
    let record = Locked(RunRecord())
    private let entryByteCount: Int

    init(entryByteCount: Int) { self.entryByteCount = entryByteCount }

    func append(_ entry: RunEntry) {
      record.withLock { $0.append(entry, byteCount: entryByteCount) }
    }
  }
}
