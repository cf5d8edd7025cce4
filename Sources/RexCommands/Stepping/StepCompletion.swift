import RexDebug
import RexJSON
import RexQuery
import RexTerminal

/// What `step` offers for the word before the cursor: commands, branches, and what is in the log.
struct StepCompletion {
  let session: DebugSession

  /// The candidates for the last word of a line's beginning.
  func completions(for text: String) -> LineCompletions {
    let words = text.drop { $0 == " " }
    let name = words.prefix { $0 != " " }
    guard name.count < words.count else {
      return offer(StepLine.all.map { $0.names[0] }, for: String(words), in: text, ending: " ")
    }
    guard let line = StepLine.named(by: String(name)) else {
      return LineCompletions(start: text.count, candidates: [])
    }
    let rest = String(words.dropFirst(name.count).drop { $0 == " " })
    let last = String(rest.reversed().prefix { $0 != " " }.reversed())
    switch line.kind {
    case .state, .watch, .unwatch, .history, .blame:
      return offer(paths(like: rest), for: rest, in: text)
    case .until, .backUntil, .when: return condition(rest, in: text)
    case .find, .rfind: return offer(types, for: rest, in: text)
    case .goto, .causes, .diff, .move:
      return offer(addresses(like: last), for: last, in: text)
    case .set:
      let offered = last.hasPrefix("/") ? paths(like: last) : addresses(like: last)
      return offer(offered, for: last, in: text)
    case .edit, .insert, .skip, .unskip:
      return offer(last == rest ? addresses(like: last) : [], for: last, in: text)
    case .branch, .drop, .compare: return offer(branches, for: last, in: text)
    case .help: return offer(StepLine.all.map { $0.names[0] }, for: last, in: text)
    case .next, .back, .first, .last, .action, .fork, .write, .branches, .marks, .unusual,
      .quit:
      return LineCompletions(start: text.count, candidates: [])
    }
  }

  private func condition(_ condition: String, in text: String) -> LineCompletions {
    let (end, candidates, ending) = LogCandidates.ofCondition(
      condition, types: { types }, paths: paths(like:))
    return offer(candidates, for: end, in: text, ending: ending)
  }

  private func offer(
    _ candidates: [String], for partial: String, in text: String, ending: String = ""
  ) -> LineCompletions {
    LineCompletions(
      start: text.count - partial.count,
      candidates: LogCandidates.offered(candidates, for: partial), ending: ending)
  }

  private var types: [String] { LogCandidates(session.log)?.types ?? [] }

  private func addresses(like partial: String) -> [String] {
    // Addresses are words here.
    (LogCandidates(session.log)?.addresses(like: partial, near: session.seq) ?? ["last"])
      .filter { !$0.contains(" ") }
  }

  /// The paths in the state where the session is.
  private func paths(like partial: String) -> [String] {
    var session = session
    return LogCandidates.paths(like: partial) { path in
      guard case .value(let value)? = try? session.reply(to: .evaluate(path: path)).content else {
        return nil
      }
      return value.value
    }
  }

  private var branches: [String] {
    var session = session
    guard case .branches(let branches)? = try? session.reply(to: .branches).content else {
      return []
    }
    return branches.map(\.name)
  }
}
