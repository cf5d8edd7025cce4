import RexJSON

/// The actions of a log over time: how many, the marks, the gaps, and what a check found.
///
///     time     0      8      16     24     32
///     count    │ 3    │ 0    │ 17   │ 2    │
///
/// When the recording is longer than its intervals, each two become one.
struct LogTimeline: Sendable, Equatable {
  struct Place: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
      case mark(String)
      case gap
      case damage
      case divergence(String)
    }

    var seq: Int
    var timeMs: Double
    var kind: Kind
  }

  private(set) var intervalMs = 1.0
  private(set) var intervals: [Interval] = []
  /// In the order of the log.
  private(set) var places: [Place] = []
  private(set) var lastTimeMs = 0.0
  /// The last action that was read; nil if all were.
  var readThrough: Int? = 0

  struct Interval: Sendable, Equatable {
    var count = 0
    var firstSeq: Int?
  }

  static let intervalsMax = 2_048
  /// A screen has fewer columns, so more are not kept.
  static let placesMax = 10_000

  mutating func add(seq: Int, timeMs: Double) {
    let timeMs = extend(to: timeMs)
    let index = min(Int(timeMs / intervalMs), Self.intervalsMax - 1)
    while intervals.count <= index { intervals.append(Interval()) }
    intervals[index].count += 1
    if intervals[index].firstSeq == nil { intervals[index].firstSeq = seq }
  }

  mutating func add(_ place: Place) {
    guard places.count < Self.placesMax else { return }
    var place = place
    place.timeMs = extend(to: place.timeMs)
    let index = places.partitioningIndex { $0.seq > place.seq }
    // A check that is repeated finds the same.
    let others = places[..<index].reversed().prefix { $0.seq == place.seq }
    guard !others.contains(place) else { return }
    places.insert(place, at: index)
  }

  /// What is at an action.
  func places(at seq: Int) -> ArraySlice<Place> {
    let first = places.partitioningIndex { $0.seq >= seq }
    return places[first...].prefix { $0.seq == seq }
  }

  /// What a check found at an action; nil if it found nothing.
  func finding(at seq: Int) -> String? {
    places(at: seq).lazy.compactMap { place in
      if case .divergence(let text) = place.kind { text } else { nil }
    }.first
  }

  /// The time of an action that was read, or of the last one before it.
  func timeMs(of seq: Int) -> Double? {
    let index = intervals.lastIndex { $0.firstSeq.map { $0 <= seq } ?? false }
    return index.map { Double($0) * intervalMs }
  }

  /// The counts in some columns of equal length.
  func counts(columnCount: Int) -> [Int] {
    var counts = [Int](repeating: 0, count: max(columnCount, 0))
    for (index, interval) in intervals.enumerated() where interval.count > 0 {
      counts[column(ofTimeMs: Double(index) * intervalMs, columnCount: columnCount)] +=
        interval.count
    }
    return counts
  }

  func column(ofTimeMs timeMs: Double, columnCount: Int) -> Int {
    guard lastTimeMs > 0 else { return 0 }
    let column = (timeMs / lastTimeMs * Double(columnCount)).rounded(.down)
    return min(max(0, Int(min(column, 1e6))), max(0, columnCount - 1))
  }

  /// The first action in a column, or after it.
  func seq(atColumn column: Int, columnCount: Int) -> Int? {
    let timeMs = Double(column) * lastTimeMs / Double(max(columnCount, 1))
    let first = min(max(0, Int(timeMs / intervalMs)), intervals.count)
    return intervals[first...].lazy.compactMap(\.firstSeq).first
  }

  /// Makes the intervals long enough for a time; returns the time, which may be nonsense in a log.
  private mutating func extend(to timeMs: Double) -> Double {
    let timeMs = timeMs.isFinite ? min(max(0, timeMs), 1e12) : 0
    while timeMs >= intervalMs * Double(Self.intervalsMax) {
      intervalMs *= 2
      intervals = stride(from: 0, to: intervals.count, by: 2).map { index in
        guard index + 1 < intervals.count else { return intervals[index] }
        let (first, second) = (intervals[index], intervals[index + 1])
        return Interval(
          count: first.count + second.count, firstSeq: first.firstSeq ?? second.firstSeq)
      }
    }
    lastTimeMs = max(lastTimeMs, timeMs)
    return timeMs
  }
}
