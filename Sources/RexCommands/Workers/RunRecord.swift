import Foundation
import RexJSON
import RexReplayer

/// What one run made of a log wherever that is not in the record, to compare it with another's.
///
/// Of each action a hash is kept, and the entry itself while there is room.
struct RunRecord: Sendable {
  private var fingerprints: [Int: UInt64] = [:]
  private var entries: [Int: RunEntry] = [:]
  private var entryByteCount = 0

  /// More entries are known by their hashes alone.
  private static let entryByteCountMax = 1 << 26

  /// Takes entries as a worker sends them: one a line.
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
    entries.merge(later.entries) { _, new in new }
  }

  /// The actions that another run reduced otherwise, in order.
  func differences(from other: RunRecord, run: Int, nowMs: Double) -> [Nondeterminism] {
    let seqs = Set(fingerprints.keys).union(other.fingerprints.keys).filter {
      fingerprints[$0] != other.fingerprints[$0]
    }
    // What is built on a state that differs, differs with it.
    var isAfterDifference = false
    var found: [Nondeterminism] = []
    for seq in seqs.sorted() where found.count < Verification.detailsMax {
      let isCumulative = (entries[seq] ?? other.entries[seq])?.isCumulative ?? true
      if isCumulative, isAfterDifference { continue }
      isAfterDifference = isCumulative
      if let difference = Nondeterminism(
        entries[seq], other.entries[seq], run: run, nowMs: nowMs)
      {
        found.append(difference)
      }
    }
    return found
  }
}

extension Verification {
  /// Adds where another run differs from the first, but for actions that an earlier one did.
  mutating func addDifferences(of first: RunRecord, from other: RunRecord, run: Int) {
    let known = Set(nondeterminism.map(\.seq))
    let nowMs = Date().timeIntervalSince1970 * 1000
    nondeterminism += first.differences(from: other, run: run, nowMs: nowMs)
      .filter { !known.contains($0.seq) }
    nondeterminism = Array(
      nondeterminism.sorted { $0.seq < $1.seq }.prefix(Self.detailsMax))
  }
}
