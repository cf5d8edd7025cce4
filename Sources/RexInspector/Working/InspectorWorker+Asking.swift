import RexDebug
import RexLocking
import RexLog
import RexQuery
import RexQuestions
import RexStore
import RexTimeline

/// Asks the session, and turns its replies into what is shown.
extension InspectorWorker {
  /// Asks a copy of the session, so that states are read meanwhile; the copy then takes its place.
  func perform(
    _ request: InspectorRequest, _ send: Send, isStopped: @escaping @Sendable () -> Bool
  ) {
    environment.isStopped.withLock { $0 = false }
    var (copy, number) = held.withLock { ($0.session, $0.number) }
    let begun = number
    let control = QuestionControl(isStopped: isStopped, report: progress(send))
    copy.stand(at: request.seq)
    let before = (name: copy.branch?.name, edits: copy.branch?.edits)
    var reply: InspectorReply
    do {
      reply = try answer(request, in: &copy, control)
    } catch {
      reply = InspectorReply()
      reply.message = .init(text: "\(String(describing: error))", isError: true)
    }
    guard !isStopped() else { return }
    if copy.branch?.name != before.name || copy.branch?.edits != before.edits {
      number += 1
      reply.seq = reply.seq ?? copy.seq
    }
    reply.number = request.number
    held.withLock { [copy, number, reply] held in
      // The log may have been replaced meanwhile.
      guard held.number == begun else { return }
      var (session, reply) = (copy, reply)
      session.catchUp()
      held = Held(session, number: number, recorded: held.recorded)
      reply.log = LogSummary(session, number: number)
      // Within the lock, so that what is told of growth keeps its order.
      send(.replied(reply))
    }
  }

  private func progress(_ send: Send) -> @Sendable (Int) -> Void {
    let last = Locked(ContinuousClock.now)
    return { seq in
      let isDue = last.withLock { last in
        guard last.duration(to: .now) > .milliseconds(100) else { return false }
        last = .now
        return true
      }
      if isDue { send(.reached(seq)) }
    }
  }

  private func answer(
    _ request: InspectorRequest, in session: inout DebugSession, _ control: QuestionControl
  ) throws -> InspectorReply {
    switch request.work {
    case .command(.goto(let target)):
      // It can go where the state is unknown, too.
      return InspectorReply(seq: try target.seq(in: session.log, from: request.seq))
    case .command(let command):
      return reply(try session.reply(to: command, control), to: command, session)
    case .effect:
      let reply = try session.reply(to: .causes(of: request.seq), control)
      guard case .causes(let tree) = reply.content, let effect = tree.causes.effects.first else {
        return InspectorReply(message: .init(text: "no effect is recorded"))
      }
      return InspectorReply(seq: effect.seq)
    case .skip: return try skip(request.seq, in: &session, control)
    case .complete(let text):
      return InspectorReply(completions: environment.lines.completions(for: text, in: session))
    case .line(let line):
      let seq = session.seq
      guard let (text, isError) = environment.lines.run(line, in: &session, control) else {
        return InspectorReply(isOver: true)
      }
      var reply = InspectorReply(seq: session.seq == seq ? nil : session.seq)
      let lines = text.lines
      if lines.count == 1 || isError {
        let text = lines.map(\.text.plain).joined(separator: " ")
        reply.message = .init(text: "\(text)", isError: isError)
      } else if reply.seq == nil {
        (reply.title, reply.lines) = (line, lines)
      }
      return reply
    }
  }

  private func skip(
    _ seq: Int, in session: inout DebugSession, _ control: QuestionControl
  ) throws -> InspectorReply {
    let edit = DebugEdit.skip(seqs: [seq...seq], withEffects: false)
    let changed = try session.reply(to: .edit(edit), control)
    guard case .branched(let branch, let place, _) = changed.content else {
      return reply(changed, to: .edit(edit), session)
    }
    var reply = InspectorReply(seq: place)
    let compared = try session.reply(to: .compare(first: nil, second: branch.name), control)
    guard case .compared(let comparison) = compared.content,
      let difference = comparison.comparison.firstDifference
    else {
      reply.message = .init(text: "\(branch.name): all states are as recorded; o returns")
      return reply
    }
    reply.seq = difference.second
    reply.message = .init(
      text: "\(branch.name): differs from recorded #\(difference.first) on; o returns")
    return reply
  }

