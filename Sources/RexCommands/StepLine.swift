/// A line command of `step`.
struct StepLine {
  enum Kind { case next, back, goto, first, last, state, action, diff, find, marks, help, quit }

  var kind: Kind
  /// The name and its short forms.
  var names: [String]
  /// What stands behind the name.
  var usage: String
  var operandsMax: Int
  var summary: String

  /// Whether all behind the name is one operand, spaces included.
  var takesRest: Bool { kind == .find || kind == .state }

  static let all: [StepLine] = [
    StepLine(.next, ["next", "n"], "[N]", 1, "go N actions on, 1 if not said"),
    StepLine(.back, ["back", "b"], "[N]", 1, "go N actions back"),
    StepLine(.goto, ["goto", "g"], "SEQ", 1, "go to the state after action SEQ; 0 is the start"),
    StepLine(.first, ["first"], "", 0, "go to the start"),
    StepLine(.last, ["last"], "", 0, "go to the last action"),
    StepLine(.state, ["state", "s"], "[PATH]", 1, "the state here, or its part at a JSON Pointer"),
    StepLine(.action, ["action", "a"], "", 0, "the action that led here"),
    StepLine(
      .diff, ["diff", "d"], "[A] [B]", 2, "what this action changed; from A to here; A to B"),
    StepLine(.find, ["find", "f"], "TEXT", 1, "go to the next action that holds TEXT"),
    StepLine(.marks, ["marks"], "", 0, "the marks of this log"),
    StepLine(.help, ["help", "h", "?"], "", 0, "this list"),
    StepLine(.quit, ["quit", "q"], "", 0, "leave"),
  ]

  static var help: StyledText {
    var text = StyledText()
    for line in all {
      let call = line.names[0] + (line.usage.isEmpty ? "" : " " + line.usage)
      let short = line.names.count > 1 ? "  (\(line.names[1]))" : ""
      text += "  \(call.padded(to: 14))\(line.summary)\(short)\n"
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
