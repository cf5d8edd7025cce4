import Foundation
import RexJSON
import RexReplayer

/// The results of one run that the log does not contain, to compare with another run's.
///
/// Keeps a hash for each action, and the entries themselves up to a limit.
struct RunRecord: Sendable {
  private var fingerprints: [Int: UInt64] = [:]
  private var entries: [Int: RunEntry] = [:]
  private var entryByteCount = 0

  /// The most bytes of entries; of further entries, only the hashes are kept.
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
    fingerprints[entry.seq] = entry.fingerprint
    guard entryByteCount < Self.entryByteCountMax else { return }
    entryByteCount += byteCount
    entries[entry.seq] = entry
  }

  mutating func append(_ later: RunRecord) {
    fingerprints.merge(later.fingerprints) { _, new in new }
    guard entryByteCount + later.entryByteCount <= Self.entryByteCountMax else { return }
    entryByteCount += later.entryByteCount
    entries.merge(later.entries) { _, new in new }
  }

  /// Returns the actions that another run reduced differently, in order.
  func differences(from other: RunRecord, run: Int, nowMs: Double) -> [Nondeterminism] {
    let seqs = Set(fingerprints.keys).union(other.fingerprints.keys).filter {
      fingerprints[$0] != other.fingerprints[$0]
    }
    // A result that builds on a differing state differs as well, so it is not listed.
    var last = 0
    var found: [Nondeterminism] = []
    for seq in seqs.sorted() where found.count < Verification.detailsMax {
      let entry = entries[seq] ?? other.entries[seq]
      if last > entry?.recordedSeq ?? 0 { continue }
      last = seq
      // Without the entry of one run, the action can be named, but not the values.
      let isValueKnown = !lacksEntry(seq) && !other.lacksEntry(seq)
      let difference = Nondeterminism(
        isValueKnown ? entries[seq] : entry, isValueKnown ? other.entries[seq] : entry, run: run,
        nowMs: nowMs)
      if let difference { found.append(difference) }
    }
    return found
  }

  /// Whether only the hash of an action was kept.
  private func lacksEntry(_ seq: Int) -> Bool {
    fingerprints[seq] != nil && entries[seq] == nil
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
