/// A command's result, as its process's exit status.
package enum CommandStatus: Int32, Sendable, CaseIterable {
  /// Success: done, equal, verified or found.
  case success = 0
  /// A negative answer: a divergence, a difference, or nothing found.
  case negative = 1
  /// Wrong usage of the command line.
  case usage = 2
  /// A log cannot be read, or the new one cannot be written.
  case unreadable = 3
  /// No verdict: the reducer is missing or could not be started, or too little could be checked.
  case noVerdict = 125

  /// The meaning, for the help and the manual.
  var meaning: String {
    switch self {
    case .success: "success"
    case .negative: "a negative answer"
    case .usage: "wrong usage"
    case .unreadable: "a log cannot be read"
    case .noVerdict: "cannot tell, for example without a reducer"
    }
  }
}
