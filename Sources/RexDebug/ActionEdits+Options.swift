import RexJSON
package import RexReplayer

extension ActionEdits {
  /// The edits as options of `replay`, quoted for a shell.
  package var options: [String] {
    var options: [String] = []
    if !skipped.ranges.isEmpty {
      let seqs = skipped.ranges.map { range in
        range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
      }
      options.append("--skip \(seqs.joined(separator: ","))")
    }
    if skipsEffects { options.append("--with-effects") }
    for (seq, payload) in edited.sorted(by: { $0.key < $1.key }) {
      options.append("--edit " + "\(seq)=\(payload)".shellQuoted)
    }
    for (seq, list) in additions.sorted(by: { $0.key < $1.key }) {
      for addition in list {
        switch addition {
        case .action(let payload): options.append("--insert " + "\(seq)=\(payload)".shellQuoted)
        case .moved(let number): options.append("--move \(number):\(seq)")
        case .set(let path, let value):
          options.append("--set " + "\(seq):\(path)=\(value)".shellQuoted)
        }
      }
    }
    return options
  }
}

extension String {
  /// The text as one word of a shell, in single quotes.
  package var shellQuoted: String { "'" + replacing("'", with: #"'\''"#) + "'" }
}
