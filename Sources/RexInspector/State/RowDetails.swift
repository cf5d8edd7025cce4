import RexLog
import RexQuestions
import RexTerminal
import RexTimeline

/// What a wide row shows of an action beside its type: its payload, and what it changed.
struct RowDetails: Sendable, Equatable {
  var payload = StyledText()
  var changes: [RowChange] = []
  /// Whether there are more changes.
  var hasMore = false
  /// What stands before the changes, or in their place: that it threw, that it changed nothing.
  var remark = StyledText()
  /// Whether the log lacks what the action changed; the app's reducer may find it later.
  var isUnrecorded = false

  /// What is to be read: the details of rows that are shown.
  struct Query: Sendable, Equatable {
    var log: Int
    /// The rows that are shown, and those of them that were not read.
    var shown: [Int]
    var missing: [Int]

    /// What was read meanwhile does not make it another query.
    static func == (left: Self, right: Self) -> Bool {
      left.log == right.log && left.shown == right.shown
    }
  }
}

extension InspectorState {
  /// The details that are to be read; nil if all are there, or rows are too narrow for them.
  var detailsQuery: RowDetails.Query? {
    let layout = InspectorLayout(self)
    guard layout.hasWideRows else { return nil }
    let rowCount = layout.area(of: .actions).rows
    let rows = list.visible(around: seq, rowCount: rowCount, in: log.seqs).rows
    let shown = rows.filter(\.isAction).map(\.seq)
    let missing = shown.filter { list.details[$0] == nil }
    return missing.isEmpty ? nil : RowDetails.Query(log: log.number, shown: shown, missing: missing)
  }

  /// Reads the details again if the missing patches were found meanwhile.
  mutating func dropUnrecordedDetails(with frame: InspectorFrame) {
    let isFound = frame.action?.result?.patch != nil
    if isFound, list.details[frame.query.seq]?.isUnrecorded ?? false { list.details = [:] }
  }

  mutating func take(_ details: [Int: RowDetails]) {
    list.details.merge(details) { $1 }
    // Those of other rows are read again.
    guard list.details.count > Self.detailsMax else { return }
    let shown = Set(list.read.rows.map(\.seq))
    list.details = list.details.filter { shown.contains($0.key) }
  }

  private static let detailsMax = 5_000
}

extension ActionList.Row {
  /// Whether it has details.
  var isAction: Bool {
    switch kind {
    case .action, .unfinished: true
    case .start, .gap, .unread: false
    }
  }
}
