#if os(macOS) || os(Linux)
  package import RexJSON
  import RexLocking
  package import RexReplayer

  /// Trials that run in workers, several at a time; a worker that died is replaced when needed.
  package final class WorkerTrials: ReductionTrials {
    package let jobCount: Int
    private let question: TrialQuestion
    private let workers: [TrialWorker]
    private let known: TrialFacts
    private let log: WorkerLog
    /// Whether each candidate gets a new process.
    private var isSeparate = false
    /// The last candidate that showed the bug; later ones are subsets of it.
    private var base: Set<Int>?
    /// The first candidate's crash, if the search is for one: the same crash is searched for.
    package private(set) var crash: Crash?

    init(
      _ log: WorkerLog, _ question: TrialQuestion, isAskedAnywhere: Bool, jobCount: Int
    ) throws {
      (self.log, self.question, self.jobCount) = (log, question, jobCount)
      let plan = TrialPlan(
        question: TrialPlan.Question(question), isAskedAnywhere: isAskedAnywhere)
      workers = (0..<jobCount).map { _ in TrialWorker(log, plan) }
      known = try workers[0].facts()
    }

    package func facts() -> TrialFacts { known }

    /// Reduces some actions in a new process and returns how it crashes; nil if it does not.
    package func crash(of candidate: MinimizationCandidate) throws -> Crash? {
      workers[0].end()
      guard case .died(let death) = try workers[0].run(candidate, of: base, question) else {
        return nil
      }
      return try crash(death)
    }

    private func crash(_ death: WorkerDeath) throws -> Crash? {
      try death.seq.map { try log.crash(at: $0, death) }
    }

    package func separate() -> Bool {
      (isSeparate, base) = (true, nil)
      return true
    }

    package func payloads(of seqs: [Int]) throws -> [Int: JSON] {
      guard
        case .replied(let payloads) = try workers[0].run(.payloads(seqs), for: \.payloads, question)
      else { return [:] }
      return payloads
    }

    package func answers(to candidates: [MinimizationCandidate]) throws -> [Bool] {
      let (workers, question, base, isSeparate) = (workers, question, base, isSeparate)
      let ends = concurrentResults(count: candidates.count) { index in
        if isSeparate { workers[index].end() }
        return try workers[index].run(candidates[index], of: base, question)
      }
      let answers = try answers(ends, showsBug)
      if let index = answers.firstIndex(of: true) { self.base = Set(candidates[index].seqs) }
      return answers
    }

    /// Returns whether a trial shows the bug: the same crash, or a positive reply.
    private func showsBug(_ end: WorkerEnd<Bool>) throws -> Bool {
      switch (end, question) {
      case (.died(let death), .crash):
        guard let found = try crash(death) else { return false }
        let first = crash ?? found
        crash = first
        return CrashIdentity(found) == CrashIdentity(first)
      case (.replied(let holds), _): return holds
      case (.died, _): return false
      }
    }
  }

  /// A worker process that is replaced when an action ends it.
  ///
  /// Sendable because only one thread uses it at a time.
  private final class TrialWorker: @unchecked Sendable {
    private let log: WorkerLog
    private var plan: TrialPlan
    private var process: WorkerProcess?
    /// Whether the process has tried other actions before.
    private var isUsed = false

    init(_ log: WorkerLog, _ plan: TrialPlan) { (self.log, self.plan) = (log, plan) }

    /// Starts the first process and returns the facts that it sends.
    func facts() throws -> TrialFacts {
      let (process, facts) = try start()
      self.process = process
      return facts
    }

    /// Has the worker try a candidate.
    ///
    /// - Parameter base: The actions that a new process decodes; nil for all.
    func run(
      _ candidate: MinimizationCandidate, of base: Set<Int>?, _ question: TrialQuestion
    ) throws -> WorkerEnd<Bool> {
      if let included = plan.included, !included.isSuperset(of: candidate.seqs) { end() }
      if process == nil {
        plan.included = base.flatMap { $0.isSuperset(of: candidate.seqs) ? $0 : nil }
      }
      let wasUsed = isUsed
      let result = try run(.trial(candidate), for: \.tried, question)
      guard case .died = result, wasUsed else { return result }
      // Earlier trials may have caused the crash, by data outside the state or by memory use.
      return try run(candidate, of: base, question)
    }

    /// Has the worker handle a request; a function of the command judges the states that it sends.
    func run<Answer>(
      _ request: WorkerRequest, for answer: KeyPath<WorkerReply, Answer?>,
      _ question: TrialQuestion
    ) throws -> WorkerEnd<Answer> {
      let process = if let process { process } else { try start().process }
      self.process = process
      let result = try process.ask(request, for: answer) { state, seq in
        guard case .command(let judge) = question else { return false }
        return try judge(state, seq)
      }
      isUsed = true
      if case .died = result { end() }
      return result
    }

    /// Ends the process; the next request starts a new one.
    func end() { (process, isUsed) = (nil, false) }

    private func start() throws -> (process: WorkerProcess, facts: TrialFacts) {
      let process = try log.process()
      switch try process.ask(.decode(plan), for: \.decoded) {
      case .replied(let facts): return (process, facts)
      case .died(let death): throw log.error(beforeFirstAction: death)
      }
    }
  }

  extension TrialPlan.Question {
    fileprivate init(_ question: TrialQuestion) {
      switch question {
      case .condition(let text): self = .condition(text)
      case .command: self = .command
      case .crash: self = .crash
      }
    }
  }
#endif
