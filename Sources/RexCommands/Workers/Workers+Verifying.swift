#if os(macOS) || os(Linux)
  import Foundation
  import RexLocking
  import RexLog
  import RexReplayer

  extension Workers {
    /// Verifies a log in workers; when an action crashes one, another continues after it.
    func verify(
      _ log: Log, _ options: VerificationOptions, runCount: Int
    ) throws -> Verification {
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
    ) throws {
      var request = request(.divergedRanges, on: log)
      request.rules = options.rules
      switch try run(request, on: log) {
      case .answered(let answer, _): answer.divergedRanges.map { found.setDivergedRanges($0) }
      case .died(let death):
        guard let seq = death.seq else { throw error(death, on: log) }
        if found.crashes.contains(where: { $0.seq == seq }) { return }
        var crash = try log.crash(at: seq, death)
        crash.reason += ", reduced from the start"
        // The action's outcome from the recorded state is already counted.
        if found.crashes.count < Verification.detailsMax { found.crashes.append(crash) }
      }
    }

    private func addUnfinished(
      of log: Log, to found: inout Verification
    ) throws {
      switch try run(request(.unfinished, on: log), on: log) {
      case .answered(let answer, _): found.unfinished = answer.unfinished
      case .died(let death):
        // A crash in an earlier action was already counted.
        guard death.seq == log.lastSeq + 1 else { return }
        found.add(
          try log.crash(at: log.lastSeq + 1, death))
        found.unfinished = .reproduced
      }
    }
  }

  /// One run over a log, split into ranges for several workers.
  struct WorkerVerification {
    private let workers: Workers
    private let log: Log
    private let options: VerificationOptions
    private let run: Int
    private let isJournaled: Bool
    /// The number of crashes in all ranges.
    private let crashCount = Locked(0)

    /// The result for a range of the log.
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

    /// Verifies the whole log.
    func check() throws -> Part {
      let ranges =
        try options.jobCount > 1
        ? log.verificationRanges(count: options.jobCount) : [VerificationRange()]
      guard ranges.count > 1 else { return try check(ranges[0], quickly: options.isQuick) }
      let parts = concurrentResults(count: ranges.count) { index in
        try check(ranges[index], quickly: options.isQuick)
      }
      var found = Part(verification: Verification(log: log.name))
      for part in parts { found.append(try part.get()) }
      return found
    }

    private func check(
      _ range: VerificationRange, quickly isQuick: Bool
    ) throws -> Part {
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
        // Checking step by step separates the actions before the crash from those after it.
        if isQuick { return try check(range, quickly: false) }
        let crash = try log.crash(at: seq, death)
        return try check(range, around: crash)
      }
    }

    /// Verifies a range before and after an action that crashed.
    private func check(
      _ range: VerificationRange, around crash: Crash
    ) throws -> Part {
      let count = crashCount.withLock { count in
        count += 1
        return count
      }
      var before = range
      before.stop = crash.seq
      // Without a limit, an app that crashes at random would be restarted again and again.
      var found =
        count <= Workers.crashesMax ? try check(before, quickly: false) : unchecked(before)
      if !found.verification.crashes.isEmpty {
        // An earlier action's crash may have caused this one.
        return try check(range, after: crash.seq - 1, adding: found)
      }
      found.verification.add(crash)
      found.journal.append(RunEntry(crash))
      let end = lastSeq(of: range)
      guard crash.seq < end else { return found }
      guard count < Workers.crashesMax else {
        found.verification.counts.add(.unchecked, count: end - crash.seq)
        return found
      }
      return try check(range, after: crash.seq, adding: found)
    }

    /// Verifies a range after an action, and adds the result to an earlier one.
    private func check(
      _ range: VerificationRange, after seq: Int, adding earlier: Part
    ) throws -> Part {
      var rest = range
      rest.skippedThrough = seq
      rest.start = try log.keyframe(atOrBefore: seq)?.seq ?? range.start
      var found = earlier
      found.append(try check(rest, quickly: false))
      return found
    }

    private func lastSeq(of range: VerificationRange) -> Int {
      range.stop.map { $0 - 1 } ?? range.end ?? log.lastSeq
    }

    /// The result for a range that is not checked.
    private func unchecked(_ range: VerificationRange) -> Part {
      var found = Verification(log: log.name)
      let start = max(range.start ?? log.session.after, range.skippedThrough ?? 0)
      found.counts.add(.unchecked, count: lastSeq(of: range) - start)
      return Part(verification: found)
    }
  }
#endif
