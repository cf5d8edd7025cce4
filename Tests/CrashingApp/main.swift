// An app that records until it is killed, or until its reducer traps.
//
//   CrashingApp LOG PROGRESS WAY [TRAP]
//
// WAY is how it records: `changes`, `actions`, or changes in `background`. TRAP is the number of
// the action whose reducer traps. With `fork…` a child records too; with `limited` the process may
// write files of 64 KiB only. Those two end by themselves.
//
// PROGRESS is a file of two numbers in shared memory, which outlives the process: how many reducers
// have begun, and how many actions the recorder has returned from.

import Foundation
import RexRecorder

struct Work: Codable {
  var step = 0
  var notes = Array(repeating: "a note that stays as it is", count: 20)

  enum Action: Codable {
    case advance(Int)
  }
}

guard let progress = sharedNumbers(at: CommandLine.arguments[2]) else { exit(2) }
let way = CommandLine.arguments[3]
let configuration = RecorderConfiguration(detail: way.hasSuffix("actions") ? .actions() : .changes)
let trap = CommandLine.arguments.dropFirst(4).first.flatMap { Int($0) }
let recorder = try Recorder<Work.Action, Work>(
  path: CommandLine.arguments[1], app: "Crashing",
  diffing: way.hasSuffix("background") ? .inBackground : .inline, configuration: configuration)
var work = Work()

#if os(Linux)
  if way.hasPrefix("fork") { recordInAChild() }
  if way == "limited" { recordBeyondALimit() }
#endif

for step in 1...Int.max {
  recorder.record(.advance(step), into: &work) { work, _ in
    progress[0] = step
    precondition(step != trap, "as the test asked")
    work.step = step
    work.notes[step % work.notes.count] = "a note of step \(step)"
  }
  progress[1] = step
}

/// The file's first two numbers, in memory that the system keeps when the process dies.
func sharedNumbers(at path: String) -> UnsafeMutablePointer<Int>? {
  let file = open(path, O_RDWR)
  let byteCount = 2 * MemoryLayout<Int>.size
  guard file >= 0,
    let start = mmap(nil, byteCount, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0),
    start != MAP_FAILED
  else { return nil }
  return start.bindMemory(to: Int.self, capacity: 2)
}

#if os(Linux)
  @MainActor func advance(to step: Int) {
    recorder.record(.advance(step), into: &work) { work, _ in work.step = step }
  }

  /// Records an action, then others in a child process, then two more.
  @MainActor func recordInAChild() -> Never {
    advance(to: 1)
    // An alarm ends the child if it waits forever for a lock that another thread held.
    let child = fork()
    if child == 0 {
      alarm(10)
      advance(to: 20)
      recorder.mark("of the child")
      recorder.close()
      print("child", work.step)
      exit(0)
    }
    waitpid(child, nil, 0)
    advance(to: 2)
    advance(to: 3)
    recorder.close()
    print("parent", recorder.statistics.actionCount)
    exit(0)
  }

  /// Records more than the process may write.
  @MainActor func recordBeyondALimit() -> Never {
    var limit = rlimit(rlim_cur: 65_536, rlim_max: 65_536)
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
    for step in 1...2000 { advance(to: step) }
    if let failure = recorder.failure { print(failure) }
    exit(0)
  }
#endif
