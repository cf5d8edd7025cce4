import RexJSON
import RexLog
import RexQuestions
import RexTimeline

/// An error as a command prints it: `LOG:LINE:COLUMN: error: PROBLEM`, and a hint.
///
/// Commands throw the errors of logs and of replays as they are, and this type for everything else.
struct CommandError: Error {
  var problem: StyledText
  /// What to do; nil if the command's help says it.
  var hint: StyledText?
  var status: CommandStatus
  /// What was probably meant; named before the help.
  var nearest: String?
  /// Whether the operands are wrong, so that the hint tells how the command is called.
  var isAboutOperands = false

  init(_ problem: StyledText, hint: StyledText? = nil, _ status: CommandStatus = .negative) {
    (self.problem, self.hint, self.status) = (problem, hint, status)
  }

  /// The arguments are invalid.
  ///
  /// - Parameter nearest: what was probably meant.
  static func usage(_ problem: String, nearest: String? = nil) -> CommandError {
    var error = CommandError("\(problem)", .usage)
    error.nearest = nearest
    return error
  }

  /// An operand is missing, or there is one too many.
  static func operands(_ problem: String) -> CommandError {
    var error = usage(problem)
    error.isAboutOperands = true
    return error
  }

  /// What was probably meant, as the beginning of a hint.
  var meant: StyledText { nearest.map { "did you mean \($0)? " } ?? "" }

  /// The problem and the hint, each in a line.
  var text: StyledText { problem + "\nhint: " + (hint ?? "") + "\n" }

  /// The problem and the hint in one line, as `step` prints them.
  var line: StyledText {
    let words = hint ?? nearest.map { "did you mean \($0)?" }
    return words.map { problem + "; " + $0 } ?? problem
  }
}

extension CommandError {
  /// An error in the words of the command line.
  init(_ error: any Error) {
    switch error {
    case let error as CommandError: self = error
    case let error as LogError:
      let (problem, hint) = error.problem.message
      let place = error.problem.place == .tool ? error.log : "\(error.log):\(error.location)"
      self.init(
        "\(place): error: \(problem)", hint: "\(hint)", CommandStatus(error.problem.status))
    default:
      self.init("error: \(String(describing: error))", hint: "report this fault", .noVerdict)
    }
  }
}

extension CommandStatus {
  init(_ status: LogError.Status) {
    switch status {
    case .negative: self = .negative
    case .usage: self = .usage
    case .unreadable: self = .unreadable
    case .noVerdict: self = .noVerdict
    }
  }
}
