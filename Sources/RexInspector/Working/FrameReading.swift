import RexDebug
import RexDiff
import RexJSON
import RexLog
import RexQuery
import RexTimeline

/// Reads what is shown of a state.
extension InspectorFrame {
  /// - Parameter recorded: a session in the recorded log, if the other one is in a branch.
  init(
    _ query: Query, in session: inout DebugSession, beside recorded: inout DebugSession?
  ) {
    self.init(query: query)
    let log = session.log
    let placeholders = LogPlaceholders(log)
    let isUnfinished = log.unfinished != nil && query.seq > log.lastSeq
    let seq = isUnfinished ? log.lastSeq : query.seq
    do {
      let reply = try session.reply(to: .goto(target: .number(seq)))
      guard case .stopped(let stop) = reply.content else { return }
      watches = stop.watches.map { WatchedLine(path: $0.path, old: $0.old, new: $0.new) }
      action = stop.action
      state = try Self.value(at: ValuePath(""), in: &session)
      if let seq = stop.originSeq { addDifferences(from: seq, of: &recorded, placeholders) }
    } catch {
      problem = "the state is unknown: \(Self.text(of: error))"
      action = (try? log.action(seq, .patch)) ?? nil
    }
    if isUnfinished {
      action = log.unfinishedAction
      problem = "this action began and never finished; the state is the one before it"
      lines.append(StyledLine(problem ?? "", .removed))
    }
    addDifferences(&session, seq, placeholders, isUnfinished: isUnfinished)
    lines += PanelText.lines(of: action, payload: payload(&session, isUnfinished), placeholders)
  }

  private static func value(at path: ValuePath, in session: inout DebugSession) throws -> JSON? {
    guard case .value(let value) = try session.reply(to: .evaluate(path: path)).content else {
      return nil
    }
    return value.value
  }

  /// Adds how a branch's state differs from the recorded one.
  private mutating func addDifferences(
    from seq: Int, of recorded: inout DebugSession?, _ placeholders: LogPlaceholders?
  ) {
    guard let state, var session = recorded else { return }
    defer { recorded = session }
    guard (try? session.reply(to: .goto(target: .number(seq)))) != nil,
      let old = try? Self.value(at: ValuePath(""), in: &session)
    else { return }
    let leaves = StateDifference(from: old, to: state).leaves
    lines.append(StyledLine("recorded #\(seq) → here", .bold))
    lines +=
      leaves.isEmpty ? [StyledLine("the same", .dim)] : PanelText.lines(of: leaves, placeholders)
    lines += [StyledLine(""), StyledLine("what it changed", .bold)]
  }

  private mutating func addDifferences(
    _ session: inout DebugSession, _ seq: Int, _ placeholders: LogPlaceholders?,
    isUnfinished: Bool
  ) {
    var pair: (Int, Int)?
    switch query.base {
    case .previous:
      if state != nil, seq > session.first, !isUnfinished { pair = (seq - 1, seq) }
    case .seq(let first): pair = (first, seq)
    case .between(let first, let second): pair = (first, second)
    }
    guard let pair else { return }
    do {
      let reply = try session.reply(to: .difference(from: pair.0, to: pair.1))
      guard case .difference(let difference) = reply.content else { return }
      let leaves = difference.difference.leaves
      lines += PanelText.lines(of: leaves, placeholders)
      if case .between = query.base { return }
      for leaf in leaves.prefix(Self.changedMax) {
        guard var pointer = leaf.after ?? leaf.before?.parent else { continue }
        while changed.insert(pointer).inserted, !pointer.tokens.isEmpty { pointer = pointer.parent }
      }
    } catch {
      lines.append(StyledLine("no comparison: \(Self.text(of: error))", .changed))
    }
  }

  /// More changed values are not marked in the tree.
  private static let changedMax = 10_000

  private func payload(_ session: inout DebugSession, _ isUnfinished: Bool) -> JSON? {
    guard action != nil, !isUnfinished else { return action?.payload.action }
    guard case .action(let led)? = try? session.reply(to: .action).content else { return nil }
    return led.line.action(.payload)?.payload.action
  }

  static func text(of error: any Error) -> String {
    (error as? ReplayError)?.description ?? (error as? LogError)?.description ?? "\(error)"
  }
}
