import Foundation
import RexJSON
import RexReplayer

/// The results of one run that the log does not contain, to compare with another run's.
struct RunRecord: Sendable {
  private var entries: [Int: RunEntry] = [:]
  private var entryByteCount = 0
  /// The actions whose entries were kept without values.
  private var seqsWithoutValues: Set<Int> = []

  /// The most bytes of entries with values; of further entries, the values are not kept.
  private static let entryByteCountMax = 1 << 26

  /// Appends entries in the form that a worker sends: one per line.
  mutating func append(_ lines: [UInt8]) {
    for line in lines.split(separator: UInt8(ascii: "\n")) {
      guard let json = try? JSON(parsing: Array(line), limits: .largest),
        let entry = try? JSONDocumentDecoder().decode(RunEntry.self, from: json)
      else { continue }
      append(entry, byteCount: line.count)
    }
  }

  mutating func append(_ entry: RunEntry, byteCount: Int = 0) {
    guard entryByteCount < Self.entryByteCountMax else { return appendWithoutValues(entry) }
    entryByteCount += byteCount
    entries[entry.seq] = entry
  }

  private mutating func appendWithoutValues(_ entry: RunEntry) {
    entries[entry.seq] = entry.withoutValues
    seqsWithoutValues.insert(entry.seq)
  }

  mutating func append(_ later: RunRecord) {
    guard entryByteCount + later.entryByteCount <= Self.entryByteCountMax else {
      for entry in later.entries.values { appendWithoutValues(entry) }
      return
    }
    entryByteCount += later.entryByteCount
    entries.merge(later.entries) { _, new in new }
    seqsWithoutValues.formUnion(later.seqsWithoutValues)
  }

  /// Returns the actions that another run reduced differently, in order.
  func differences(from other: RunRecord, run: Int, nowMs: Double) -> [Nondeterminism] {
    let seqs = Set(entries.keys).union(other.entries.keys).filter {
      entries[$0]?.fingerprint != other.entries[$0]?.fingerprint
    }
    // A result that builds on a differing state differs as well, so it is not listed.
    var last = 0
    var found: [Nondeterminism] = []
    for seq in seqs.sorted() where found.count < Verification.detailsMax {
      let entry = entries[seq] ?? other.entries[seq]
      if last > entry?.recordedSeq ?? 0 { continue }
      last = seq
      // Without the values of one run, the action can be named, but not what differs.
      let hasValues = ![self, other].contains { $0.seqsWithoutValues.contains(seq) }
      let difference = Nondeterminism(
        hasValues ? entries[seq] : entry, hasValues ? other.entries[seq] : entry, run: run,
        nowMs: nowMs)
      if let difference { found.append(difference) }
    }
    return found
  }
}

extension Verification {
  /// Adds the differences between two runs, except for actions that are already listed.
  mutating func addDifferences(of first: RunRecord, from other: RunRecord, run: Int) {
    let known = Set(nondeterminism.map(\.seq))
    let nowMs = Date().timeIntervalSince1970 * 1000
    nondeterminism += first.differences(from: other, run: run, nowMs: nowMs)
      .filter { !known.contains($0.seq) }
    nondeterminism = Array(
      nondeterminism.sorted { $0.seq < $1.seq }.prefix(Self.detailsMax))
  }
}
