import Foundation
import RexJSON
import RexLocking
import RexLog
import RexQuestions
import RexReplayer
import RexTimeline
import RexWorkers

/// A shell command that classifies states by its exit status, like `git bisect run`.
struct StateTest {
  /// The subcommand that runs the test, for error messages: `bisect` or `minimize`.
  var callerName: String
  var command: String

  /// Runs the command with a state's JSON text as its standard input.
  func answer(for state: JSON, seq: Int) throws -> StateBisection.TestResult {
    #if os(macOS) || os(Linux)
      let status = try run(state, seq: seq)
      switch status {
      case 0: return .good
      case 125: return .skipped
      case 126, 127:
        throw failed("cannot be run (status \(status))", hint: "try it alone in a shell")
      case 1..<128: return .bad
      default:
        throw failed(
          "ended with status \(status) at state \(seq)",
          hint: "0 is good, 125 cannot tell, 1 to 124 are bad; all else ends the search")
      }
    #else
      throw CommandError.usage("--run needs a system with child processes")
    #endif
  }

  private func failed(_ problem: String, hint: StyledText) -> CommandError {
    CommandError("\(callerName): error: the command \(problem): \(command)", hint: hint, .noVerdict)
  }

  #if os(macOS) || os(Linux)
    private func run(_ state: JSON, seq: Int) throws -> Int32 {
      let input = try input(state)
      defer { try? input.close() }
      do throws(ChildProcess.StartError) {
        let variables = ProcessInfo.processInfo.environment.merging(
          ["REXREPLAY_SEQ": "\(seq)"]) { $1 }
        // No process starts while another one's descriptors are made.
        let started = WorkerSpawn.starting.withLock { _ in
          Result { () throws(ChildProcess.StartError) in
            try ChildProcess.start(
              "/bin/sh", arguments: ["sh", "-c", command], environment: variables,
              descriptors: [
                STDIN_FILENO: input.fileDescriptor, STDOUT_FILENO: STDERR_FILENO,
                STDERR_FILENO: STDERR_FILENO,
              ])
          }
        }
        return ChildProcess.exitStatus(of: try started.get())
      } catch {
        throw failed("cannot be started: \(error.reason)", hint: "see /bin/sh")
      }
    }

    /// A file rather than a pipe, since a command may exit without reading all of it.
    private func input(_ state: JSON) throws -> FileHandle {
      do throws(SystemError) {
        let number = try UnnamedFile.holding(state.bytes + [UInt8(ascii: "\n")])
        return FileHandle(fileDescriptor: number, closeOnDealloc: true)
      } catch {
        throw LogError(error, log: UnnamedFile.folder)
      }
    }
  #endif
}
