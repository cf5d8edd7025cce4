import RexDebug
import RexQuery
import RexQuestions
import RexTerminal
import RexTimeline

/// Keys in a prompt.
extension InspectorState {
  mutating func type(_ key: Key) {
    guard case .typing(var prompt) = mode else { return }
    if key == Key(.escape) || key == Key(.backspace) && prompt.editor.text.isEmpty {
      mode = .browsing
      if prompt.waiting != nil { stopRequest() }
      return
    }
    if prompt.waiting != nil {
      prompt.waiting?.append(key)
      mode = .typing(prompt)
      return
    }
    let effect = prompt.editor.apply(key)
    mode = .typing(prompt)
    switch effect {
    case .submit(let text): submit(text, prompt.kind)
    case .complete:
      wait()
      ask(.complete(prompt.command + prompt.editor.textBeforeCursor))
    case .cancel, .end: mode = .browsing
    default: break
    }
  }

  /// Does what was typed; what is wrong can be mended.
  private mutating func submit(_ text: String, _ kind: Prompt.Kind) {
    let typing = mode
    mode = .browsing
    guard text.contains(where: { $0 != " " }) else {
      if kind == .filter { list.filter = nil }
      return
    }
    if lines[kind]?.last != text { lines[kind, default: []].append(text) }
    do throws(QueryError) {
      switch kind {
      case .search:
        search = Search(text: text, condition: .text(contains: text))
        ask(.command(.continue(until: .text(contains: text))))
      case .until(let isForward):
        let condition = StopCondition(until: try Condition(text))
        search = Search(text: text, condition: condition)
        ask(.command(condition.going(isForward)))
      case .filter:
        _ = try StopCondition(filter: text)
        list.filter = ActionList.Filter(text: text)
      case .goto:
        mode = typing
        guard let target = SeqAddress(text) else {
          return tell("not a number, a time or a mark: \(text)", isError: true)
        }
        wait()
        ask(.command(.goto(target: target)))
      case .line: ask(.line(text))
      }
    } catch {
      mode = typing
      let meant = Condition.meant(by: text).map { "; did you mean \($0)?" } ?? ""
      tell("\(error.description)\(meant)", isError: true)
    }
  }

  /// Keeps the prompt, and what is typed meanwhile, until the session replies.
  private mutating func wait() {
    guard case .typing(var prompt) = mode else { return }
    prompt.waiting = []
    mode = .typing(prompt)
  }

  /// Closes a prompt that has waited for a reply, or leaves it to be mended.
  private mutating func endWaiting(isDone: Bool) {
    guard case .typing(var prompt) = mode, let waiting = prompt.waiting.take() else { return }
    mode = isDone ? .browsing : .typing(prompt)
    for key in waiting { reduce(.key(key)) }
  }
}

/// What workers found.
extension InspectorState {
  mutating func take(_ action: InspectorAction) {
    switch action {
    case .readRows(let rows): if rows.edition == edition { list.read = rows }
    case .readDetails(let details, let number): if number == log.number { take(details) }
    case .readCourses(let courses, let number): take(courses, of: number)
    case .readFrame(let frame): take(frame)
    case .reached(let seq): if request != nil { reachedSeq = seq }
    case .replied(let reply): take(reply)
    case .matched(let matches, let through, let text):
      guard list.filter?.text == text else { return }
      list.filter?.matches = matches
      list.filter?.searchedThrough = through
    case .failed(let problem): tell("\(problem)", isError: true)
    case .told(let text, let isError): tell(text, isError: isError)
    case .readTimeline(var timeline, let number):
      guard number == log.number else { return }
      for place in self.timeline.places {
        if case .divergence = place.kind { timeline.add(place) }
      }
      self.timeline = timeline
    case .grown(let log, let isReplaced): grow(to: log, isReplaced)
    case .checked(let places, let check):
      guard isChecking else { return }
      self.check = check
      for place in places { timeline.add(place) }
    default: break
    }
  }

  private mutating func take(_ frame: InspectorFrame) {
    // It may be one that is no longer wanted; while a key is held, it is shown all the same.
    guard frame.query.edition.log == log.number else { return }
    self.frame = frame
    extendCourses(with: frame)
    dropUnrecordedDetails(with: frame)
    if let state = frame.state { tree.follow(to: state, at: frame.query.seq) }
    if panel.answer == nil { panel.index = 0 }
  }

  private mutating func take(_ reply: InspectorReply) {
    guard let request, request.number == reply.number else { return }
    defer { endRequest() }
    reachedSeq = nil
    if let completions = reply.completions { return complete(with: completions) }
    let isOther = log.number != reply.log.number
    if isOther {
      jumps = DebugPlaces()
      (list.filter, comparison) = (nil, .none)
      (list.details, courses) = ([:], [:])
      timeline = LogTimeline()
    }
    log = reply.log
    if isOther { restartCheck() }
    lastBranch = log.branch ?? lastBranch
    revision += 1
    if let target = reply.seq { if isOther { move(to: target) } else { jump(to: target) } }
    if !reply.lines.isEmpty { show(reply.lines, title: reply.title) }
    message = reply.message
    isOver = reply.isOver
    if case .command(.goto) = request.work { endWaiting(isDone: reply.seq != nil) }
  }

  private mutating func complete(with completions: LineCompletions) {
    guard case .typing(var prompt) = mode else { return }
    let offset = prompt.command.count
    let start = max(0, completions.start - offset)
    let effect = prompt.editor.complete(
      with: LineCompletions(
        start: start, candidates: completions.candidates, ending: completions.ending))
    mode = .typing(prompt)
    if case .list(let candidates) = effect {
      tell("\(candidates.prefix(100).joined(separator: "  "))")
    }
    endWaiting(isDone: false)
  }

  private mutating func grow(to log: LogSummary, _ isReplaced: Bool) {
    let wasAtEnd = seq == self.log.seqs.upperBound
    if isReplaced {
      self = InspectorState(
        size: size, log: log, lines: lines[.line] ?? [], check: check.map { _ in .offered })
      if wasAtEnd { seq = log.seqs.upperBound }
      return tell("another log: \(log.title)")
    }
    // It may have finished.
    if self.log.isUnfinished { list.details[self.log.seqs.upperBound] = nil }
    self.log = log
    if wasAtEnd { seq = log.seqs.upperBound }
  }
}
