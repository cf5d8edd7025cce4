import RexQuestions
import RexTimeline

/// A line command of `step`.
struct StepLine {
  enum Kind {
    case next, back, goto, first, last, until, backUntil
    case state, action, diff, watch, unwatch
    case when, find, rfind, history, blame, causes, unusual
    case skip, unskip, edit, insert, move, set
    case branches, branch, fork, drop, compare, write
    case marks, help, quit
  }

  var kind: Kind
  /// The name and its short forms.
  var names: [String]
  /// The operands, as the help shows them.
  var usage: String
  var operandsMax: Int
  var summary: String

  /// Whether the rest of the line is one operand, spaces included.
  var takesRest: Bool {
    switch kind {
    case .find, .rfind, .state, .when, .until, .backUntil, .history, .blame, .watch, .unwatch,
      .skip, .unskip, .edit, .insert, .set, .write:
      true
    default: false
    }
  }

  /// Whether an empty line repeats the command; commands that change something are not repeated.
  var isRepeated: Bool {
    switch kind {
    case .skip, .unskip, .edit, .insert, .move, .set, .fork, .drop, .write: false
    default: true
    }
  }

  /// Whether it searches the log or reduces it again, so that Ctrl-C ends that and not the session.
  var takesLong: Bool {
    switch kind {
    case .until, .backUntil, .when, .find, .rfind, .history, .blame, .causes, .unusual, .compare,
      .marks, .skip, .unskip, .edit, .insert, .move, .set:
      true
    default: false
    }
  }

  /// Returns the command that a line names.
  static func named(by line: String) -> StepLine? {
    let name = completed(line).split(separator: " ").first ?? ""
    return all.first { $0.names.contains(String(name)) }
  }

  /// The line with its command: an action's number alone goes there.
  static func completed(_ line: String) -> String {
    let words = line.split(separator: " ").map(String.init)
    guard words.count == 1, let address = SeqAddress(words[0]) else { return line }
    return switch address {
    case .number, .before, .after: "goto " + words[0]
    default: line
    }
  }

  static let all: [StepLine] = [
    StepLine(.next, ["next", "n"], "[N]", 1, "go forward N actions, 1 by default"),
    StepLine(.back, ["back", "b"], "[N]", 1, "go back N actions, 1 by default"),
    StepLine(
      .goto, ["goto", "g"], "SEQ", 1,
      "go to a state: 41, last, -5, +10, 12.5s, 14:05 or a mark's label"),
    StepLine(.first, ["first"], "", 0, "go to the start"),
    StepLine(.last, ["last"], "", 0, "go to the last action"),
    StepLine(.until, ["until", "u"], "EXPR", 1, "go forward until a condition holds"),
    StepLine(.backUntil, ["back-until", "bu"], "EXPR", 1, "go back until a condition holds"),
    StepLine(.state, ["state", "s"], "[PATH]", 1, "the current state, or its value at a path"),
    StepLine(.action, ["action", "a"], "", 0, "the action that led here"),
    StepLine(
      .diff, ["diff", "d"], "[A] [B]", 2, "what this action changed; or from A to here; or A to B"),
    StepLine(.watch, ["watch", "w"], "[PATH]", 1, "show a value at each stop; or list watches"),
    StepLine(.unwatch, ["unwatch"], "[PATH]", 1, "remove a watch; or all"),
    StepLine(.when, ["when"], "EXPR", 1, "the first action after which a condition holds"),
    StepLine(.find, ["find", "f"], "TEXT", 1, "go to the next action that contains TEXT"),
    StepLine(.rfind, ["rfind", "rf"], "TEXT", 1, "go to the previous action that contains TEXT"),
    StepLine(.history, ["history"], "PATH", 1, "what changed the value at a path, latest first"),
    StepLine(.blame, ["blame"], "PATH", 1, "the last action that changed it"),
    StepLine(.causes, ["causes"], "[SEQ]", 1, "what caused this action, and what it caused"),
    StepLine(.unusual, ["unusual"], "", 0, "what actions did that others of their type do not"),
    StepLine(
      .skip, ["skip"], "SEQS", 1, "leave out 12,40-44; with --with-effects also what they caused"),
    StepLine(.unskip, ["unskip"], "[SEQS]", 1, "restore skipped actions; or all"),
    StepLine(.edit, ["edit"], "SEQ JSON", 1, Options.edit.spec.help),
    StepLine(.insert, ["insert"], "SEQ JSON", 1, Options.insert.spec.help),
    StepLine(.move, ["move"], "SEQ SEQ", 2, Options.move.spec.help),
    StepLine(.set, ["set"], "SEQ PATH=JSON", 1, Options.set.spec.help),
    StepLine(.branches, ["branches"], "", 0, "the recorded log and its branches, with their edits"),
    StepLine(.branch, ["branch"], "NAME", 1, "switch to a branch, or to recorded"),
    StepLine(.fork, ["fork"], "[NAME]", 1, "create a branch from this one"),
    StepLine(.drop, ["drop"], "[NAME]", 1, "delete a branch; or this one"),
    StepLine(
      .compare, ["compare"], "[A] [B]", 2, "compare two branches; by default, recorded and this"),
    StepLine(.write, ["write"], "NEW", 1, "write this branch to a new log"),
    StepLine(.marks, ["marks"], "", 0, "the marks of this log"),
    StepLine(.help, ["help", "h", "?"], "[COMMAND]", 1, "this list, or one command"),
    StepLine(.quit, ["quit", "q", "exit"], "", 0, "leave"),
  ]

  static var help: StyledText {
    all.reduce(StyledText()) { $0 + $1.help } + """
      A SEQ alone, such as 41, #41, -5 or +10, goes there.
      The first edit creates a branch, and later ones change it; effects do not run.
      On a terminal, an empty line repeats the last command.

      """
  }

  /// Its line in the list of commands.
  var help: StyledText {
    let call = names[0] + (usage.isEmpty ? "" : " " + usage)
    let short = names.count > 1 ? "  (\(names[1]))" : ""
    return "  \(call.padded(to: 19))\(summary)\(short)\n"
  }

  private init(
    _ kind: Kind, _ names: [String], _ usage: String, _ operandsMax: Int, _ summary: String
  ) {
    (self.kind, self.names, self.usage) = (kind, names, usage)
    (self.operandsMax, self.summary) = (operandsMax, summary)
  }
}
