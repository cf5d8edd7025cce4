import Dispatch
import RexDebug
import RexJSON
import RexLocking
import RexLog
import RexQuery
import RexQuestions
import RexStore
import RexTimeline

/// The inspector's effects: reads what the state asks for, on threads of its own.
///
///     state ── frameQuery, rowsQuery, request, … ──▶ worker ── actions ──▶ state
///
/// When a query changes, the work for the one before is given up.
final class InspectorWorker: Sendable {
  /// The session, with the number of its log or branch.
  struct Held: Sendable {
    var session: DebugSession
    var number = 0
    /// The session in the recorded log, while the other one is in a branch.
    var recorded: DebugSession?

    init(_ session: DebugSession, number: Int, recorded: DebugSession? = nil) {
      (self.session, self.number) = (session, number)
      guard session.branch != nil else { return }
      self.recorded = recorded
      guard recorded == nil else { return }
      var recorded = session
      if (try? recorded.reply(to: .select(branch: nil))) != nil { self.recorded = recorded }
    }
  }

  let held: Locked<Held>
  /// The followed log as it was opened last.
  private let opened: Locked<Log>
  let environment: InspectorSession
  /// For what is waited for at once; the others take longer, and each has to go on.
  private let reading = DispatchQueue(label: "inspector.reading", qos: .userInteractive)
  private let listing = DispatchQueue(label: "inspector.listing", qos: .userInteractive)
  private let asking = DispatchQueue(label: "inspector.asking")
  private let filtering = DispatchQueue(label: "inspector.filtering", qos: .utility)
  private let scanning = DispatchQueue(label: "inspector.scanning", qos: .utility)
  private let checking = DispatchQueue(label: "inspector.checking", qos: .utility)
  private let detailing = DispatchQueue(label: "inspector.detailing", qos: .userInitiated)
  private let measuring = DispatchQueue(label: "inspector.measuring", qos: .utility)
  private let showing = DispatchQueue(label: "inspector.showing", qos: .userInitiated)
  private let following = DispatchQueue(label: "inspector.following", qos: .utility)
  /// Where reading over time goes on when the log grows.
  private let timeline = Locked(TimelineReading())
  /// Keeps the states that were read, until the session is another one.
  private let frameReader = Locked<FrameReader?>(nil)
  /// The state that the running app got last.
  private let lastShown = Locked<Place?>(nil)
  /// The state that the running app gets next.
  private let nextShown = Locked<(seq: Int, state: JSON)?>(nil)
  /// Keeps the state of the row that was read last.
  let detailReader = Locked<DetailReader?>(nil)

  private struct FrameReader: Sendable {
    var held: Held
    var edition: Edition
    var revision: Int
    var dates: LogDates?
  }

  private struct TimelineReading: Sendable {
    var number = -1
    var position: LinePosition?
    var timeline = LogTimeline()
  }

  init(_ environment: InspectorSession) {
    self.environment = environment
    held = Locked(Held(environment.session, number: 0))
    opened = Locked(environment.log)
  }

  typealias Send = Dispatcher<InspectorAction>

  var feedbacks: [Feedback<InspectorAction, InspectorState>] {
    [
      Feedback(to: \.frameQuery) { [self] query, send in
        run(on: reading) { _ in self.read(query, send) }
      },
      Feedback(to: \.rowsQuery) { [self] query, send in
        run(on: listing) { _ in self.read(query, send) }
      },
      Feedback(to: \.detailsQuery) { [self] query, send in
        run(on: detailing) { self.read(query, send, isStopped: $0) }
      },
      Feedback(to: \.courseQuery) { [self] query, send in
        run(on: measuring) { self.read(query, send, isStopped: $0) }
      },
      Feedback(to: \.request) { [self] request, send in
        run(on: asking) { self.perform(request, send, isStopped: $0) }
      },
      Feedback(to: \.filterQuery) { [self] query, send in
        run(on: filtering) { self.filter(query, send, isStopped: $0) }
      },
      Feedback(
        to: { $0.stopCount > 0 ? $0.stopCount : nil },
        effect: { [environment] _, _ in environment.isStopped.withLock { $0 = true } }),
      Feedback(to: \.edition) { [self] edition, send in
        run(on: scanning) { self.readTimeline(edition, send, isStopped: $0) }
      },
      Feedback(to: \.checkQuery) { [self] query, send in
        run(on: checking) { self.check(query[0], send, isStopped: $0) }
      },
      Feedback(
        to: { [isFollowed = environment.isFollowed] _ in isFollowed ? true : nil },
        effect: { [self] _, send in
          run(on: following) { self.follow(send, isStopped: $0) }
        }),
    ]
  }

  /// Runs work on a queue unless it is cancelled before; it asks whether it was cancelled since.
  private func run(
    on queue: DispatchQueue, _ work: @escaping @Sendable (@escaping @Sendable () -> Bool) -> Void
  ) -> Subscription {
    let isCancelled = Locked(false)
    queue.async {
      if !isCancelled.withLock(\.self) { work { isCancelled.withLock(\.self) } }
    }
    return Subscription { isCancelled.withLock { $0 = true } }
  }
}

/// Reading.
extension InspectorWorker {
  /// A state of a log that may have grown, or be another one.
  fileprivate struct Place: Sendable, Equatable {
    var edition: Edition
    var seq: Int
  }

  private func read(_ query: InspectorFrame.Query, _ send: Send) {
    environment.isStopped.withLock { $0 = false }
    guard var reader = frameReader(for: query) else { return }
    let frame = InspectorFrame(
      query, in: &reader.held.session, beside: &reader.held.recorded, reader.dates,
      isLive: environment.isLive)
    frameReader.withLock { [reader] in $0 = reader }
    send(.readFrame(frame))
    show(frame, send)
  }

