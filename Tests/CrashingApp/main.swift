// An app that records until it is killed, or until its reducer traps.
//
//   CrashingApp LOG PROGRESS WAY [TRAP]
//
// WAY is how it records: `changes`, `actions`, or changes in `background`. TRAP is the number of
// the action whose reducer traps.
//
// PROGRESS is a file of two numbers in shared memory, which outlives the process: how many reducers
// have begun, and how many actions the recorder has returned from.

import Foundation
import RexRecorder

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

struct Work: Codable {
  var step = 0
  var notes = Array(repeating: "a note that stays as it is", count: 20)

  enum Action: Codable {
    case advance(Int)
  }
}

guard let progress = sharedNumbers(at: CommandLine.arguments[2]) else { exit(2) }
let way = CommandLine.arguments[3]
let configuration = RecorderConfiguration(detail: way == "actions" ? .actions() : .changes)
let trap = CommandLine.arguments.dropFirst(4).first.flatMap { Int($0) }
let recorder = try Recorder<Work.Action, Work>(
  path: CommandLine.arguments[1], app: "Crashing",
  diffing: way == "background" ? .inBackground : .inline, configuration: configuration)
var work = Work()

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
