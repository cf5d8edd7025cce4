#if os(macOS) || os(Linux)
  import Foundation
  import RexLocking
  import RexLog
  import RexReplayer

  extension Workers {
    /// Checks a log by workers, one after another where an action ends one.
    func verify(
      _ log: Log, _ options: VerificationOptions, runCount: Int
    ) throws(CommandError) -> Verification {
      let first = try WorkerVerification(workers: self, log: log, options, run: 0, of: runCount)
        .check()
      var found = first.verification
      for run in 1..<max(1, runCount) {
        let other = try WorkerVerification(workers: self, log: log, options, run: run, of: runCount)
          .check()
        found.addDifferences(of: first.journal, from: other.journal, run: run + 1)
      }
      if options.isCumulative { try addDivergedRanges(of: log, options, to: &found) }
      if log.unfinished?.action != nil { try addUnfinished(of: log, to: &found) }
      (found.isQuick, found.checkedPercentMin) = (options.isQuick, options.checkedPercentMin)
      found.runCount = runCount
      return found
    }

    private func addDivergedRanges(
      of log: Log, _ options: VerificationOptions, to found: inout Verification
    ) throws(CommandError) {
      var request = request(.divergedRanges, on: log)
      request.rules = options.rules
      switch try run(request, on: log) {
      case .answered(let answer, _): answer.divergedRanges.map { found.take($0) }
      case .died(let death):
        guard let seq = death.seq else { throw error(death, on: log) }
        if found.crashes.contains(where: { $0.seq == seq }) { return }
        var crash = try reading { () throws(LogError) in try log.crash(at: seq, death) }
        crash.reason += ", reduced from the start"
        // The action's own outcome, from the recorded state, is counted already.
        if found.crashes.count < Verification.detailsMax { found.crashes.append(crash) }
      }
    }

    private func addUnfinished(
      of log: Log, to found: inout Verification
    ) throws(CommandError) {
      switch try run(request(.unfinished, on: log), on: log) {
      case .answered(let answer, _): found.unfinished = answer.unfinished
      case .died(let death):
        // An action before it was counted when it was checked by itself.
        guard death.seq == log.lastSeq + 1 else { return }
        found.add(
          try reading { () throws(LogError) in try log.crash(at: log.lastSeq + 1, death) })
        found.unfinished = .reproduced
      }
    }
  }

  /// One run over a log, in workers for parts of it.
  struct WorkerVerification {
    private let workers: Workers
    private let log: Log
    private let options: VerificationOptions
    private let run: Int
    private let isJournaled: Bool
    /// How many crashes there were, in all parts.
    private let crashCount = Locked(0)

    /// What a part of the log led to.
    struct Part {
      var verification: Verification
      var journal = RunRecord()

      mutating func append(_ later: Part) {
        verification.append(later.verification)
        journal.append(later.journal)
      }
    }

    init(
      workers: Workers, log: Log, _ options: VerificationOptions, run: Int, of runCount: Int
    ) {
      (self.workers, self.log, self.options, self.run) = (workers, log, options, run)
      isJournaled = runCount > 1
    }

    /// Checks all of the log.
    func check() throws(CommandError) -> Part {
      let ranges = try reading { () throws(LogError) in
        try options.jobCount > 1
          ? log.verificationRanges(count: options.jobCount) : [VerificationRange()]
      }
      guard ranges.count > 1 else { return try check(ranges[0], quickly: options.isQuick) }
      let parts = concurrentResults(count: ranges.count) { index throws(CommandError) in
        try check(ranges[index], quickly: options.isQuick)
      }
      var found = Part(verification: Verification(log: log.name))
      for part in parts { found.append(try part.get()) }
      return found
    }

    private func check(
      _ range: VerificationRange, quickly isQuick: Bool
    ) throws(CommandError) -> Part {
      var request = workers.request(.verify, on: log)
      (request.rules, request.range) = (options.rules, range)
      (request.isQuick, request.isJournaled) = (isQuick, isJournaled)
      var journal = RunRecord()
      let end = try workers.run(request, on: log, run: run) { journal.append($0.bytes) }
      switch end {
      case .answered(let answer, let printedByteCount):
        var found = answer.verification ?? Verification(log: log.name)
        found.printedByteCount = printedByteCount
        return Part(verification: found, journal: journal)
      case .died(let death):
        guard let seq = death.seq else { throw workers.error(death, on: log) }
        // Step by step, what is before the crash and behind it can be told apart.
        if isQuick { return try check(range, quickly: false) }
        let crash = try reading { () throws(LogError) in try log.crash(at: seq, death) }
        return try goOn(range, behind: crash)
      }
    }

    /// Checks a range up to an action that crashed, and behind it.
    private func goOn(
      _ range: VerificationRange, behind crash: Crash
    ) throws(CommandError) -> Part {
      let count = crashCount.withLock { count in
        count += 1
        return count
      }
      var before = range
      before.stop = crash.seq
      // Without a bound, an app that ends at random would be tried over and over.
      var found =
        count <= Workers.crashesMax ? try check(before, quickly: false) : unchecked(before)
      if !found.verification.crashes.isEmpty {
        // What an earlier action did may have ended this one, too.
        return try go(on: range, behind: crash.seq - 1, after: found)
      }
      found.verification.add(crash)
      found.journal.append(RunEntry(crash))
      let end = lastSeq(of: range)
      guard crash.seq < end else { return found }
      guard count < Workers.crashesMax else {
        found.verification.counts.add(.unchecked, count: end - crash.seq)
        return found
      }
      return try go(on: range, behind: crash.seq, after: found)
    }

    /// Checks what of a range is behind an action.
    private func go(
      on range: VerificationRange, behind seq: Int, after earlier: Part
    ) throws(CommandError) -> Part {
      var rest = range
      rest.skippedThrough = seq
      rest.start = try reading { () throws(LogError) in
        try log.keyframe(before: seq)?.seq ?? range.start
      }
      var found = earlier
      found.append(try check(rest, quickly: false))
      return found
    }

    private func lastSeq(of range: VerificationRange) -> Int {
      range.stop.map { $0 - 1 } ?? range.end ?? log.lastSeq
    }

    /// A range of which no action is checked.
    private func unchecked(_ range: VerificationRange) -> Part {
      var found = Verification(log: log.name)
      let start = max(range.start ?? log.session.after, range.skippedThrough ?? 0)
      found.counts.add(.unchecked, count: lastSeq(of: range) - start)
      return Part(verification: found)
    }
  }
#endif
