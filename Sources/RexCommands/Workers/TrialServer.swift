#if os(macOS) || os(Linux)
  import Foundation
  import RexJSON
  import RexLog
  import RexQuery
  import RexReplayer

  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// The worker's side of a search: tries candidates until the command closes the channel.
  ///
  ///     command    request          trial          stateReply          trial …
  ///     worker              answer        state                reply
  struct TrialServer {
    let receiver: WorkerReceiver
    let page: ProgressPage

    /// Sends the facts about the log, then handles requests; never returns.
    func serve(
      _ plan: TrialPlan, on log: Log, by app: ReplayableApp
    ) throws -> Never {
      var oracle = try oracle(plan, on: log, by: app)
      WorkerSink.send(
        WorkerServer.frame(.answer, WorkerAnswer(facts: TrialFacts(oracle))))
      while let request = next(TrialRequest.self, .trial) {
        let reply: TrialReply
        switch request {
        case .holds(let candidate): reply = .holds(try oracle.answer(to: candidate, of: log.name))
        case .payloads(let seqs):
          reply = .payloads(
            try oracle.payloads(of: seqs))
        }
        fflush(nil)
        WorkerSink.send(WorkerServer.frame(.trialReply, reply))
      }
      _exit(0)
    }

    private func oracle(
      _ plan: TrialPlan, on log: Log, by app: ReplayableApp
    ) throws -> ReductionOracle {
      let readsEntry: Bool
      let ask: TrialQuestion.Ask
      switch plan.question {
      case .condition(let text):
        (readsEntry, ask) = try TrialQuestion.condition(text).asking()
      case .crash: (readsEntry, ask) = try TrialQuestion.crash.asking()
      case .command: (readsEntry, ask) = (true, { try askCommand($0) })
      }
      var oracle = try ReductionOracle(
        app, migrated: log, readsEntry: readsEntry, includesUnfinished: plan.question.isCrash,
        only: plan.included, progress: page, asking: ask)
      oracle.evaluatesAfterEachAction = plan.isAskedAnywhere
      return oracle
    }

    /// Asks the command to judge a state.
    private func askCommand(_ moment: Moment) throws -> Bool {
      WorkerSink.send(
        WorkerServer.frame(.state, TrialState(seq: moment.seq, state: moment.after)))
      guard let answer = next(Bool.self, .stateReply) else { _exit(1) }
      return answer
    }

    private func next<Value: Decodable>(_ type: Value.Type, _ tag: WorkerFrame.Tag) -> Value? {
      guard let frame = receiver.next(), frame.tag == tag,
        let json = try? JSON(parsing: frame.bytes, limits: .largest)
      else { return nil }
      return try? JSONDocumentDecoder().decode(type, from: json)
    }
  }

  extension TrialPlan.Question {
    fileprivate var isCrash: Bool { if case .crash = self { true } else { false } }
  }
#endif