  private func reply(
    _ answer: DebugReply, to command: DebugCommand, _ session: DebugSession
  ) -> InspectorReply {
    var reply = InspectorReply()
    let notes = answer.notes.map(\.text).joined(separator: "; ")
    if !notes.isEmpty { reply.message = .init(text: "\(notes)") }
    switch answer.content {
    case .stopped(let stop):
      reply.seq = stop.seq
      if notes.isEmpty, let found = command.found {
        reply.message = .init(text: "found \(found); n goes on, N back")
      }
    case .changes(let changes, let hasMore):
      guard case .history(let path, let limit) = command else { break }
      if limit == 1 {
        reply.seq = changes.first { !$0.change.isUnknown }?.change.seq
        if let first = changes.first?.change, first.isUnknown {
          let seqs = "#\(first.firstSeq) to #\(first.seq)"
          reply.message = .init(
            text: "\(seqs) may have changed \(path.text), too: their states are unknown")
        }
      } else {
        reply.title = "history of \(path.text)"
        reply.lines =
          courseLines(of: path, changes, session)
          + AnswerText.lines(
            of: changes, hasMore: hasMore, .brief, dates: LogDates(session.log),
            marking: LogPlaceholders(session.log))
      }
    case .causes(let tree):
      reply.title = "causes and effects"
      // Each action is listed, since a line leads to it.
      reply.lines = CausesText(tree).lines(
        folded: false, .brief, causes: { _ in "; c at this one shows them" },
        effects: "; c at one of these shows its own")
    case .none(.unfinished(let seq)):
      reply.seq = seq
      if notes.isEmpty, let found = command.found {
        reply.message = .init(text: "found \(found); n goes on, N back")
      }
    case .none(let miss):
      var session = session
      let holds = try? command.start.map { try session.holds($0) } ?? false
      let hint = environment.lines.hint(about: command, of: session) ?? ""
      let parts = [answer.text(of: miss), holds == true ? "it is true here" : "", notes, hint]
      let text = parts.filter { !$0.isEmpty }.joined(separator: "; ")
      reply.message = .init(text: "\(text)")
    default: break
    }
    return reply
  }
}

/// How a value went, above its changes: `▁▂▃▅▇  0 … 58010`.
private func courseLines(
  of path: ValuePath, _ changes: [ChangeAnswer], _ session: DebugSession
) -> [StyledLine] {
  guard let first = changes.last?.change.firstSeq,
    let course = session.course(
      of: path.text, max(session.first, min(first, session.seq) - 1)...session.seq,
      isStopped: { false }),
    let sparkline = Sparkline(course.numbers(through: session.seq, atMost: 40))
  else { return [] }
  return [StyledLine("\(sparkline.text)  \(sparkline.ends, style: .dim)")]
}

extension DebugCommand {
  /// The condition that it waits for to become true.
  fileprivate var start: Condition? {
    switch self {
    case .continue(.start(let condition)?), .reverseContinue(.start(let condition)?): condition
    default: nil
    }
  }

  /// What it searches for, if it does.
  fileprivate var found: String? {
    switch self {
    case .continue(.condition(let holds)?), .reverseContinue(.condition(let holds)?),
      .continue(.start(let holds)?), .reverseContinue(.start(let holds)?):
      holds.text
    case .continue(.text(let text)?), .reverseContinue(.text(let text)?): text
    default: nil
    }
  }
}

extension LogSummary {
  init(_ session: DebugSession, number: Int) {
    let log = session.log
    title = log.session.app.text
    clock = LogClock(log.session)
    isUnfinished = log.unfinished != nil
    seqs = session.first...max(session.first, session.last + (isUnfinished ? 1 : 0))
    branch = session.branch?.name
    placeholders = LogPlaceholders(log)
    self.number = number
  }
}
