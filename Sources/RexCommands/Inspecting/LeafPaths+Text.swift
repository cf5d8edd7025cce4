import RexQuestions

extension LeafPaths {
  var text: StyledText {
    var text = StyledText()
    for leaf in sorted {
      let position = [leaf.label, leaf.path].filter { !$0.isEmpty }.joined(separator: " ")
      text += "\(leaf.part.rawValue.padded(to: 8))\(leaf.kind.padded(to: 9))\(position)\n"
    }
    return text
  }
}
