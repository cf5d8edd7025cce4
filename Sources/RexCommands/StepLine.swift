/// A line command of `step`.
struct StepLine {
  enum Kind {
    case next, back, goto, first, last, until, backUntil
    case state, action, diff, watch, unwatch
    case when, find, rfind, history, blame, causes
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
    case .find, .rfind, .state, .when, .until, .backUntil, .history, .blame, .watch, .unwatch: true
    default: false
    }
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
    StepLine(.marks, ["marks"], "", 0, "the marks of this log"),
    StepLine(.help, ["help", "h", "?"], "", 0, "this list"),
    StepLine(.quit, ["quit", "q"], "", 0, "leave"),
  ]

  static var help: StyledText {
    var text = StyledText()
    for line in all {
      let call = line.names[0] + (line.usage.isEmpty ? "" : " " + line.usage)
      let short = line.names.count > 1 ? "  (\(line.names[1]))" : ""
      text += "  \(call.padded(to: 17))\(line.summary)\(short)\n"
    }
    return text + "On a terminal an empty line does the last one again.\n"
  }

  private init(
    _ kind: Kind, _ names: [String], _ usage: String, _ operandsMax: Int, _ summary: String
  ) {
    (self.kind, self.names, self.usage) = (kind, names, usage)
    (self.operandsMax, self.summary) = (operandsMax, summary)
  }
}
