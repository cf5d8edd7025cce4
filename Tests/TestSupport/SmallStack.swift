import Foundation

/// Runs a body on the 512 KiB stack of a secondary thread on Apple's systems; a stack overflow ends
/// the process.
public func onSmallStack<Result>(_ body: @escaping () throws -> Result) throws -> Result {
  let step = Step(body)
  let thread = Thread { step.run() }
  thread.stackSize = 512 << 10
  thread.start()
  return try step.wait()
}

/// Unchecked because the caller waits while the thread runs.
private final class Step<Result>: @unchecked Sendable {
  private let body: () throws -> Result
  private let done = DispatchSemaphore(value: 0)
  private var result: Swift.Result<Result, any Error>?

  init(_ body: @escaping () throws -> Result) { self.body = body }

  func run() {
    result = Swift.Result(catching: body)
    done.signal()
  }

  func wait() throws -> Result {
    done.wait()
    guard let result else { preconditionFailure("The thread has run.") }
    return try result.get()
  }
}
