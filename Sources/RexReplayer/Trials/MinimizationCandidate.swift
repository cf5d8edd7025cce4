package import RexJSON

/// Some of a log's actions, possibly with smaller payloads, to be tested by an oracle.
package struct MinimizationCandidate: Sendable, Equatable {
  /// The actions' numbers in the log, in order.
  package var seqs: [Int]
  /// The payloads that differ from the recorded ones, by the actions' numbers.
  package var payloads: [Int: JSON]

  /// Creates a candidate from action numbers in order, and payloads that replace recorded ones.
  package init(seqs: [Int], payloads: [Int: JSON] = [:]) {
    (self.seqs, self.payloads) = (seqs, payloads)
  }
}

extension MinimizationCandidate: Codable {
  private enum CodingKeys: String, CodingKey {
    case seqs, payloads
  }

  /// Decodes a candidate.
  package init(from decoder: any Decoder) throws {
    let document = try decoder.container(keyedBy: CodingKeys.self)
    seqs = try document.decode([ClosedRange<Int>].self, forKey: .seqs).flatMap(Array.init)
    payloads = try document.decode([Int: JSON].self, forKey: .payloads)
  }

  /// Encodes the candidate, with its numbers as ranges, since thousands may be consecutive.
  package func encode(to encoder: any Encoder) throws {
    var document = encoder.container(keyedBy: CodingKeys.self)
    try document.encode(SeqRanges(seqs).ranges, forKey: .seqs)
    try document.encode(payloads, forKey: .payloads)
  }
}