  /// Shows a frame's state in the running app, unless that was the last one it got.
  private func show(_ frame: InspectorFrame, _ send: Send) {
    guard let showState = environment.showState, let state = frame.state else { return }
    let place = Place(edition: frame.query.edition, seq: frame.query.seq)
    guard
      lastShown.withLock({ last in
        defer { last = place }
        return last != place
      })
    else { return }
    // An app that does not answer holds up no reading, and gets only the latest state.
    nextShown.withLock { $0 = (place.seq, state) }
    showing.async { [nextShown] in
      guard let (seq, state) = nextShown.withLock({ $0.take() }) else { return }
      if let problem = showState(seq, state) { send(.told(problem, isError: true)) }
    }
  }

  /// The copy of the session in which frames are read, so that nothing waits for a slow one.
  private func frameReader(for query: InspectorFrame.Query) -> FrameReader? {
    let last = frameReader.withLock { $0 }
    if let last, last.edition == query.edition, last.revision == query.revision { return last }
    let reader = held.withLock { held in
      held.number == query.edition.log
        ? FrameReader(held: held, edition: query.edition, revision: query.revision) : nil
    }
    guard var reader else { return nil }
    reader.dates =
      last?.edition == query.edition ? last?.dates : LogDates(reader.held.session.log)
    return reader
  }

  private func log(numbered number: Int) -> Log? {
    held.withLock { $0.number == number ? $0.session.log : nil }
  }

  private func read(_ query: ActionList.Query, _ send: Send) {
    guard let log = log(numbered: query.edition.log),
      let rows = try? ActionList.Rows(query, in: log)
    else { return }
    send(.readRows(rows))
  }

  private func readTimeline(
    _ edition: Edition, _ send: Send, isStopped: @Sendable () -> Bool
  ) {
    guard let log = log(numbered: edition.log) else { return }
    var reading = timeline.withLock { $0 }
    if reading.number != edition.log { reading = TimelineReading(number: edition.log) }
    try? reading.timeline.read(log, from: &reading.position, isStopped: isStopped) {
      send(.readTimeline($0, of: edition.log))
    }
    timeline.withLock { [reading] in $0 = reading }
  }

  private func filter(
    _ query: FilterQuery, _ send: Send, isStopped: @escaping @Sendable () -> Bool
  ) {
    guard
      let session = held.withLock({ $0.number == query.edition.log ? $0.session : nil }),
      let condition = try? StopCondition(filter: query.text)
    else { return }
    var matches: [Int] = []
    var reported = ContinuousClock.now
    let control = QuestionControl(isStopped: isStopped)
    do {
      let warning = try session.forEachStop(at: condition, control) { seq, isMatch in
        if isMatch == true { matches.append(seq) }
        if reported.duration(to: .now) > .milliseconds(100) {
          send(.matched(matches, through: seq, text: query.text))
          reported = .now
        }
        return matches.count < ActionList.Filter.matchesMax
      }
      if isStopped() { return }
      if matches.isEmpty {
        let hint = environment.lines.hint(about: .continue(until: condition), of: session)
        let notes = [warning?.text, hint].compactMap { $0 }
        if !notes.isEmpty { send(.failed(notes.joined(separator: "; "))) }
      }
      send(.matched(matches, through: nil, text: query.text))
    } catch {
      send(.matched(matches, through: nil, text: query.text))
      send(.failed("\(error)"))
    }
  }

  private func follow(_ send: Send, isStopped: @escaping @Sendable () -> Bool) {
    // Another log waits until a branch is left, whose edits would be lost.
    if let (log, isReplaced) = environment.reopen?(opened.withLock { $0 }),
      !isReplaced || held.withLock({ $0.session.branch == nil })
    {
      opened.withLock { $0 = log }
      held.withLock { held in
        if isReplaced {
          guard let session = try? environment.open(log) else { return }
          held = Held(session, number: held.number + 1)
        } else {
          held.session.grow(to: log)
          held.recorded?.grow(to: log)
        }
        send(.grown(LogSummary(held.session, number: held.number), isReplaced: isReplaced))
      }
    }
    if let news = environment.news?() { send(.told("\(news)", isError: false)) }
    following.asyncAfter(deadline: .now() + .milliseconds(environment.followMs)) {
      if !isStopped() { self.follow(send, isStopped: isStopped) }
    }
  }
}

/// Checking.
extension InspectorWorker {
  private func check(_ number: Int, _ send: Send, isStopped: @escaping @Sendable () -> Bool) {
    guard let log = log(numbered: number) else { return }
    do {
      guard let reducer = try environment.reducer?(log) else {
        return send(.checked([], .done("not verified")))
      }
      try BackgroundCheck(log: log, reducer: reducer).run(isStopped) { found in
        send(
          .checked(
            found.places, found.verdict.map { .done($0) } ?? .running(through: found.through)))
      }
    } catch {
      send(.checked([], .done("not verified")))
      send(.failed("\(error)"))
    }
  }
}

/// The actions that a filter leaves.
struct FilterQuery: Sendable, Equatable {
  var text: String
  var edition: Edition
}

extension InspectorState {
  var filterQuery: FilterQuery? { list.filter.map { FilterQuery(text: $0.text, edition: edition) } }

  var isChecking: Bool { if case .running = check { true } else { false } }

  /// The log that is to be checked, and how often it was asked for.
  var checkQuery: [Int]? {
    check == nil || check == .offered ? nil : [log.number, checkCount]
  }
}
