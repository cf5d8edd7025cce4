#if os(macOS) || os(Linux)
  import RexJSON
  import RexLog

  extension Verification {
    /// The number of new processes in which an action is reduced again, alone.
    private static let repetitionsCount = 5
    /// The most divergences whose actions are reduced again.
    private static let repeatedDivergencesMax = 3

    /// Reduces the first diverged actions again, if the app uses values without a fixed order.
    ///
    /// Each process hashes with another seed, so that a set has another order there.
    mutating func addRepetitions(of log: WorkerLog, _ options: VerificationOptions) throws {
      guard let unorderedType else { return }
      var count = 0
      for (index, finding) in findings.enumerated() {
        guard case .divergence(var divergence) = finding, !divergence.isOfKeyframe,
          count < Self.repeatedDivergencesMax
        else { continue }
        count += 1
        let results = try (0..<Self.repetitionsCount).map { _ in
          try log.result(of: divergence, options, fromStart: pass != nil)
        }
        let all = Set(results + [Divergence.Result(divergence)])
        guard all.count > 1 else { continue }
        divergence.repetitions = Divergence.Repetitions(
          count: results.count, recordedCount: results.count { $0 == nil },
          resultCount: all.count, unorderedType: unorderedType)
        findings[index] = .divergence(divergence)
      }
    }
  }

  extension Divergence {
    /// What an action's reducer did that was not recorded.
    fileprivate struct Result: Hashable {
      var path: JSONPointer?
      var value: JSON?
      var patch: JSON?
      var error: String?

      static let crash = Result(error: "crashed")

      private init(error: String) { self.error = error }

      init(_ divergence: Divergence) {
        (path, value) = (divergence.path, divergence.reduced)
        (patch, error) = (divergence.reducedPatch, divergence.reducedError)
      }
    }
  }

  extension WorkerLog {
    /// Reduces a diverged action alone in a new process; nil if the result is as recorded.
    fileprivate func result(
      of divergence: Divergence, _ options: VerificationOptions, fromStart isFromStart: Bool
    ) throws -> Divergence.Result? {
      let before = divergence.after ?? divergence.seq - 1
      var range = VerificationRange(stop: divergence.seq + 1)
      if !isFromStart {
        (range.start, range.skippedThrough) = (try log.keyframe(atOrBefore: before)?.seq, before)
      }
      let request = WorkerRequest.verify(
        options.rules, isQuick: false, stopsAtFirst: false, range)
      switch try ask(request, for: \.verified) {
      case .replied(let found):
        return found.divergences.first { $0.seq == divergence.seq }.map(Divergence.Result.init)
      case .died: return .crash
      }
    }
  }
#endif
