import RexJSON
import RexLog
import RexReplayer

extension ActionEdits {
  /// The edits as options of `replay`, with long payloads shortened.
  var options: [StyledText] { options { "\(LogText.value($0))" } }

  /// The edits as options of `replay`, with complete payloads.
  var wholeOptions: [JSON] { options { StyledText($0.description) }.map { .string($0.plain) } }

  private func options(_ text: (JSON) -> StyledText) -> [StyledText] {
    var options: [StyledText] = []
    if !skipped.ranges.isEmpty {
      let seqs = skipped.ranges.map { range in
        range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
      }
      options.append("--skip \(seqs.joined(separator: ","))")
    }
    if skipsEffects { options.append("--with-effects") }
    for (seq, payload) in edited.sorted(by: { $0.key < $1.key }) {
      options.append("--edit '\(seq)=" + text(payload) + "'")
    }
    for (seq, list) in additions.sorted(by: { $0.key < $1.key }) {
      for addition in list {
        switch addition {
        case .action(let payload): options.append("--insert '\(seq)=" + text(payload) + "'")
        case .moved(let number): options.append("--move \(number):\(seq)")
        case .set(let path, let value):
          options.append("--set '\(seq):\(path.description)=" + text(value) + "'")
        }
      }
    }
    return options
  }
}
