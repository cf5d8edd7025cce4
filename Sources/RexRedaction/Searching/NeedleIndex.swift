/// A search for many needles in one pass over a text.
///
/// It uses several Aho–Corasick automata (Communications of the ACM 18, 1975). New needles get an
/// automaton of their own, which is merged with others of about its size. So adding n needles takes
/// O(n log n) time.
///
///     text   x x x s e c r e t x x
///            ─────▶              ─▶   skipped: a filter of four bytes rules out a needle
///                  ──────────────▶   the automata run until they are back at their roots
struct NeedleIndex {
  private var automata: [NeedleAutomaton] = []
  private var filter = NeedleFilter()

  struct Match {
    var range: Range<Int>
    /// The index of the secret of the longest needle at the start of the range.
    var secret: Int
    /// Whether that needle is the whole range; false if needles overlap or it is truncated.
    var isWhole: Bool
    /// Whether the match is in base64 or hexadecimal digits.
    var isEncoded: Bool
  }

  var isEmpty: Bool { automata.isEmpty }

  /// Adds secrets with their indices, in plain, unescaped and encoded form.
  mutating func add(_ secrets: [(text: [UInt8], secret: Int)], unescapedBytesMin: Int = 1) {
    var needles: [NeedleAutomaton.Needle] = []
    for (text, secret) in secrets {
      let read = UnescapedText.unescaped(text)
      let forms = [read, read.withPlusAsSpace].filter { $0.count >= unescapedBytesMin }
      for form in Set([text] + forms) where !form.isEmpty {
        needles.append(.init(bytes: form, secret: secret))
      }
      guard text.count >= NeedleIndex.encodedBytesMin else { continue }
      for form in EncodedForms.all(of: text) {
        needles.append(.init(bytes: form, secret: secret, isEncoded: true))
      }
    }
    guard !needles.isEmpty else { return }
    filter.insert(needles.lazy.map(\.bytes))
    while let last = automata.last, last.needles.count <= NeedleIndex.growth * needles.count {
      needles += last.needles
      automata.removeLast()
    }
    automata.append(NeedleAutomaton(needles))
  }

  /// The minimum length for encoded forms; shorter ones would match unrelated text.
  private static let encodedBytesMin = 6

  /// The minimum ratio between the sizes of an automaton and the next one.
  private static let growth = 4

  /// Passes an offset in each possible match to a closure, from left to right, until it returns
  /// false.
  func forEachCandidate(in text: UnsafeBufferPointer<UInt8>, _ body: (Int) -> Bool) {
    var offset = filter.firstWindow(in: text, from: 0)
    while offset < text.count, body(offset) {
      offset = filter.firstWindow(in: text, from: offset + 1)
    }
  }

  /// Returns whether a text may contain a needle.
  func mayMatch(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    !isEmpty && filter.firstCandidate(in: text, from: 0) < text.count
  }

  /// Returns the matches in a text, from left to right; overlapping needles form one match.
  func matches(in text: UnsafeBufferPointer<UInt8>, work: inout Int) -> [Match] {
    if isEmpty { return [] }
    var offset = filter.firstCandidate(in: text, from: 0)
    guard offset < text.count else {
      work += text.count
      return []
    }
    var groups = NeedleGroups()
    var states = [Int32](repeating: 0, count: automata.count)
    var lastJump = 0
    while offset < text.count {
      work += offset - lastJump + automata.count
      var isAtRoot = true
      for index in automata.indices {
        let state = automata[index].next(states[index], text[offset], work: &work)
        states[index] = state
        guard state != 0 else { continue }
        isAtRoot = false
        if let needle = automata[index].longestNeedle(endingAt: state) {
          groups.add(needle, endingAt: offset + 1)
        }
      }
      offset += 1
      lastJump = offset
      if isAtRoot { offset = filter.firstCandidate(in: text, from: offset) }
    }
    work += text.count - lastJump
    return groups.matches
  }
}

