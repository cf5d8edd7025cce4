import Foundation
import RexExamples
import RexJSON
import RexLog
import RexTimeline

/// Reading very long logs, against reading their bytes.
let timelineScenarios: [Scenario] = [
  Scenario(name: "timeline/index-1GB", peer: "pread and memchr") { size in
    let log = try SyntheticLog(size)
    return .time(
      ours: { try Log(path: log.path).indexAll() }, peer: { try lineFeeds(in: log.path) },
      result: { Array(String(try Log(path: log.path).indexAll()).utf8) })
  },
  Scenario(name: "timeline/scan-members-1GB", peer: "pread and memchr") { size in
    let log = try SyntheticLog(size)
    func scan() throws -> Int {
      let reader = try Log(path: log.path).reader()
      var count = 0
      while let record = try reader.next() {
        guard let members = record.members else { continue }
        count &+= (members[.action] ?? 0..<0).count &+ (members[.patch] ?? 0..<0).count
      }
      return count
    }
    return .time(
      ours: scan, peer: { try lineFeeds(in: log.path) },
      result: { Array(String(try scan()).utf8) })
  },
  frameScenario("timeline/first-frame-1GB") { $0.seqs?.lowerBound },
  frameScenario("timeline/last-frame-1GB") { $0.seqs?.upperBound },
  Scenario(name: "timeline/seek-random-1000", peer: "JSONDecoder, one such state") { size in
    let log = try SyntheticLog(size)
    let seqs = (1...1000).map { $0 &* 7919 % log.actionCount }
    let opened = try Log(path: log.path)
    // Built before the seeks, which share it; `timeline/index-1GB` measures this.
    _ = try opened.indexAll()
    var timeline = Timeline(opened)
    let data = Data(log.state)
    var index = 0
    func seek() throws -> JSON {
      index += 1
      return try timeline.state(at: seqs[index % seqs.count])
    }
    return .time(
      ours: { try seek()["messages"]?.array?.count ?? 0 },
      peer: { try JSONDecoder().decode(SyntheticState.self, from: data).messages.count },
      result: { try timeline.state(at: seqs[0]).bytes })
  },
  stepScenario("timeline/step-forward", step: 1),
  stepScenario("timeline/step-back", step: -1),
]

extension SyntheticLog {
  /// A log of a gigabyte, or of 50 MB.
  fileprivate convenience init(_ size: Scenario.Size) throws {
    try self.init(byteCount: size == .full ? 1 << 30 : 50_000_000)
  }
}

/// Counts line feeds.
private func lineFeeds(in path: String) throws -> Int {
  let file = open(path, O_RDONLY)
  guard file >= 0 else { throw POSIXError(.ENOENT) }
  defer { close(file) }
  let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 8)
  defer { block.deallocate() }
  var (count, offset) = (0, 0)
  while case let size = pread(file, block.baseAddress, block.count, off_t(offset)), size > 0 {
    guard var position = block.baseAddress.map(UnsafeRawPointer.init) else { break }
    let end = position + size
    while let found = memchr(position, 0x0A, end - position) {
      count += 1
      position = UnsafeRawPointer(found) + 1
    }
    offset += size
  }
  return count
}

private func frameScenario(
  _ name: String, _ seq: @escaping @Sendable (Timeline) -> Int?
) -> Scenario {
  Scenario(name: name, peer: "pread and memchr") { size in
    let log = try SyntheticLog(size)
    func state() throws -> JSON {
      var timeline = Timeline(try Log(path: log.path))
      return try timeline.state(at: seq(timeline) ?? 0)
    }
    return .time(
      ours: { try state()["messages"]?.array?.count ?? 0 },
      peer: { try lineFeeds(in: log.path) }, result: { try state().bytes })
  }
}

private func stepScenario(_ name: String, step: Int) -> Scenario {
  Scenario(name: name, peer: "JSONSerialization, the line") { size in
    let log = try SyntheticLog(byteCount: size == .full ? 1 << 25 : 1 << 20)
    var timeline = Timeline(try Log(path: log.path))
    let (low, high) = (log.actionCount / 4, log.actionCount * 3 / 4)
    var seq = step > 0 ? low : high
    _ = try timeline.state(at: low)
    _ = try timeline.state(at: high)
    let data = Data(log.line)
    func move() throws -> Int {
      seq += step
      if seq > high { seq = low }
      if seq < low { seq = high }
      return try timeline.frame(at: seq).seq
    }
    return .time(
      ours: move,
      peer: { (try JSONSerialization.jsonObject(with: data) as? [String: Any])?.count ?? 0 },
      result: { try timeline.state(at: low).bytes })
  }
}
