extension Sequence<String> {
  /// The name that is most like a word, such as `list` for `lst`; nil if none is near.
  ///
  /// At least two characters must be the same: `-n` has a hyphen in common with any option.
  func nearest(to word: String) -> String? {
    let word = Array(word.lowercased().unicodeScalars.prefix(nameLengthMax))
    let distanceMax = Swift.max(1, word.count / 3)
    var best: (distance: Int, name: String)?
    for name in self {
      let letters = Array(name.lowercased().unicodeScalars.prefix(nameLengthMax))
      guard abs(letters.count - word.count) <= distanceMax else { continue }
      let distance = editDistance(word, letters)
      guard distance == 0 || Swift.max(word.count, letters.count) - distance > 1 else { continue }
      if distance <= distanceMax, distance < best?.distance ?? .max { best = (distance, name) }
    }
    return best?.name
  }
}

/// Longer names are compared by their beginnings.
private let nameLengthMax = 64

/// The number of letters to insert, remove, replace or swap with the next one (optimal string
/// alignment).
private func editDistance(_ first: [Unicode.Scalar], _ second: [Unicode.Scalar]) -> Int {
  var rows = [Array(0...second.count)]
  for (i, letter) in first.enumerated() {
    var row = [i + 1]
    for (j, other) in second.enumerated() {
      var cost = Swift.min(
        rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (letter == other ? 0 : 1))
      if i > 0, j > 0, letter == second[j - 1], first[i - 1] == other {
        cost = Swift.min(cost, rows[i - 1][j - 1] + 1)
      }
      row.append(cost)
    }
    rows.append(row)
  }
  return rows[first.count][second.count]
}
