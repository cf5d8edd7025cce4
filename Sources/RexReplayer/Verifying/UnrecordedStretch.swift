import RexDiff
import RexJSON
import RexLog

/// Actions in a row after which no state is recorded, since the last one that is.
struct UnrecordedStretch {
  /// The last recorded state.
  var start: JSON
  /// The number of the last action before these.
  var after: Int
  /// The place of the first one in the log.
  var place: LogPlace
  /// How many of them were reduced.
  var count = 0

  /// The action that most likely made a difference which was found up to the last entry.
  ///
  /// Reduces the actions once more, and looks for patches that touch the path. Where the record did
  /// not change the value there, the first is wrong, unless a later action had changed it back.
  func suspect(
    of difference: JSONDifference, in recorded: RecordedStates, app: ReplayableApp
  ) -> Divergence.Suspect? {
    let isFirst = start[difference.path] == difference.old
    var reduced = Rereduction(app)
    reduced.rest(at: start, seq: after)
    var suspect: Divergence.Suspect?
    let reader = recorded.log.reader(from: place)
    while let record = try? reader.next(), record.offset <= recorded.offset {
      guard record.kind == .action, let line = try? reader.actionLine(of: record),
        let action = try? reader.action(of: line)
      else { continue }
      guard let patch = patch(of: action, line, by: &reduced, at: recorded) else { break }
      guard patch.operations.contains(where: { $0.touches(difference.path) }) else { continue }
      suspect = .init(seq: action.seq, type: action.type, source: action.source)
      if isFirst { break }
    }
    return suspect
  }

  private func patch(
    of action: LogAction, _ line: ActionLine, by reduced: inout Rereduction,
    at recorded: RecordedStates
  ) -> JSONPatch? {
    guard line.payload != nil, line.isExact else {
      let patch = action.result?.patch
      return patch.flatMap { reduced.apply($0, seq: action.seq) ? $0 : nil }
    }
    var bytes: [UInt8] = []
    guard case .reduced? = try? reduced.reduce(line, at: recorded, patch: &bytes),
      let document = try? JSON(parsing: bytes, limits: .largest)
    else { return nil }
    return try? JSONPatch(parsing: document)
  }
}
