import RexDiff
import RexJSON
import RexLog
import RexTimeline

/// One input of libFuzzer: a whole log, opened, checked, listed, walked through and repaired.
///
/// Traps when a repaired log is damaged, or when a state depends on the way to it. The time limit
/// of the fuzzer is that of each input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let log = try? Log(name: "log", bytes: bytes) else { return 0 }
  list(log)
  let damages = (try? log.damages()) ?? []
  walk(log, isWhole: damages.isEmpty)
  repair(log)
  return 0
}

/// Reads all entries, from the beginning and from the middle.
private func list(_ log: Log) {
  for reader in [log.reader(), try? log.reader(near: log.lastSeq / 2)].compactMap(\.self) {
    while let record = try? reader.next() {
      let members = record.members
      _ = (members?.type, members?.timeMs, members?.cause(of: log.lastSeq), members?.patch)
      if record.problem == nil { _ = try? reader.entry(of: record) }
    }
  }
}

/// A state is the same from the beginning and from the end, as often as it is known.
private func walk(_ log: Log, isWhole: Bool) {
  var timeline = Timeline(log)
  guard let seqs = timeline.seqs else { return }
  // Numbers may be far apart; a gap says so in a few bytes.
  let looked = Set([0, 1, 2, 3, 7, seqs.count / 2, seqs.count - 1].map { $0 % seqs.count }).sorted()
  let forward = looked.map { try? timeline.state(at: seqs.lowerBound + $0) }
  for (index, state) in zip(looked, forward).reversed() {
    let again = try? timeline.state(at: seqs.lowerBound + index)
    if isWhole, again != state { fatalError("frame \(seqs.lowerBound + index) has two states") }
  }
  for _ in looked { _ = try? timeline.frame(at: seqs.upperBound) }
}

/// A repaired log has no damage.
private func repair(_ log: Log) {
  let sink = LogBuffer()
  guard let repair = try? LogRepair(log), (try? repair.write(into: sink)) != nil else { return }
  guard let repaired = try? Log(name: "repaired", bytes: sink.bytes) else {
    fatalError("the repaired log cannot be opened")
  }
  guard let damages = try? repaired.damages() else { return }
  if let damage = damages.first { fatalError("the repaired log is damaged: \(damage)") }
}
