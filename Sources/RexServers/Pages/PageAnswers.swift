import Foundation
import RexDebug
import RexJSON
import RexLocking
import RexLog
import RexQuestions

/// What the page asks of the tool: the log's bytes, and what a page cannot find by itself.
///
/// A question works on a copy of the session, so that bytes are read meanwhile. What a line command
/// does to the session is kept.
final class PageAnswers: Sendable {
  private let host: PageHost
  private let held: Locked<Held>
  /// One line command at a time, since each goes on from the one before.
  private let asking = Locked(())

  private static let followMs = 50
  /// A log that was closed can only be replaced by another one.
  private static let closedMs = 1_000
  /// A recorder that has not written for so long has ended in the middle of an action, or is stuck.
  private static let restMs = 2_000

  init(_ host: PageHost) {
    self.host = host
    held = Locked(Held(session: host.session, opened: host.log, logs: [0: host.log]))
  }
}

/// The session that is asked, and the logs that a page reads.
private struct Held: Sendable {
  var session: DebugSession
  /// The followed log as it was opened last.
  var opened: Log
  /// The logs and branches that a page may still read, by their numbers.
  var logs: [Int: Log]
  var number = 0
  /// Whether the page has what is after the last complete line.
  ///
  /// If that is completed later, the page opens the log again, as another one.
  var showsRest = true
  var changedAt = ContinuousClock.now

  /// The most logs that are kept for a page that is late.
  private static let logsMax = 4

  /// Numbers another log, which the page then reads; the oldest are forgotten.
  mutating func add(_ log: Log) {
    number += 1
    logs[number] = log
    for old in logs.keys where old <= number - Self.logsMax { logs[old] = nil }
  }
}

/// The log and its bytes.
extension PageAnswers {
  /// The log in which the session is, and what can be asked about it.
  var overview: JSON {
    let (session, number, showsRest) = held.withLock { ($0.session, $0.number, $0.showsRest) }
    let log = session.log
    let can = [
      "match", "causes", "unusual", "line", host.verify.map { _ in "verify" },
      host.verify.map { _ in "skip" }, host.rules.map { _ in "rules" },
    ].compactMap { $0 }
    return [
      "log": .number(number), "name": .string(log.name),
      "branch": session.branch.map { .string($0.name) } ?? .null,
      "files": .array(
        log.files(withRest: showsRest).map { bytes, size in
          ["name": .string(bytes.name), "size": .number(size)]
        }),
      "isFollowed": .bool(host.reopen != nil && session.branch == nil && !log.isClosed),
      "can": .array(can.map { .string($0) }),
    ]
  }

  /// A range of a file's bytes; nil if there is no such range.
  func bytes(ofLog number: Int, file: Int, _ range: Range<Int>) throws -> [UInt8]? {
    guard let files = held.withLock({ $0.logs[number] })?.files(withRest: true),
      files.indices.contains(file), range.upperBound <= files[file].size
    else { return nil }
    return try files[file].bytes.read(range)
  }

  /// Waits until the session is in another log, or the log has another size.
  func waitForChange(
    of number: Int, size: Int, atMostMs timeoutMs: Int, _ isStopped: () -> Bool
  ) {
    let end = ContinuousClock.now + .milliseconds(timeoutMs)
    while ContinuousClock.now < end, !isStopped() {
      let isSame = held.withLock { held in
        held.number == number
          && held.session.log.files(withRest: held.showsRest).reduce(0) { $0 + $1.size } == size
      }
      guard isSame else { return }
      Thread.sleep(forTimeInterval: 0.01)
    }
  }

  /// Opens the log again and again while it grows.
  func follow(until isStopped: @escaping @Sendable () -> Bool) -> Following {
    let following = Following()
    guard let reopen = host.reopen else { return following }
    Thread.detachNewThread { [self] in
      while !isStopped(), !following.isCancelled {
        if let (log, isReplaced) = reopen(held.withLock(\.opened)) {
          take(log, isReplaced)
        } else {
          held.withLock { held in
            if held.changedAt.duration(to: .now) > .milliseconds(Self.restMs) {
              held.showsRest = true
            }
          }
        }
        let pauseMs = held.withLock { $0.opened.isClosed ? Self.closedMs : Self.followMs }
        Thread.sleep(forTimeInterval: Double(pauseMs) / 1_000)
      }
    }
    return following
  }

  private func take(_ log: Log, _ isReplaced: Bool) {
    held.withLock { held in
      // Another log waits until a branch is left, whose edits would be lost.
      guard !isReplaced || held.session.branch == nil else { return }
      let opened = held.opened
      let hadRest = held.showsRest && opened.hasRest
      (held.opened, held.showsRest, held.changedAt) = (log, log.isClosed, .now)
      // Another file may have the same session.
      if isReplaced || !log.continues(opened) {
        guard let session = try? host.open(log) else { return }
        held.session = session
        held.add(log)
      } else {
        held.session.grow(to: log)
        guard held.session.branch == nil else { return }
        if hadRest {
          held.add(held.session.log)
        } else {
          held.logs[held.number] = held.session.log
        }
      }
    }
  }

  /// A log that is being followed.
  final class Following: Sendable {
    private let state = Locked(false)
    var isCancelled: Bool { state.withLock(\.self) }
    func cancel() { state.withLock { $0 = true } }
  }
}

