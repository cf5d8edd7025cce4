import Dispatch
import RexLocking

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// How long a search may take.
struct SearchBudget {
  private let testsMax: Int
  private let secondsMax: Double?
  private let clock = SuspendingClock()
  private let start: SuspendingClock.Instant

  init(_ arguments: Arguments) throws(CommandError) {
    testsMax = try arguments.integer("--tests", default: Int.max)
    secondsMax =
      arguments.values["--time"] == nil ? nil : try arguments.number("--time", in: 0...1e9)
    start = clock.now
  }

  /// Whether a search that has asked so often is to end.
  func isSpent(after testCount: Int) -> Bool {
    testCount >= testsMax || secondsMax.map { (clock.now - start) / .seconds(1) >= $0 } ?? false
  }
}

/// Whether a person pressed Ctrl-C, which ends a search and not the tool.
struct Interruption {
  private let flag = Locked(false)
  private let source: any DispatchSourceSignal
  private let before = signal(SIGINT, SIG_IGN)

  init() {
    source = DispatchSource.makeSignalSource(signal: SIGINT, queue: .global())
    // Where the signal is ignored already, as in the background of a script, it stays so.
    let isIgnored = unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    source.setEventHandler { [flag] in if !isIgnored { flag.withLock { $0 = true } } }
    source.resume()
  }

  var isAsked: Bool { flag.withLock { $0 } }

  /// Tells the same from any thread.
  var check: @Sendable () -> Bool { { [flag] in flag.withLock { $0 } } }

  /// Gives the signal back its meaning.
  func end() {
    source.cancel()
    signal(SIGINT, before)
  }
}
