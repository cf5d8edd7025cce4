// A tool whose reducer does what none should: traps, exits, hangs, prints, depends on chance.
//
//   MisbehavingApp verify LOG…        LOG is of the app Misbehaving
//   MISBEHAVING_BUILD=differs …       its reducer does something else with the fifth action
//   MISBEHAVING_BUILD=undecodable …   its state has another type
//   MISBEHAVING_BUILD=from-start …    it begins with its initial state alone
//   MISBEHAVING_BUILD=newer …         its logs had another name for `trap`
//
// Every action adds 1 to `n`, as recorded, and then does what its name says.

import Foundation
import RexCommands

struct Work: Codable {
  var n = 0
  var texts: [String] = []
  var number = 0.0
  var state = Poison()
}

/// A value whose decoder traps.
struct Poison: Codable {
  var isPoisoned = false

  init() {}

  init(from decoder: any Decoder) throws {
    isPoisoned = try decoder.singleValueContainer().decode(Bool.self)
    precondition(!isPoisoned, "poisoned")
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(isPoisoned)
  }
}

enum Misbehaviour: Codable {
  case add, trap, hang, eat, fork, forkAndHang, shutDescriptors, complain, read
  case takeInputs
  case set, coin, clock, clockText, random, uuid, zone
  case exit(Int32)
  case say(String)
  case kill(Int32)
  case tell(String)
  /// Remembers a number outside the state, where `recall` finds it.
  case remember(Int)
  case recall
  /// Traps in one of the time zones of `verify --runs`.
  case trapAbroad
  /// Traps everywhere, but for another reason in that time zone.
  case trapAnywhere
  case addText(String)
  /// Depends on the order of the set.
  case collect(Set<String>)
  /// Takes a twentieth of a second.
  case nap
  /// Traps if the text was added.
  case trapAt(String)
  /// Traps if the text was not added.
  case needText(String)
  /// Traps in one way if a text was added, and in another way if not.
  case pick
  /// Traps with a message that has the number of actions in it.
  case trapCounting
}

/// State outside the state, which a reducer should not have.
nonisolated(unsafe) var memory: Set<Int> = []

struct Complaint: Error {
  var number: UInt64
}

/// Which of several builds this is to be: one whose reducer differs, or that cannot decode.
let build = ProcessInfo.processInfo.environment["MISBEHAVING_BUILD"] ?? ""

func misbehave(_ action: Misbehaviour, _ work: inout Work) throws {
  work.n += 1
  if build == "differs", work.n == 5 { work.number = 1 }
  switch action {
  case .add: break
  case .trap: fatalError("as the test asked")
  case .exit(let status): exit(status)
  case .hang: while true { sleep(1) }
  case .eat: eat()
  case .say(let text): FileHandle.standardOutput.write(Data(text.utf8))
  case .kill(let signal): kill(getpid(), signal)
  case .read: precondition(readLine() == nil, "a reducer reads nothing")
  case .fork: _ = forkProcess()
  case .forkAndHang: if forkProcess() == 0 { while true { sleep(1) } }
  case .set: work.texts = Array(Set((0..<12).map { "tag \($0)" }))
  case .takeInputs:
    work.texts = [Inputs().uuid().uuidString]
    work.number = Inputs().now.timeIntervalSinceReferenceDate
  case .coin: work.texts = Array(Set(["heads", "tails"]))
  case .clock: work.number = Date().timeIntervalSince1970
  case .random: work.number = Double(UInt64.random(in: 1...1_000_000))
  case .uuid: work.texts = [UUID().uuidString]
  case .clockText: work.texts = [Date().formatted(.iso8601)]
  case .zone: work.texts = [timeOfDay()]
  case .complain: throw Complaint(number: .random(in: 0 ... .max))
  case .tell(let path): try? "\(getpid())".write(toFile: path, atomically: true, encoding: .utf8)
  case .remember(let number): memory.insert(number)
  case .recall: if memory.isSuperset(of: [1, 2]) { work.number = 7 }
  case .trapAbroad:
    precondition(ProcessInfo.processInfo.environment["TZ"] != "Asia/Kolkata", "it is abroad")
  case .trapAnywhere:
    let isAbroad = ProcessInfo.processInfo.environment["TZ"] == "Asia/Kolkata"
    fatalError(isAbroad ? "it is abroad" : "it is at home")
  case .addText(let text): work.texts.append(text)
  case .collect(let texts): work.texts = Array(texts)
  case .nap: usleep(50_000)
  case .trapAt(let text): precondition(!work.texts.contains(text), "it is there")
  case .needText(let text):
    precondition(work.texts.contains(text), "it is not there")
    work.number = 3
  case .pick:
    if work.texts.isEmpty { fatalError("nothing to pick") }
    _ = work.texts[work.n]
  case .trapCounting: fatalError("after \(work.n) actions, at 0x\(work.n)")
  case .shutDescriptors: for number in 0..<64 { close(Int32(number)) }
  }
}

/// A recorded moment as a clock shows it.
func timeOfDay() -> String {
  var time = tm()
  var seconds = time_t(1_700_000_000)
  localtime_r(&seconds, &time)
  return "\(time.tm_hour):\(10 + time.tm_min % 50)"
}

func eat() {
  var meals: [[UInt8]] = []
  while true { meals.append(Array(repeating: UInt8(meals.count & 0xff), count: 1 << 24)) }
}

/// Calls `fork`, which Swift does not let code call by its name.
func forkProcess() -> Int32 {
  let handle = dlopen(nil, RTLD_NOW)
  guard let symbol = dlsym(handle, "fork") else { return -1 }
  return unsafeBitCast(symbol, to: (@convention(c) () -> Int32).self)()
}

let app =
  switch build {
  case "undecodable": ReplayableApp(name: "Misbehaving") { (_: Misbehaviour, _: inout [Int]) in }
  case "newer":
    ReplayableApp(
      name: "Misbehaving",
      migrations: [Migration(before: "2.0", action: [.renameCase("burst", to: "trap")])],
      reducer: misbehave)
  case "from-start": ReplayableApp(name: "Misbehaving", initial: Work(), reducer: misbehave)
  default: ReplayableApp(name: "Misbehaving", reducer: misbehave)
  }
ReplayCommandLine(name: "misbehaving", apps: [app]).main()