/// Questions.
extension PageAnswers {
  /// Answers a question in lines, as they are found, until nobody waits for them.
  func answer(
    _ question: JSON, _ reply: HTTPReply, _ isStopped: @escaping @Sendable () -> Bool
  ) throws {
    let control = QuestionControl(isStopped: { isStopped() || reply.isGone })
    guard let name = question["ask"]?.string else { throw HTTPFailure.badRequest }
    // What is asked about one log is not answered about another.
    let number = try question["log"].map { log throws(HTTPFailure) in
      guard let number = log.number.flatMap({ Int($0.text) }) else { throw .badRequest }
      return number
    }
    let (session, current) = held.withLock { ($0.session, $0.number) }
    guard number == nil || number == current else { throw HTTPFailure.conflict }
    let line = { @Sendable (document: JSON) in
      try reply.write(document.bytes + [UInt8(ascii: "\n")])
    }
    switch name {
    case "match":
      guard let text = question["condition"]?.string else { throw HTTPFailure.badRequest }
      try reply.begin(Self.linesType)
      try line(
        try match(
          text, isStart: question["isStart"]?.bool ?? false, in: session, control, line))
    case "line":
      guard let text = question["line"]?.string else { throw HTTPFailure.badRequest }
      try reply.begin(Self.linesType)
      for document in run(text, inLog: current, control) { try line(document) }
    case "verify":
      guard let verify = host.verify else { throw HTTPFailure.notFound }
      try reply.begin(Self.linesType)
      try line(ended { ["verdict": try verify(session.log, reporting(line, control))] })
    case "rules":
      guard let rules = host.rules else { throw HTTPFailure.notFound }
      try reply.begin(Self.linesType)
      try line(ended { ["rules": [try rules(session.log, control)]] })
    default: throw HTTPFailure.badRequest
    }
  }

  private static let linesType = "application/x-ndjson"
  private static let reportMs = 100

  /// The last line of an answer: what was found, or why it could not be.
  private func ended(_ body: () throws -> JSON) -> JSON {
    var last: JSON
    do {
      last = try body()
    } catch {
      let (text, hint) = host.problem(error)
      last = (["error": .string(text)] as JSON).adding(["hint": hint.map { .string($0) }])
    }
    return last.adding(["isComplete": true])
  }

  /// Tells the action that was reached, every now and then.
  private func reporting(
    _ line: @escaping @Sendable (JSON) throws -> Void, _ control: QuestionControl
  ) -> QuestionControl {
    let last = Locked(ContinuousClock.now)
    var control = control
    control.report = { seq in
      let isDue = last.withLock { last in
        guard last.duration(to: .now) > .milliseconds(Self.reportMs) else { return false }
        last = .now
        return true
      }
      if isDue { try? line(["through": .number(seq)]) }
    }
    return control
  }

  /// The actions at which a condition holds or begins to hold; those found last are returned.
  private func match(
    _ text: String, isStart: Bool, in session: DebugSession, _ control: QuestionControl,
    _ line: (JSON) throws -> Void
  ) throws -> JSON {
    var seqs: [JSON] = []
    var (count, unknownCount) = (0, 0)
    var reported = ContinuousClock.now
    var failure: (any Error)?
    let last = ended {
      var condition = try StopCondition(filter: text)
      if isStart, case .condition(let holds) = condition { condition = .start(of: holds) }
      let warning = try session.forEachStop(at: condition, control) { seq, isMatch in
        if isMatch == true { seqs.append(.number(seq)) }
        if isMatch == nil { unknownCount += 1 }
        guard reported.duration(to: .now) > .milliseconds(Self.reportMs) else { return true }
        do {
          try line(["seqs": .array(seqs), "through": .number(seq)])
        } catch {
          failure = error
          return false
        }
        (count, seqs, reported) = (count + seqs.count, [], .now)
        return true
      }
      let hint = count + seqs.count == 0 ? host.hint(condition, session) : nil
      let notes = [StopCondition.note(unknownCount: unknownCount), warning?.text, hint]
        .compactMap { $0 }
      return ["seqs": .array(seqs), "notes": .array(notes.map { .string($0) })]
    }
    if let failure { throw failure }
    return last
  }

  private static let changed: JSON = [
    "isComplete": true, "error": "the log has changed meanwhile; do it again",
  ]

  /// Runs a line command, whose branch becomes that of the page.
  private func run(_ text: String, inLog begun: Int, _ control: QuestionControl) -> [JSON] {
    asking.withLock { _ in
      var (session, number) = held.withLock { ($0.session, $0.number) }
      guard number == begun else { return [Self.changed] }
      let before = (name: session.branch?.name, edits: session.branch?.edits)
      guard let (text, documents) = host.runLine(text, &session, control) else {
        return [["isComplete": true, "error": "this is no command for a page"]]
      }
      if !control.isStopped() {
        let isKept = held.withLock { [session] held in
          guard held.number == begun else { return false }
          held.session = session
          held.session.catchUp()
          if session.branch?.name != before.name || session.branch?.edits != before.edits {
            held.add(session.log)
          }
          number = held.number
          return true
        }
        guard isKept else { return [Self.changed] }
      }
      return [["text": .string(text)]] + documents.map { ["line": $0] } + [
        ["isComplete": true, "log": .number(number), "seq": .number(session.seq)]
      ]
    }
  }
}

extension Log {
  /// Its files, each with the number of bytes up to the last complete line, or of all.
  fileprivate func files(withRest: Bool) -> [(bytes: LogBytes, size: Int)] {
    lines.files.files.map { file in
      (file.bytes, (withRest ? file.end : min(file.end, max(lines.end, file.start))) - file.start)
    }
  }

  /// Whether there is something after the last complete line.
  fileprivate var hasRest: Bool { lines.end < lines.files.count }

  /// Whether its recording was closed.
  fileprivate var isClosed: Bool { if case .closed = ending { true } else { false } }
}
