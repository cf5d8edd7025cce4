package import RexJSON

extension JSON {
  /// The document, with the ends of long texts, arrays and objects left out until it fits.
  ///
  ///     ["a","b","c"]  →  ["a","… 2 more"]
  ///
  /// - Parameter limit: The most bytes of its compact form.
  package func shortened(to limit: Int) -> JSON {
    guard !fits(limit) else { return self }
    for measure in Measure.all {
      let short = shortened(measure, depth: 0)
      if short.fits(limit) { return short }
    }
    return .string("… \(kind) left out")
  }

  private func fits(_ limit: Int) -> Bool { bytes(atMost: limit + 1).count <= limit }

  /// How much is kept of a text, of an array, and of containers in each other.
  private struct Measure {
    var charactersMax: Int
    var countMax: Int
    var depthMax: Int

    /// Objects with few members are records, and are only of use whole.
    var membersMax: Int { max(countMax, 12) }

    /// From the one that keeps the most; a few elements whole say more than the beginnings of many.
    static let all = [
      Measure(charactersMax: 4000, countMax: 200, depthMax: 24),
      Measure(charactersMax: 1000, countMax: 60, depthMax: 12),
      Measure(charactersMax: 300, countMax: 30, depthMax: 8),
      Measure(charactersMax: 120, countMax: 12, depthMax: 6),
      Measure(charactersMax: 60, countMax: 4, depthMax: 6),
      Measure(charactersMax: 60, countMax: 8, depthMax: 3),
      Measure(charactersMax: 30, countMax: 8, depthMax: 2),
    ]
  }

  private func shortened(_ measure: Measure, depth: Int) -> JSON {
    switch self {
    case .null, .bool: return self
    case .number(let number):
      return number.text.utf8.count > measure.charactersMax ? .string("… number left out") : self
    case .string(let text): return .string(text.shortened(to: measure.charactersMax))
    case .array(let elements):
      guard depth < measure.depthMax else { return .string("… \(elements.count) elements") }
      let kept = elements.prefix(measure.countMax).map {
        $0.shortened(measure, depth: depth + 1)
      }
      let rest = elements.count - kept.count
      return .array(rest > 0 ? kept + [.string("… \(rest) more")] : kept)
    case .object(let members):
      guard depth < measure.depthMax else { return .string("… \(members.count) members") }
      var kept = JSONObject()
      for (key, value) in members.prefix(measure.membersMax) {
        kept[key.shortened(to: measure.charactersMax)] = value.shortened(
          measure, depth: depth + 1)
      }
      let rest = members.count - min(members.count, measure.membersMax)
      if rest > 0 { kept["…"] = .string("\(rest) more") }
      return .object(kept)
    }
  }
}

extension String {
  fileprivate func shortened(to charactersMax: Int) -> String {
    // A character can have any number of bytes.
    let beginning = unicodeScalars.prefix(charactersMax)
    guard beginning.endIndex < unicodeScalars.endIndex else { return self }
    return String(beginning) + "… (\(utf8.count) bytes)"
  }
}
