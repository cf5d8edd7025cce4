import Foundation
public import RexJSON
import RexLog
public import RexQuery
import RexQuestions
import RexTimeline

extension LogRules {
  /// The rules in a file, given by its path relative to a source file or by its absolute path.
  ///
  /// - Parameter file: the source file; by default the caller's.
  public init(at path: String, relativeTo file: String = #filePath) throws {
    let url = URL(filePath: path, besideSource: file)
    let bytes = try FileLines.bytes(
      ofFileAt: url.path(percentEncoded: false), atMost: LogRules.bytesMax)
    try self.init(bytes: bytes, named: url.lastPathComponent)
  }
}

extension RecordedLog {
  /// Checks rules after each recorded action; throws unless all hold.
  ///
  /// `ReplayableApp.check(_:_:)` checks what today's reducer makes of the actions instead.
  public func check(_ rules: LogRules) throws {
    try open().check(rules)
  }
}

extension ReplayableApp {
  /// Reduces a log's actions again, and checks rules after each; throws unless all hold.
  ///
  ///     @Test(arguments: RecordedLogs("Logs"))
  ///     func keepsTheRules(_ log: RecordedLog) throws {
  ///       try app.check(log, LogRules(at: "Logs/rules.txt"))
  ///     }
  ///
  /// The reducer runs in this process, so a trap in it ends the test.
  public func check(_ log: RecordedLog, _ rules: LogRules) throws {
    let spool = LogSpool()
    try Replayer(self).replay(log.open(), into: spool)
    try spool.log(named: log.name).check(rules)
  }
}

extension Log {
  /// Checks rules after each action; throws unless all hold.
  fileprivate func check(_ rules: LogRules) throws {
    let found = try RulesCheck(rules, in: LogStates(self))
    if let damage = metDamage { throw damage }
    guard found.verdict != .holds else { return }
    throw BrokenRulesError(found, in: self)
  }
}

/// The error for a log in which a rule is broken or undecided; its description says by what action.
public struct BrokenRulesError: DescribedError {
  /// The names of the rules that an action broke.
  public let broken: [String]
  /// The names of the rules of which it is unknown whether they held.
  public let undecided: [String]
  /// The rules with the actions that broke them, and the values that were read.
  public let description: String

  init(_ check: RulesCheck, in log: Log) {
    broken = check.results.filter { $0.verdict == .broken }.map(\.rule.name)
    undecided = check.results.filter { $0.verdict == .undecided }.map(\.rule.name)
    description = check.lines(of: log.name, marking: LogPlaceholders(log))
      .joined(separator: "\n")
  }
}
