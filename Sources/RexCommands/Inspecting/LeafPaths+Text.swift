import RexQuestions

extension LeafPaths {
  var text: StyledText { sorted.reduce(into: StyledText()) { $0 += $1.text } }
}

extension LeafPaths.Leaf {
  fileprivate var text: StyledText {
    let position = [label, path].filter { !$0.isEmpty }.joined(separator: " ")
    return "\(part.rawValue.padded(to: 8))\(kind.padded(to: 9))\(position)\n"
  }
}

extension FoldedPaths {
  /// The paths, and what a `*` stands for.
  var text: StyledText {
    var text = leaves.reduce(into: StyledText()) { $0 += $1.leaf.text }
    guard !dictionaries.isEmpty else { return text }
    text += "\nkeys of dictionaries (--full lists their values one by one)\n"
    for dictionary in dictionaries {
      let position = [dictionary.part.rawValue, dictionary.label, dictionary.path]
      let examples = dictionary.examples.joined(separator: ", ")
      text += "\(position.filter { !$0.isEmpty }.joined(separator: " "))  "
      text += "\(dictionary.keyCount) keys, such as \(examples)\n"
    }
    return text
  }

  /// Its lines with `--json`.
  var documents: [FoldedPath] {
    leaves.map { leaf, dictionaries in
      let keys = dictionaries.map {
        FoldedPath.Keys(path: $0.path, count: $0.keyCount, examples: $0.examples)
      }
      return FoldedPath(leaf: leaf, keys: keys)
    }
  }
}

/// A path, and what each `*` in it stands for that is no index or number.
struct FoldedPath: Encodable {
  let leaf: LeafPaths.Leaf
  let keys: [Keys]

  struct Keys: Encodable {
    let path: String
    let count: Int
    let examples: [String]
  }

  func encode(to encoder: any Encoder) throws {
    try leaf.encode(to: encoder)
    guard !keys.isEmpty else { return }
    var document = encoder.container(keyedBy: CodingKeys.self)
    try document.encode(keys, forKey: .keys)
  }

  private enum CodingKeys: CodingKey { case keys }
}
