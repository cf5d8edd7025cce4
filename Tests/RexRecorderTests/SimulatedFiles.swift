import Foundation
import RexLocking
import RexLog
import TestSupport

/// A disk with seeded failures, at any call and after any byte.
///
/// Other processes delete or truncate the file only just before its status is read: a change
/// between that and the next write cannot be detected.
final class SimulatedFiles: FileSystem {
  /// The rates of failures, as one in a number of calls; nil for never.
  struct Mishaps {
    var shortWrite: Int?
    var interruption: Int?
    var failure: Int?
    var fullDisk: Int?
    var crash: Int?
    var disturbance: Int?
    /// The process dies after a number of bytes was written.
    var crashByteCount: Int?
    /// The process dies at the call with this number, from 0.
    var crashCall: Int?
    /// The call with this number fails; a write fails after a number of bytes.
    var failingCall: Int?
    var failingByteCount = 0

    /// Chooses some failures and their rates at random.
    init(from random: inout SeededGenerator) {
      for kind in [\Self.shortWrite, \.interruption, \.failure, \.fullDisk, \.crash, \.disturbance]
      where Bool.random(using: &random) {
        self[keyPath: kind] = [5, 40, 400].randomElement(using: &random)
      }
    }

    /// No failures.
    init() {}
  }

  fileprivate struct Disk {
    var random: SeededGenerator
    var mishaps: Mishaps
    var files: [[UInt8]] = []
    /// The contents of each file that certainly survive a loss of power.
    var flushed: [Int: [UInt8]] = [:]
    /// The files whose names certainly survive it.
    var flushedNames: Set<String> = []
    var numbers: [String: Int] = [:]
    var isCrashed = false
    var hasLostFiles = false
    /// The number of calls until there is free space again.
    var fullCount = 0
    var byteCountMax = 0
    var writtenByteCount = 0
    var callCount = 0
  }

  private let disk: Locked<Disk>

  init(_ mishaps: Mishaps, random: SeededGenerator) {
    disk = Locked(Disk(random: random, mishaps: mishaps))
  }

  /// Whether the process is dead, so that nothing it does reaches the disk.
  var isCrashed: Bool { disk.withLock(\.isCrashed) }

  /// Whether another process deleted a file, which the recorder does not notice at once.
  var hasLostFiles: Bool { disk.withLock(\.hasLostFiles) }

  /// Returns the contents of the file at the path.
  func contents(at path: String) -> [UInt8]? {
    disk.withLock { disk in disk.numbers[path].map { disk.files[$0] } }
  }

  /// The number of bytes written, including those of deleted files.
  var writtenByteCount: Int { disk.withLock(\.writtenByteCount) }

  /// The number of calls so far.
  var callCount: Int { disk.withLock(\.callCount) }

  /// Returns the names of a folder's entries, in order.
  func names(in folder: String) -> [String] { disk.withLock { $0.names(in: folder) } }

  /// The number of bytes in all files.
  var byteCount: Int {
    disk.withLock { disk in disk.numbers.values.reduce(0) { $0 + disk.files[$1].count } }
  }

  /// The maximum number of bytes so far.
  var byteCountMax: Int { disk.withLock(\.byteCountMax) }

  /// Stops all failures, and frees space.
  func calm() {
    disk.withLock { ($0.mishaps, $0.fullCount) = (Mishaps(), 0) }
  }

  func create(_ path: String) throws(SystemError) -> any WritableFile {
    let number = try disk.withLock { disk throws(SystemError) in
      try disk.call("create")
      guard disk.numbers[path] == nil else { throw .failed(operation: "create", code: EEXIST) }
      disk.disturbAny()
      if disk.happens(disk.mishaps.fullDisk) { throw .failed(operation: "create", code: ENOSPC) }
      disk.files.append([])
      disk.numbers[path] = disk.files.count - 1
      return disk.files.count - 1
    }
    return SimulatedFile(number: number, files: self)
  }

  func open(_ path: String) throws(SystemError) -> any ReadableFile {
    let number = try disk.withLock { disk throws(SystemError) in
      try disk.call("open")
      guard let number = disk.numbers[path] else {
        throw .failed(operation: "open", code: ENOENT)
      }
      return number
    }
    return SimulatedFile(number: number, files: self)
  }

  func remove(_ path: String) throws(SystemError) {
    try disk.withLock { disk throws(SystemError) in
      try disk.call("delete")
      guard disk.numbers.removeValue(forKey: path) != nil else {
        throw .failed(operation: "delete", code: ENOENT)
      }
    }
  }

  func sync(folder path: String) throws(SystemError) {
    try disk.withLock { disk throws(SystemError) in
      try disk.call("flush")
      disk.flushedNames.formUnion(disk.numbers.keys.filter { $0.hasPrefix(path + "/") })
    }
  }

  /// Simulates a loss of power: some of what was not flushed is lost, or everything.
  func losePower() { disk.withLock { $0.losePower() } }

  /// The bytes of all files that certainly survive a loss of power.
  var flushedByteCount: Int {
    disk.withLock { disk in
      disk.numbers.reduce(0) { count, file in
        let isNamed = disk.flushedNames.contains(file.key)
        return count + (isNamed ? disk.flushed[file.value]?.count ?? 0 : 0)
      }
    }
  }

  func makeFolder(_ path: String) throws(SystemError) -> Bool {
    try disk.withLock { disk throws(SystemError) in try disk.call("create") }
    return true
  }

