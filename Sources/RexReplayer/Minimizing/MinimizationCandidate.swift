public import RexJSON

/// Some of a log's actions, maybe with smaller payloads: what an oracle is asked about.
public struct MinimizationCandidate: Sendable, Equatable {
  /// The actions' numbers in the log, in order.
  public var seqs: [Int]
  /// The payloads that are not as recorded, by the actions' numbers.
  public var payloads: [Int: JSON]

  /// Actions by their numbers, in order, with payloads in place of recorded ones.
  public init(seqs: [Int], payloads: [Int: JSON] = [:]) {
    (self.seqs, self.payloads) = (seqs, payloads)
  }
}

extension MinimizationCandidate: Codable {
  private enum CodingKeys: String, CodingKey {
    case seqs, payloads
  }

  /// Reads what another process wrote.
  public init(from decoder: any Decoder) throws {
    let document = try decoder.container(keyedBy: CodingKeys.self)
    seqs = try document.decode([ClosedRange<Int>].self, forKey: .seqs).flatMap(Array.init)
    payloads = try document.decode([Int: JSON].self, forKey: .payloads)
  }

  /// Writes the numbers as ranges, since thousands stand side by side.
  public func encode(to encoder: any Encoder) throws {
    var document = encoder.container(keyedBy: CodingKeys.self)
    try document.encode(SeqRanges(seqs).ranges, forKey: .seqs)
    try document.encode(payloads, forKey: .payloads)
  }
}
