import RexDebug
import RexDiff
import RexJSON
import RexLog
import RexQuery
import RexQuestions
import RexTimeline

/// Reads what is shown of a state.
extension InspectorFrame {
  /// - Parameters:
  ///   - recorded: a session in the recorded log, if the other one is in a branch.
  ///   - isLive: whether the app runs, so that its last action may still finish.
  init(
    _ query: Query, in session: inout DebugSession, beside recorded: inout DebugSession?,
    _ dates: LogDates?, isLive: Bool
  ) {
    self.init(query: query)
    self.dates = dates
    let log = session.log
    let placeholders = LogPlaceholders(log)
    let isUnfinished = log.unfinished != nil && query.seq > log.lastSeq
    let seq = isUnfinished ? log.lastSeq : query.seq
    var (content, patch): (PrettyText?, JSONPatch?)
    do {
      let stop = try Self.goto(seq, in: &session)
      (action, patch) = (stop?.action, stop?.patch)
      watches = (stop?.watches ?? []).map { WatchedLine(path: $0.path, old: $0.new, new: $0.new) }
      state = try Self.state(in: &session)
      content = Self.content(in: &session, placeholders)
      if let seq = stop?.originSeq { addDifferences(from: seq, of: &recorded, placeholders) }
    } catch {
      problem = "the state is unknown: \(error)"
      action = (try? log.action(seq, [.payload, .patch])) ?? nil
      content = action.map { FrameText.content(of: $0, marking: placeholders) }
    }
    if isUnfinished {
      action = log.unfinishedAction
      content = FrameText.content(of: action, marking: placeholders)
      addRemark(
        isLive
          ? "this action has not finished yet; the state is the one before"
          : "this action began and never finished; the state is the one before", .removed)
    } else if query.base != .previous {
      addComparison(in: &session, seq, placeholders)
    } else if seq > session.first, let state {
      addChange(to: state, by: patch, in: &session, seq, placeholders)
    } else if let action {
      lines += FrameText.change(by: action, nil, dates: dates, marking: placeholders)
    }
    addAction(of: log, content, placeholders)
  }

  private static func goto(_ seq: Int, in session: inout DebugSession) throws -> DebugStop? {
    let reply = try session.reply(to: .goto(target: .number(seq)))
    if case .stopped(let stop) = reply.content { return stop }
    return nil
  }

  private static func state(in session: inout DebugSession) throws -> JSON? {
    let reply = try session.reply(to: .evaluate(path: ValuePath("")))
    if case .value(let value) = reply.content { return value.value }
    return nil
  }

  private static func content(
    in session: inout DebugSession, _ placeholders: LogPlaceholders?
  ) -> PrettyText? {
    guard case .action(let led)? = try? session.reply(to: .action).content else { return nil }
    let frame = Frame(seq: led.seq, state: .null, action: led.line)
    return FrameText.content(of: frame, marking: placeholders)
  }

  /// Adds the action, with its inputs and its payload; its first line leads to its cause.
  private mutating func addAction(
    of log: Log, _ content: PrettyText?, _ placeholders: LogPlaceholders?
  ) {
    guard let action else { return }
    addRemark("", .plain)
    lines.append(
      StyledLine(LogText.heading(action, in: log, showsSource: false), seq: action.cause))
    // On its own line, which a narrow pane shows whole.
    if let source = action.source { addRemark(LogText.source(source), .dim) }
    lines += LogText.inputs(of: action, marking: placeholders)?.lines ?? []
    guard let content else { return }
    lines += content.beginning(marking: placeholders).lines.prefix(Self.linesMax)
    lines += content.short.flatMap { dates?.lines(inPayload: $0).lines } ?? []
  }

  /// Adds what the action changed; leaves the session at the state before, from which stepping back
  /// goes on.
  private mutating func addChange(
    to state: JSON, by patch: JSONPatch?, in session: inout DebugSession, _ seq: Int,
    _ placeholders: LogPlaceholders?
  ) {
    do {
      let stop = try Self.goto(seq - 1, in: &session)
      guard let old = try Self.state(in: &session) else { return }
      for (index, watch) in (stop?.watches ?? []).enumerated() where index < watches.count {
        watches[index].old = watch.new
      }
      let difference = patch.flatMap { StateDifference(of: $0, from: old, to: state) }
      add(difference ?? StateDifference(from: old, to: state), placeholders)
    } catch {
      addRemark("no comparison: \(error)", .changed)
      guard let action else { return }
      lines += FrameText.change(by: action, nil, dates: dates, marking: placeholders)
    }
  }

  private mutating func addComparison(
    in session: inout DebugSession, _ seq: Int, _ placeholders: LogPlaceholders?
  ) {
    var (first, second) = (seq, seq)
    switch query.base {
    case .previous: return
    case .seq(let base): first = base
    case .between(let base, let other): (first, second) = (base, other)
    }
    do {
      let reply = try session.reply(to: .difference(from: first, to: second))
      guard case .difference(let difference) = reply.content else { return }
      add(difference.difference, placeholders)
    } catch {
      addRemark("no comparison: \(error)", .changed)
    }
  }

  private mutating func add(_ difference: StateDifference, _ placeholders: LogPlaceholders?) {
    addLines(of: difference, otherwise: DifferenceText.noChange, placeholders)
    if case .between = query.base { return }
    for leaf in difference.leaves.prefix(Self.changedMax) {
      guard var pointer = leaf.after ?? leaf.before?.parent else { continue }
      while changed.insert(pointer).inserted, !pointer.tokens.isEmpty { pointer = pointer.parent }
    }
  }

  private mutating func addLines(
    of difference: StateDifference, otherwise: String, _ placeholders: LogPlaceholders?
  ) {
    lines += DifferenceText.lines(
      difference, .line, atMost: Self.linesMax, dates: dates, marking: placeholders)
    if difference.isEmpty { addRemark(otherwise, .dim) }
  }

  /// The most lines of differences and of a payload; the line commands show all.
  private static let linesMax = 1_000
  /// More changed values are not marked in the tree.
  private static let changedMax = 10_000

  /// Adds how a branch's state differs from the recorded one.
  private mutating func addDifferences(
    from seq: Int, of recorded: inout DebugSession?, _ placeholders: LogPlaceholders?
  ) {
    guard let state, var session = recorded else { return }
    defer { recorded = session }
    guard (try? Self.goto(seq, in: &session)) != nil, let old = try? Self.state(in: &session)
    else { return }
    addRemark("recorded #\(seq) → here", .bold)
    addLines(of: StateDifference(from: old, to: state), otherwise: "the same", placeholders)
    addRemark("", .plain)
    addRemark("what it changed", .bold)
  }

  private mutating func addRemark(_ text: String, _ style: StyledText.Style) {
    lines.append(StyledLine(StyledText(text, style: style)))
  }
}
