import RexLog
import RexReplayer
import RexWorkers

#if os(macOS) || os(Linux)
  import RexJSON
  import RexLog
  import RexTimeline

  /// Finds the fewest actions that crash the process in the same way.
  extension LogMinimization {
    func findCrash(_ trials: inout WorkerTrials) throws -> Outcome {
      let facts = trials.facts()
      reportUndecodable(facts)
      guard try trials.answers(to: [facts.candidates]) == [true], let end = trials.crash?.seq
      else {
        let actions = LogText.count(facts.candidates.seqs.count, "action")
        return .notShown(
          problem: "reducing \(actions) again does not crash",
          hint: "--timeout and --memory set the limits; verify reduces each action separately")
      }
      // Actions after the crash were not reduced.
      let candidates = facts.candidates.seqs.filter { $0 <= end }
      return .found(try confirmedSearch(facts, candidates, &trials, confirm: confirmed))
    }

    /// Writes the result of a search and reduces it in a new process; nil if that does not crash in
    /// the same way.
    private func confirmed(
      _ search: MinimizationSearch, _ trials: inout WorkerTrials
    ) throws -> MinimizedActions? {
      var best = search.minimization.best
      guard let last = try trials.crash(of: best)?.seq else { return nil }
      best.seqs.removeAll { $0 > last }
      let edits = search.minimization.edits(keeping: best.seqs.filter { $0 < last })
      guard let start = try replay(edits, by: reducer) else { return nil }
      let crashingAction = try crashingAction(last, best, &trials)
      let spool = LogSpool()
      try start.write(into: spool, endingIn: crashingAction)
      let new = try spool.log(named: log.name)
      let again = try reducer.trials(of: new, .crash, isAskedAnywhere: false, jobCount: 1)
      guard let again = again as? WorkerTrials, let first = trials.crash,
        let crash = try again.crash(of: again.facts().candidates), crash.seq == crashingAction.seq,
        CrashIdentity(crash) == CrashIdentity(first)
      else { return nil }
      return actions(of: search, in: new, best.seqs, endingIn: crash)
    }

    private func actions(
      of search: MinimizationSearch, in new: Log, _ kept: [Int], endingIn crash: Crash
    ) -> MinimizedActions {
      var found = actions(of: search, in: new)
      (found.kept, found.crash, found.isUnfinished) = (kept, crash.reason, new.unfinished != nil)
      if !crash.message.isEmpty { found.message = crash.message }
      if CrashIdentity(crash).message == nil {
        let type = crash.type.map { " in \($0)" } ?? ""
        found.sameCrash = "any \(crash.reason)\(type), since no crash message was printed"
      }
      return found
    }

    /// Returns the action that crashes, as it is written to the new log.
    ///
    /// Its effect on the minimized state is unknown: it stays unfinished, or has no recorded patch.
    private func crashingAction(
      _ seq: Int, _ best: MinimizationCandidate, _ trials: inout WorkerTrials
    ) throws -> LogAction {
      let recorded = try log.action(seq)
      var action =
        recorded ?? log.unfinishedAction
        ?? LogAction(seq: seq, timeMs: 0, type: "", payload: .opaque(""))
      let payload = best.payloads[seq]
      if let payload {
        action.payload = .action(payload)
      } else if let payload = try trials.payloads(of: [seq])[seq] {
        action.payload = .action(payload)
      }
      let after = log.session.after
      action.cause = action.cause.flatMap { best.seqs.firstIndex(of: $0) }.map { after + 1 + $0 }
      (action.seq, action.originSeq) = (after + best.seqs.count, seq)
      action.isEdited = payload != nil
      if action.result != nil { action.result?.change = .notRecorded }
      return action
    }
  }

  extension Log {
    /// Writes this log with one more action at its end.
    fileprivate func write(
      into sink: some LogSink, endingIn action: LogAction
    ) throws(LogError) {
      var writer = LogWriter(sink)
      let reader = reader()
      while let record = try reader.next() {
        if record.kind != .end { try writer.copy(record) }
      }
      try writer.write(.action(action))
      if action.result != nil {
        try writer.write(.end(LogEnd(seq: action.seq, timeMs: action.timeMs, reason: "edited")))
      }
      try writer.flush()
    }
  }
#endif
