import RexJSON
package import RexLog

/// The facts that the `info` command prints.
package struct LogFacts {
  package let log: Log
  package private(set) var types: [TypeCount] = []
  /// The numbers of the first and the last action.
  package private(set) var seqs: ClosedRange<Int>?
  package private(set) var opaqueCount = 0
  package private(set) var firstOpaque: Int?
  /// What the first keyframe has in place of a state, if the recorder left the states out.
  package private(set) var leftOutState: String?
  /// The members of the app's values that the log does not have.
  package private(set) var omissions: [LogOmission] = []
  package private(set) var inexactCount = 0
  package private(set) var unrecordedCount = 0
  package private(set) var lostCount = 0
  /// The number of the last action that was counted as lost.
  private var lastLost = 0
  package private(set) var lineCount = 0
  /// The time of the last line that has one.
  package private(set) var lastMs = 0.0
  /// Unreadable or misplaced lines; with a check, all damage.
  package private(set) var damages: [LogDamage] = []
  /// Whether every line and every state was checked.
  package let isChecked: Bool
  private var counts: [Log.Kind: Int] = [:]
  private var typeIndexes: [String: Int] = [:]

  /// How often a type of action occurs, and how often it cannot be reduced again.
  package struct TypeCount: Encodable {
    package var type: String
    package var count = 0
    package var opaque = 0
    /// How many of the opaque ones were seen by reflection.
    package var seen: Int?
    package var inexact = 0
    /// How many began and never finished; they are counted, too.
    package var unfinished: Int?
  }

  package init(_ log: Log, isChecked: Bool) throws(LogError) {
    (self.log, self.isChecked) = (log, isChecked)
    try addLines()
    omissions = try log.omissions()
    if isChecked { damages = try log.damages() }
    types.sort { $0.count > $1.count }
  }

  private mutating func addLines() throws(LogError) {
    let reader = log.reader()
    while let record = try reader.next() { try add(record, of: reader) }
    guard let unfinished = log.unfinishedAction else { return }
    let index = index(ofType: unfinished.type)
    types[index].count += 1
    types[index].unfinished = 1
  }

  package func count(_ kind: Log.Kind) -> Int { counts[kind] ?? 0 }

  /// What can be done with the log again, as far as the log tells.
  package enum Replay: String, Encodable {
    case look, fromStart, anywhere
  }

  /// What can be done with the log; nil if it has no actions.
  package var replay: Replay? {
    guard count(.action) > 0 else { return nil }
    if opaqueCount == count(.action) || leftOutState != nil { return .look }
    guard log.session.areStatesReflected else { return .anywhere }
    return log.session.after > 0 || firstOpaque == 1 ? .look : .fromStart
  }

  private mutating func add(_ record: LogRecord, of reader: LogReader) throws(LogError) {
    lineCount += 1
    if let problem = record.problem, damages.count < LogDamage.countMax {
      damages.append(LogDamage(try reader.error(problem, at: record)))
    }
    guard let head = record.head else { return }
    counts[head.kind, default: 0] += 1
    if let missing = record.missing { add(missing) }
    guard let members = record.members else { return }
    lastMs = members.timeMs ?? lastMs
    switch head.kind {
    case .action:
      if record.isTrusted {
        let first = seqs?.lowerBound ?? head.seq
        seqs = first...max(first, head.seq)
      }
      add(members, of: head.seq)
    case .keyframe where count(.keyframe) == 1:
      let text = members.text(.state).flatMap { String(quoted: $0) }
      leftOutState = text.flatMap { $0.hasPrefix("left out: ") ? $0 : nil }
    case .gap where record.isTrusted: addLost(from: head.first, to: head.seq)
    default: break
    }
  }

  /// Adds a gap left by a missing segment.
  private mutating func add(_ missing: LogGap) {
    lineCount += 1
    counts[.gap, default: 0] += 1
    addLost(from: missing.from, to: missing.to)
  }

  /// Counts lost actions, each once: the gaps of a damaged log may overlap.
  private mutating func addLost(from first: Int, to last: Int) {
    lostCount += max(0, last - max(first, lastLost + 1) + 1)
    lastLost = max(lastLost, last)
  }

  private mutating func add(_ members: LineMembers, of seq: Int) {
    let index = index(ofType: members.type ?? "")
    types[index].count += 1
    if members[.action] == nil {
      opaqueCount += 1
      firstOpaque = firstOpaque ?? seq
      types[index].opaque += 1
      if members[.seen] != nil { types[index].seen = (types[index].seen ?? 0) + 1 }
    }
    if members.text(.exact)?.elementsEqual("false".utf8) == true {
      inexactCount += 1
      types[index].inexact += 1
    }
    if members.lacksPatch { unrecordedCount += 1 }
  }

  private mutating func index(ofType type: String) -> Int {
    if let index = typeIndexes[type] { return index }
    types.append(TypeCount(type: type))
    typeIndexes[type] = types.count - 1
    return types.count - 1
  }
}
