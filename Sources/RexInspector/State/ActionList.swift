import RexJSON
import RexQuestions

/// The list of actions: the rows around the cursor that were read, and what a filter leaves.
struct ActionList: Sendable, Equatable {
  /// A row, in the order of the log.
  struct Row: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
      case start
      case action(type: String, cause: Int?)
      /// Actions from one up to this one were lost.
      case gap(from: Int, reason: String)
      /// The action began and never finished.
      case unfinished(type: String)
      /// The row has not been read yet.
      case unread
    }

    var seq: Int
    var kind: Kind
    var timeMs: Double?
    /// The time since the row before; nil if it is not known.
    var sinceMs: Double?
    /// The labels of the marks after it.
    var marks: [String] = []
  }

  /// The rows that are to be read.
  struct Query: Sendable, Equatable {
    enum Wanted: Sendable, Equatable {
      case around(Int, count: Int)
      case these([Int])
    }

    /// The log and the length in which they are wanted.
    var edition: Edition
    var wanted: Wanted
  }

  /// Rows that were read.
  struct Rows: Sendable, Equatable {
    var edition = Edition(log: -1, last: 0)
    var rows: [Row] = []
    /// Whether no row comes before the first one, or after the last one.
    var hasStart = false
    var hasEnd = false
  }

  var read = Rows()
  /// What was read of rows for a wide list, by number.
  var details: [Int: RowDetails] = [:]
  var filter: Filter?

  /// The actions that a condition leaves.
  struct Filter: Sendable, Equatable {
    /// As it was typed.
    var text: String
    var matches: [Int] = []
    /// The last action that was searched; nil if all were.
    var searchedThrough: Int? = 0

    /// More are not kept.
    static let matchesMax = 1_000_000
  }

  /// What is to be read to show some rows around an action; nil if all is there.
  func query(around seq: Int, rowCount: Int, _ edition: Edition) -> Query? {
    let isCurrent = read.edition == edition
    guard let filter else {
      if isCurrent, let index = index(of: seq), read.hasStart || index >= rowCount,
        read.hasEnd || read.rows.count - index > rowCount
      {
        return nil
      }
      return Query(edition: edition, wanted: .around(seq, count: 3 * rowCount))
    }
    let position = filter.position(of: seq)
    let visible = filter.matches(around: position, count: rowCount)
    if isCurrent || visible.isEmpty, visible.allSatisfy({ row(of: $0) != nil }) { return nil }
    let wanted = filter.matches(around: position, count: 3 * rowCount)
    return Query(edition: edition, wanted: .these(Array(wanted)))
  }

  /// The rows to show around an action, and the index of its own among them.
  func visible(
    around seq: Int, rowCount: Int, in seqs: ClosedRange<Int>
  ) -> (rows: [Row], cursor: Int?) {
    if filter == nil, index(of: seq) == nil {
      let first = max(seqs.lowerBound, seq - rowCount / 2)
      let shown = first...max(first, min(seqs.upperBound, first + rowCount - 1))
      return (shown.map { Row(seq: $0, kind: .unread) }, seq - first)
    }
    let count = filter?.matches.count ?? read.rows.count
    let position = filter?.position(of: seq) ?? index(of: seq) ?? 0
    let start = max(0, min(position - rowCount / 2, count - rowCount))
    let range = start..<min(count, start + rowCount)
    let rows =
      filter.map { filter in
        filter.matches[range].map { row(of: $0) ?? Row(seq: $0, kind: .unread) }
      } ?? Array(read.rows[range])
    let cursor = rows.indices.contains(position - start) ? position - start : nil
    // An action that the filter leaves out is not in the list.
    return (rows, cursor.flatMap { filter == nil || rows[$0].seq == seq ? $0 : nil })
  }

  /// The action some rows after another, or before it.
  func seq(_ count: Int, after seq: Int, in seqs: ClosedRange<Int>) -> Int {
    if let matches = filter?.matches {
      guard !matches.isEmpty else { return seq }
      // An action that the filter leaves out lies between two matches.
      let next = matches.partitioningIndex { $0 > seq }
      let here = matches.partitioningIndex { $0 >= seq }
      return matches[min(max(0, count > 0 ? next + count - 1 : here + count), matches.count - 1)]
    }
    guard let index = index(of: seq), read.rows.indices.contains(index + count) else {
      return min(max(seqs.lowerBound, seq + count), seqs.upperBound)
    }
    return read.rows[index + count].seq
  }

  func row(of seq: Int) -> Row? {
    let index = read.rows.partitioningIndex { $0.seq >= seq }
    return read.rows.indices.contains(index) && read.rows[index].seq == seq
      ? read.rows[index] : nil
  }

  /// The row that has an action: its own, or that of the gap in which it was lost.
  private func index(of seq: Int) -> Int? {
    let index = read.rows.partitioningIndex { $0.seq >= seq }
    return read.rows.indices.contains(index) && (index > 0 || read.rows[0].seq == seq)
      ? index : nil
  }
}

extension ActionList.Filter {
  /// The position of an action, or of the first match after it, or of the last one.
  func position(of seq: Int) -> Int {
    max(0, min(matches.partitioningIndex { $0 >= seq }, matches.count - 1))
  }

  /// Whether an action is not among those that were found, of all that were searched.
  func hides(_ seq: Int) -> Bool {
    let isSearched = searchedThrough.map { seq <= $0 } ?? true
    return isSearched && (matches.isEmpty || matches[position(of: seq)] != seq)
  }

  func matches(around position: Int, count: Int) -> ArraySlice<Int> {
    matches[(position - count..<position + count).clamped(to: 0..<matches.count)]
  }
}

/// What rows and states were read of: a log, with a number for each that was shown, and its length.
struct Edition: Sendable, Equatable {
  var log: Int
  var last: Int
}
