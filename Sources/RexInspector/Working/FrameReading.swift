import RexDebug
import RexDiff
import RexJSON
import RexLog
import RexQuery
import RexQuestions
import RexTimeline

/// Reads what is shown of a state.
extension InspectorFrame {
  /// - Parameter recorded: a session in the recorded log, if the other one is in a branch.
  init(
    _ query: Query, in session: inout DebugSession, beside recorded: inout DebugSession?,
    _ dates: LogDates?
  ) {
    self.init(query: query)
    self.dates = dates
    let log = session.log
    let placeholders = LogPlaceholders(log)
    let isUnfinished = log.unfinished != nil && query.seq > log.lastSeq
    let seq = isUnfinished ? log.lastSeq : query.seq
    var (payload, patch): (JSON?, JSONPatch?)
    do {
      let stop = try Self.goto(seq, in: &session)
      (action, patch) = (stop?.action, stop?.patch)
      watches = (stop?.watches ?? []).map { WatchedLine(path: $0.path, old: $0.new, new: $0.new) }
      state = try Self.state(in: &session)
      payload = Self.payload(in: &session)
      if let seq = stop?.originSeq { addDifferences(from: seq, of: &recorded, placeholders) }
    } catch {
      problem = "the state is unknown: \(Self.text(of: error))"
      action = (try? log.action(seq, .patch)) ?? nil
    }
    if isUnfinished {
      action = log.unfinishedAction
      payload = action?.shown
      lines.append(
        StyledLine("this action began and never finished; the state is the one before", .removed))
    } else if query.base != .previous {
      addComparison(in: &session, seq, placeholders)
    } else if seq > session.first, let state {
      addChange(to: state, by: patch, in: &session, seq, placeholders)
    }
    lines += PanelText.lines(of: action, payload: payload, placeholders, dates)
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

  private static func payload(in session: inout DebugSession) -> JSON? {
    guard case .action(let led)? = try? session.reply(to: .action).content else { return nil }
    return led.line.action(.payload)?.shown
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
      lines.append(StyledLine("no comparison: \(Self.text(of: error))", .changed))
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
      lines.append(StyledLine("no comparison: \(Self.text(of: error))", .changed))
    }
  }

  private mutating func add(_ difference: StateDifference, _ placeholders: LogPlaceholders?) {
    lines += PanelText.lines(of: difference.leaves, placeholders, dates)
    if case .between = query.base { return }
    for leaf in difference.leaves.prefix(Self.changedMax) {
      guard var pointer = leaf.after ?? leaf.before?.parent else { continue }
      while changed.insert(pointer).inserted, !pointer.tokens.isEmpty { pointer = pointer.parent }
    }
  }

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
    let leaves = StateDifference(from: old, to: state).leaves
    lines.append(StyledLine("recorded #\(seq) → here", .bold))
    lines +=
      leaves.isEmpty
      ? [StyledLine("the same", .dim)] : PanelText.lines(of: leaves, placeholders, dates)
    lines += [StyledLine(""), StyledLine("what it changed", .bold)]
  }

  static func text(of error: any Error) -> String {
    "\(error)"
  }
}