/// Collects matches in the order of their ends, and merges overlapping ones.
private struct NeedleGroups {
  private(set) var matches: [NeedleIndex.Match] = []

  mutating func add(_ needle: NeedleAutomaton.Needle, endingAt end: Int) {
    var match = NeedleIndex.Match(
      range: (end - needle.bytes.count)..<end, secret: needle.secret, isWhole: true,
      isEncoded: needle.isEncoded)
    while let last = matches.last, last.range.upperBound > match.range.lowerBound {
      matches.removeLast()
      if last.range.lowerBound < match.range.lowerBound {
        match.range = last.range.lowerBound..<match.range.upperBound
        (match.secret, match.isWhole) = (last.secret, false)
        match.isEncoded = match.isEncoded || last.isEncoded
      }
    }
    matches.append(match)
  }
}

/// A Bloom filter that rules out most offsets of a text, by the hash of four bytes.
///
///     needle   s e c r e t        three windows of four bytes are known, so it is enough to check
///              s e c r            every third offset of a text
///                e c r e
///                  c r e t
private struct NeedleFilter {
  private var bits = [UInt64](repeating: 0, count: NeedleFilter.wordsMin)
  private var windows: Set<UInt32> = []
  /// The distance between two checked offsets, as large as the shortest needle allows; 0 if a
  /// needle is too short for the filter.
  private var stride = NeedleFilter.strideMax

  /// The minimum size, 8 KiB: with a few secrets, one offset in a thousand is a false positive.
  private static let wordsMin = 1024
  /// The maximum stride, which is also the number of windows of each needle.
  private static let strideMax = 6

  mutating func insert(_ needles: some Collection<[UInt8]>) {
    let shortest = needles.lazy.map(\.count).min() ?? .max
    stride = min(stride, max(0, shortest - 3))
    for needle in needles {
      needle.withUnsafeBufferPointer { needle in
        for offset in 0..<stride {
          let window = NeedleFilter.window(needle, offset)
          if windows.insert(window).inserted { set(window) }
        }
      }
    }
    // At most one bit of sixteen is set; the number of words is a power of two.
    guard windows.count > bits.count * 4 else { return }
    var count = bits.count
    while windows.count > count * 4 { count *= 2 }
    bits = [UInt64](repeating: 0, count: count)
    for window in windows { set(window) }
  }

  private mutating func set(_ window: UInt32) {
    let hash = hash(window)
    bits[hash &>> 6] |= 1 << UInt64(hash & 63)
  }

  /// Fibonacci hashing: the upper bits of the product depend on all four bytes.
  @inline(__always)
  private func hash(_ window: UInt32) -> Int {
    Int(truncatingIfNeeded: (UInt64(window) &* 0x9E37_79B9_7F4A_7C15) &>> 32)
      & (bits.count &* 64 &- 1)
  }

  @inline(__always)
  private static func window(_ bytes: UnsafeBufferPointer<UInt8>, _ offset: Int) -> UInt32 {
    UInt32(
      littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(
        fromByteOffset: offset, as: UInt32.self))
  }

  /// Returns the first offset at which a needle may begin; the text's end if there is none.
  func firstCandidate(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let window = firstWindow(in: text, from: start)
    return window == text.count ? window : max(start, window - max(0, stride - 1))
  }

  /// Returns the offset of the first window that a needle may have; the text's end if there is
  /// none.
  func firstWindow(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    if stride == 0 { return start }
    return bits.withUnsafeBufferPointer { bits in
      var offset = start
      while offset &+ 4 <= text.count {
        let hash = hash(NeedleFilter.window(text, offset))
        if bits[hash &>> 6] &>> UInt64(hash & 63) & 1 == 1 { return offset }
        offset &+= stride
      }
      return text.count
    }
  }
}

extension [UInt8] {
  /// The bytes with each `+` replaced by a space, as in form encoding.
  var withPlusAsSpace: [UInt8] {
    contains(UInt8(ascii: "+")) ? map { $0 == UInt8(ascii: "+") ? 0x20 : $0 } : self
  }
}