  func removeFolder(_ path: String) throws(SystemError) {
    try disk.withLock { disk throws(SystemError) in try disk.call("delete") }
  }

  func names(inFolder path: String) throws(SystemError) -> [String] {
    try disk.withLock { disk throws(SystemError) in
      try disk.call("read")
      return disk.names(in: path)
    }
  }

  private struct SimulatedFile: WritableFile {
    let number: Int
    let files: SimulatedFiles

    func read(at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
      try files.disk.withLock { disk throws(SystemError) in
        try disk.call("read")
        return Array(disk.files[number].dropFirst(offset).prefix(count))
      }
    }

    func write(_ bytes: ArraySlice<UInt8>) throws(SystemError) -> Int {
      try files.disk.withLock { disk throws(SystemError) in
        try disk.write(bytes, to: number)
      }
    }

    func sync() throws(SystemError) {
      try files.disk.withLock { disk throws(SystemError) in
        try disk.call("flush")
        disk.flushed[number] = disk.files[number]
      }
    }

    func truncate(to byteCount: Int) throws(SystemError) {
      try files.disk.withLock { disk throws(SystemError) in
        try disk.call("truncate")
        disk.cut(number, to: byteCount)
      }
    }

    func byteCount() throws(SystemError) -> Int { try status().byteCount }

    func status() throws(SystemError) -> FileStatus {
      try files.disk.withLock { disk throws(SystemError) in
        try disk.call("stat")
        disk.disturb(number)
        return FileStatus(
          byteCount: disk.files[number].count, isDeleted: !disk.numbers.values.contains(number))
      }
    }
  }
}

extension SimulatedFiles.Disk {
  /// Starts a call, at which the process may die or which may fail.
  fileprivate mutating func call(_ operation: String) throws(SystemError) {
    if happens(mishaps.crash) || mishaps.crashCall == callCount { isCrashed = true }
    let fails = mishaps.failingCall == callCount
    callCount += 1
    guard !isCrashed, !fails, !happens(mishaps.failure) else {
      throw .failed(operation: operation, code: EIO)
    }
  }

  fileprivate mutating func write(
    _ bytes: ArraySlice<UInt8>, to number: Int
  ) throws(SystemError) -> Int {
    guard !isCrashed else { throw .failed(operation: "write", code: EIO) }
    if happens(mishaps.crash) {
      files[number] += somePrefix(of: bytes)
      isCrashed = true
    }
    if mishaps.failingCall == callCount {
      files[number] += bytes.prefix(mishaps.failingByteCount)
    }
    try call("write")
    if happens(mishaps.failure) {
      files[number] += somePrefix(of: bytes)
      throw .failed(operation: "write", code: EIO)
    }
    if happens(mishaps.interruption) { throw .failed(operation: "write", code: EINTR) }
    if happens(mishaps.fullDisk) { fullCount = Int.random(in: 1...20, using: &random) }
    if fullCount > 0 {
      fullCount -= 1
      throw .failed(operation: "write", code: ENOSPC)
    }
    var taken = happens(mishaps.shortWrite) ? somePrefix(of: bytes) : bytes
    if let room = mishaps.crashByteCount.map({ $0 - writtenByteCount }), taken.count > room {
      taken = taken.prefix(room)
      isCrashed = true
    }
    files[number] += taken
    writtenByteCount += taken.count
    byteCountMax = max(byteCountMax, numbers.values.reduce(0) { $0 + files[$1].count })
    return taken.count
  }

  fileprivate mutating func cut(_ number: Int, to byteCount: Int) {
    files[number].removeLast(max(0, files[number].count - byteCount))
  }

  fileprivate mutating func losePower() {
    isCrashed = true
    for (path, number) in numbers.sorted(by: { $0.key < $1.key }) {
      if !flushedNames.contains(path), Bool.random(using: &random) {
        numbers[path] = nil
        continue
      }
      let kept = flushed[number] ?? []
      let common = zip(kept, files[number]).prefix { $0 == $1 }.count
      // A file that was truncated meanwhile may have its old contents.
      let isAsBefore = common < kept.count && Bool.random(using: &random)
      let count = Int.random(in: common...files[number].count, using: &random)
      files[number] = isAsBefore ? kept : Array(files[number].prefix(count))
    }
  }

  fileprivate func names(in folder: String) -> [String] {
    numbers.keys.filter { $0.hasPrefix(folder + "/") }
      .map { String($0.dropFirst(folder.count + 1)) }.sorted()
  }

  /// Simulates changes of the file by other processes.
  fileprivate mutating func disturb(_ number: Int) {
    guard happens(mishaps.disturbance) else { return }
    if Bool.random(using: &random) {
      numbers = numbers.filter { $0.value != number }
      hasLostFiles = true
    } else {
      cut(number, to: Int.random(in: 0...files[number].count, using: &random))
    }
  }

  /// Simulates changes of any file by other processes.
  fileprivate mutating func disturbAny() {
    guard let path = numbers.keys.sorted().randomElement(using: &random) else { return }
    if let number = numbers[path] { disturb(number) }
  }

  fileprivate mutating func happens(_ oneIn: Int?) -> Bool {
    guard let oneIn else { return false }
    return Int.random(in: 0..<oneIn, using: &random) == 0
  }

  private mutating func somePrefix(of bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    bytes.prefix(Int.random(in: 0...bytes.count, using: &random))
  }
}
