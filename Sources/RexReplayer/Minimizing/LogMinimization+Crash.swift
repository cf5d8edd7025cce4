#if os(macOS) || os(Linux)
  import RexJSON
  import RexLog
  import RexTimeline

  /// Finds the fewest actions that crash the process in the same way.
  extension LogMinimization {
    func findCrash(_ trials: inout WorkerTrials) throws -> Outcome {
      let facts = trials.facts()
      reportUndecodable(facts)
      guard try trials.answers(to: [facts.candidates]) == [true], let crash = trials.crash,
        let end = crash.seq
      else {
        let actions = LogText.count(facts.candidates.seqs.count, "action")
        return .notShown(
          problem: "reducing \(actions) again does not crash",
          hint: "--timeout and --memory set the limits; verify reduces each action separately")
      }
      // Actions after the crash were not reduced.
      let search = try search(
        facts.seqs, facts.candidates.seqs.filter { $0 <= end }, facts.causes, &trials)
      var best = search.minimization.best
      guard let last = try trials.crash(of: best)?.seq else {
        throw ReplayError(
          .worker(
            problem: "the same actions crash in one run and not in another",
            hint: "verify --runs 10 finds nondeterministic actions", .noVerdict), log: log.name)
      }
      best.seqs.removeAll { $0 > last }
      let edits = search.minimization.edits(keeping: best.seqs.filter { $0 < last })
      let spool = LogSpool()
      _ = try reducer.replay(log, editing: edits, into: spool)
      let crashingAction = try crashingAction(last, best, &trials)
      let log = log
      var found = actions(of: search) { sink in
        try spool.log(named: log.name).write(into: sink, endingIn: crashingAction)
      }
      (found.kept, found.crash) = (best.seqs, crash.reason)
      found.isUnfinished = crashingAction.result == nil
      if !crash.message.isEmpty { found.message = crash.message }
      return .found(found)
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
