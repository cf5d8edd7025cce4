#if os(macOS) || os(Linux)
  import RexLocking
  import RexLog
  package import RexReplayer

  extension Workers {
    /// Verifies a log in workers; when an action crashes one, another continues after it.
    package func verify(
      _ log: Log, _ options: VerificationOptions, runCount: Int
    ) throws -> Verification {
      var workers = self
      workers.isStopped = options.isStopped
      let opened = try workers.open(log)
      var found = try WorkerVerification(opened, options).check()
      guard found.stoppedAfter == nil else { return found }
      if options.isCumulative || runCount > 1 {
        let replay = try opened.replay()
        if options.isCumulative { try found.addDivergedRanges(replay, of: opened, options) }
        try found.addRuns(2..<runCount + 1, replay, of: opened, by: workers, options)
      }
      if log.unfinished?.action != nil { try found.addUnfinished(of: opened) }
      return found
    }

    package func verify(
      _ log: Log, _ options: VerificationOptions, in range: VerificationRange
    ) throws -> Verification? {
      let request = WorkerRequest.verify(
        options.rules, isQuick: options.isQuick, stopsAtFirst: options.stopsAtFirst, range)
      guard case .replied(let found) = try open(log).ask(request, for: \.verified) else {
        return nil
      }
      return found
    }
  }

  /// A replay of all actions from the start.
  private struct WorkerReplay {
    /// The log that results; nil if there were too many crashes.
    var log: Log?
    /// The crashes; these actions keep their recorded results.
    var crashes: [Crash] = []
  }

  extension WorkerLog {
    /// Reduces all actions from the start, and passes over those that crash.
    fileprivate func replay() throws -> WorkerReplay {
      var replay = WorkerReplay()
      while true {
        let spool = LogSpool()
        let policy = ReplayPolicy(
          toleratesAll: true, unreduced: Set(replay.crashes.map(\.seq)))
        switch try ask(.replay(policy), for: \.replayed, into: spool) {
        case .replied:
          replay.log = try spool.log(named: log.name)
          return replay
        case .died(let death):
          guard let seq = death.seq, !policy.unreduced.contains(seq) else { throw error(death) }
          replay.crashes.append(try crash(at: seq, death))
          if replay.crashes.count == Workers.crashesMax { return replay }
        }
      }
    }
  }

  extension Verification {
    /// Adds the ranges in which a replay's states differ, and its crashes.
    fileprivate mutating func addDivergedRanges(
      _ replay: WorkerReplay, of log: WorkerLog, _ options: VerificationOptions
    ) throws {
      for crash in replay.crashes where !crashes.contains(where: { $0.seq == crash.seq }) {
        var crash = crash
        crash.reason += ", reduced from the start"
        // From the recorded state, the action had another outcome.
        let hasDiverged = divergences.contains { !$0.isOfKeyframe && $0.seq == crash.seq }
        let outcome = hasDiverged ? \OutcomeCounts.diverged : \.verified
        if counts[keyPath: outcome] > 0 { counts[keyPath: outcome] -= 1 }
        add(crash)
      }
      guard let replayed = replay.log else { return }
      var comparison = ReplayComparison(log.log, replayed, options.rules)
      setDivergedRanges(try comparison.divergedRanges())
    }

    /// Verifies the log of the first run again, in the environments of other runs.
    fileprivate mutating func addRuns(
      _ runs: Range<Int>, _ first: WorkerReplay, of log: WorkerLog, by workers: Workers,
      _ options: VerificationOptions
    ) throws {
      guard !runs.isEmpty, let firstLog = first.log else { return }
      runCount = runs.upperBound - 1
      let opened = WorkerLog(migrated: firstLog, workers)
      for run in runs {
        let other = try WorkerVerification(opened, options, run: run - 1).check()
        try addDifferences(of: other, from: first, in: log, run: run)
      }
    }

    private mutating func addDifferences(
      of other: Verification, from first: WorkerReplay, in log: WorkerLog, run: Int
    ) throws {
      var known = Set(nondeterminism.map(\.seq))
      for seq in (first.crashes + other.crashes).map(\.seq) {
        let crashes = (first.crashes.first { $0.seq == seq }, other.crashes.first { $0.seq == seq })
        guard crashes.0.map(CrashIdentity.init) != crashes.1.map(CrashIdentity.init),
          known.insert(seq).inserted
        else { continue }
        list(
          .nondeterminism(
            Nondeterminism(
              crashes.0, crashes.1, seq: seq, run: run, at: try log.log.place(of: seq))))
      }
      for divergence in other.divergences where divergence.type != nil {
        guard known.insert(divergence.seq).inserted else { continue }
        list(
          .nondeterminism(
            Nondeterminism(divergence, run: run, at: try log.log.place(of: divergence.seq))))
      }
    }

    fileprivate mutating func addUnfinished(of log: WorkerLog) throws {
      switch try log.ask(.unfinished, for: \.unfinished) {
      case .replied(let unfinished): self.unfinished = unfinished
      case .died(let death):
        // A crash in an earlier action was already counted.
        guard death.seq == log.log.lastSeq + 1 else { return }
        add(try log.crash(at: log.log.lastSeq + 1, death))
        unfinished = .reproduced
      }
    }
  }

  /// One run over a log, split into ranges for several workers.
  private struct WorkerVerification {
    private let log: WorkerLog
    private let options: VerificationOptions
    private let run: Int
    /// The number of crashes in all ranges.
    private let crashCount = Locked(0)

    init(_ log: WorkerLog, _ options: VerificationOptions, run: Int = 0) {
      (self.log, self.options, self.run) = (log, options, run)
    }

    /// Verifies the whole log.
    func check() throws -> Verification {
      try Verification(of: log.log, options, jobCount: options.jobCount) {
        try check($0, quickly: options.isQuick)
      }
    }

    private func check(
      _ range: VerificationRange, quickly isQuick: Bool
    ) throws -> Verification {
      let process = try log.process(ofRun: run)
      defer { process.end() }
      let request = WorkerRequest.verify(
        options.rules, isQuick: isQuick, stopsAtFirst: options.stopsAtFirst, range)
      switch try process.ask(request, for: \.verified) {
      case .replied(var found):
        found.printedByteCount = process.printedByteCount
        return found
      case .died where options.isStopped(): return unchecked(range)
      case .died(let death):
        guard let seq = death.seq else { throw log.error(death) }
        // Checking step by step separates the actions before the crash from those after it.
        if isQuick { return try check(range, quickly: false) }
        return try check(range, around: log.crash(at: seq, death))
      }
    }

    /// Verifies a range before and after an action that crashed.
    private func check(
      _ range: VerificationRange, around crash: Crash
    ) throws -> Verification {
      let count = crashCount.withLock { count in
        count += 1
        return count
      }
      var before = range
      before.stop = crash.seq
      // Without a limit, an app that crashes at random would be restarted again and again.
      var found =
        count <= Workers.crashesMax ? try check(before, quickly: false) : unchecked(before)
      guard found.stoppedAfter == nil else {
        found.counts.add(.unchecked, count: range.lastSeq(in: log.log) - crash.seq + 1)
        return found
      }
      if !found.crashes.isEmpty {
        // An earlier action's crash may have caused this one.
        return try check(range, after: crash.seq - 1, adding: found)
      }
      found.add(crash)
      let end = range.lastSeq(in: log.log)
      guard crash.seq < end else { return found }
      if options.stopsAtFirst || options.isStopped() {
        found.stop(after: crash.seq, before: end)
        return found
      }
      guard count < Workers.crashesMax else {
        found.counts.add(.unchecked, count: end - crash.seq)
        return found
      }
      return try check(range, after: crash.seq, adding: found)
    }

    /// Verifies a range after an action, and adds the result to an earlier one.
    private func check(
      _ range: VerificationRange, after seq: Int, adding earlier: Verification
    ) throws -> Verification {
      var rest = range
      rest.skippedThrough = seq
      rest.start = try log.log.keyframe(atOrBefore: seq)?.seq ?? range.start
      var found = earlier
      found.append(try check(rest, quickly: false))
      return found
    }

    /// The result for a range that is not checked.
    private func unchecked(_ range: VerificationRange) -> Verification {
      var found = Verification(log: log.log.name)
      let start = max(range.start ?? log.log.session.after, range.skippedThrough ?? 0)
      if options.isStopped() {
        found.stop(after: start, before: range.lastSeq(in: log.log))
      } else {
        found.counts.add(.unchecked, count: range.lastSeq(in: log.log) - start)
      }
      return found
    }
  }
#endif
