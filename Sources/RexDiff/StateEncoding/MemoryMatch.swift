/// Which values of an old buffer stand again in a new one, byte for byte.
///
///     old   a b c d e f        new   a b x d c f
///           head 2 ┘   tail 1        middle  x→none  d→1  c→0     counted from the old middle
struct MemoryMatch {
  /// How many values are the same at the start and at the end.
  private(set) var head: Int
  private(set) var tail: Int
  /// For each new value between them, its old place after the head; none is -1.
  private(set) var partners: [Int32]

  init(_ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer, _ memory: ValueMemory) {
    let stride = memory.stride
    head = memory.commonHead(old, new)
    let oldRest = UnsafeRawBufferPointer(rebasing: old[(head * stride)...])
    let newRest = UnsafeRawBufferPointer(rebasing: new[(head * stride)...])
    tail = memory.commonTail(oldRest, newRest)
    let oldCount = oldRest.count / stride - tail
    let newCount = newRest.count / stride - tail
    partners = [Int32](repeating: -1, count: newCount)
    guard oldCount > 0, newCount > 0, oldCount + newCount > 2,
      let oldStart = oldRest.baseAddress, let newStart = newRest.baseAddress
    else { return }
    var isTaken = [Bool](repeating: false, count: oldCount)
    if oldCount == newCount {
      for index in 0..<newCount
      where memory.areEqual(oldStart + index * stride, newStart + index * stride) {
        partners[index] = Int32(index)
        isTaken[index] = true
      }
    }
    matchByHash(oldStart, newStart, isTaken, memory)
  }

  /// How many values would have to be copied, or taken out, to make the old ones the new ones.
  func changeCount(from oldCount: Int, to newCount: Int) -> Int {
    guard oldCount == newCount else { return max(oldCount - head - tail, partners.count) }
    var count = 0
    for place in partners.indices where Int(partners[place]) != place { count += 1 }
    return count
  }

  /// Matches what is still loose, wherever it stands; equal values in their order.
  private mutating func matchByHash(
    _ old: UnsafeRawPointer, _ new: UnsafeRawPointer, _ isTaken: [Bool], _ memory: ValueMemory
  ) {
    var first: [UInt64: Int32] = [:]
    var next = [Int32](repeating: -1, count: isTaken.count)
    for index in isTaken.indices.reversed() where !isTaken[index] {
      let hash = memory.hash(old + index * memory.stride)
      next[index] = first.updateValue(Int32(index), forKey: hash) ?? -1
    }
    guard !first.isEmpty else { return }
    for index in partners.indices where partners[index] < 0 {
      let value = new + index * memory.stride
      let hash = memory.hash(value)
      guard let partner = first[hash], partner >= 0,
        memory.areEqual(old + Int(partner) * memory.stride, value)
      else { continue }
      partners[index] = partner
      first[hash] = next[Int(partner)]
    }
  }
}
