/// A line command of `step`.
struct StepLine {
  enum Kind {
    case next, back, goto, first, last, until, backUntil
    case state, action, diff, watch, unwatch
    case when, find, rfind, history, blame, causes
    case skip, unskip, edit, insert, move, set
    case branches, branch, fork, drop, compare, write
    case marks, help, quit
  }

  var kind: Kind
  /// The name and its short forms.
  var names: [String]
  /// What stands behind the name.
  var usage: String
  var operandsMax: Int
  var summary: String

  /// Whether all behind the name is one operand, spaces included.
  var takesRest: Bool {
    switch kind {
    case .find, .rfind, .state, .when, .until, .backUntil, .history, .blame, .watch, .unwatch,
      .skip, .unskip, .edit, .insert, .set, .write:
      true
    default: false
    }
  }

  /// Whether a person's empty line does it again: nobody changes a log by that.
  var isRepeated: Bool {
    switch kind {
    case .skip, .unskip, .edit, .insert, .move, .set, .fork, .drop, .write: false
    default: true
    }
  }

  /// The command of a line.
  static func named(by line: String) -> StepLine? {
    let name = line.split(separator: " ").first ?? ""
    return all.first { $0.names.contains(String(name)) }
  }

  static let all: [StepLine] = [
    StepLine(.next, ["next", "n"], "[N]", 1, "go N actions on, 1 if not said"),
    StepLine(.back, ["back", "b"], "[N]", 1, "go N actions back"),
    StepLine(
      .goto, ["goto", "g"], "SEQ", 1, "go to a state: 41, last, -5, +10, 12.5s or a mark's label"),
    StepLine(.first, ["first"], "", 0, "go to the start"),
    StepLine(.last, ["last"], "", 0, "go to the last action"),
    StepLine(.until, ["until", "u"], "EXPR", 1, "go on to where a condition holds"),
    StepLine(.backUntil, ["back-until", "bu"], "EXPR", 1, "go back to where a condition holds"),
    StepLine(.state, ["state", "s"], "[PATH]", 1, "the state here, or its part at a path"),
    StepLine(.action, ["action", "a"], "", 0, "the action that led here"),
    StepLine(
      .diff, ["diff", "d"], "[A] [B]", 2, "what this action changed; from A to here; A to B"),
    StepLine(.watch, ["watch", "w"], "[PATH]", 1, "show a value at each stop; all that are shown"),
    StepLine(.unwatch, ["unwatch"], "[PATH]", 1, "show it no more; show none"),
    StepLine(.when, ["when"], "EXPR", 1, "the first action after which a condition holds"),
    StepLine(.find, ["find", "f"], "TEXT", 1, "go to the next action that holds TEXT"),
    StepLine(.rfind, ["rfind", "rf"], "TEXT", 1, "go to the previous action that holds TEXT"),
    StepLine(.history, ["history"], "PATH", 1, "what changed the value at a path, the last first"),
    StepLine(.blame, ["blame"], "PATH", 1, "the last action that changed it"),
    StepLine(.causes, ["causes"], "[SEQ]", 1, "what led to this action, and what it led to"),
    StepLine(
      .skip, ["skip"], "SEQS", 1, "leave out 12,40-44; with --with-effects what they caused, too"),
    StepLine(.unskip, ["unskip"], "[SEQS]", 1, "take back recorded actions; all that are skipped"),
    StepLine(.edit, ["edit"], "SEQ JSON", 1, "give an action another payload"),
    StepLine(.insert, ["insert"], "SEQ JSON", 1, "put a new action behind another"),
    StepLine(.move, ["move"], "SEQ SEQ", 2, "put an action behind another"),
    StepLine(.set, ["set"], "SEQ PATH=JSON", 1, "change a value in the state after an action"),
    StepLine(.branches, ["branches"], "", 0, "the recorded log and what changes made of it"),
    StepLine(.branch, ["branch"], "NAME", 1, "go to a branch, or to recorded"),
    StepLine(.fork, ["fork"], "[NAME]", 1, "a new branch from this one"),
    StepLine(.drop, ["drop"], "[NAME]", 1, "forget a branch; this one"),
    StepLine(.compare, ["compare"], "[A] [B]", 2, "where two branches part; recorded and this one"),
    StepLine(.write, ["write"], "NEW", 1, "write this branch to a new log"),
    StepLine(.marks, ["marks"], "", 0, "the marks of this log"),
    StepLine(.help, ["help", "h", "?"], "", 0, "this list"),
    StepLine(.quit, ["quit", "q"], "", 0, "leave"),
  ]

  static var help: StyledText {
    var text = StyledText()
    for line in all {
      let call = line.names[0] + (line.usage.isEmpty ? "" : " " + line.usage)
      let short = line.names.count > 1 ? "  (\(line.names[1]))" : ""
      text += "  \(call.padded(to: 19))\(line.summary)\(short)\n"
    }
    return text + """
      A change makes a branch, and further ones go into it; effects do not run.
      On a terminal an empty line does the last one again.

      """
  }

  private init(
    _ kind: Kind, _ names: [String], _ usage: String, _ operandsMax: Int, _ summary: String
  ) {
    (self.kind, self.names, self.usage) = (kind, names, usage)
    (self.operandsMax, self.summary) = (operandsMax, summary)
  }
}
