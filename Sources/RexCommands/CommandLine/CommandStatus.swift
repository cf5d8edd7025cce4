/// A command's result, as its process's exit status.
package enum CommandStatus: Int32, Sendable {
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
}
