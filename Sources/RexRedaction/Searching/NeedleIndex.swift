/// Many texts to be found in one pass over another.
///
/// An automaton of Aho and Corasick (Communications of the ACM 18, 1975), in several parts: a new
/// needle is a part of its own, and parts of about its size become one with it. So adding takes
/// time in proportion to the needles, times the logarithm of their number.
///
///     text   x x x s e c r e t x x
///            ─────▶              ─▶   no needle begins so, by a filter of four bytes
///                  ──────────────▶   the automaton, from where one may begin to its root
struct NeedleIndex {
  private var parts: [NeedleAutomaton] = []
  private var filter = NeedleFilter()

  struct Match {
    var range: Range<Int>
    /// The number of the longest needle that begins the range.
    var secret: Int
    /// Whether it is the whole range; else others overlap it.
    var isWhole: Bool
    /// Whether it stands there in base64 or in hexadecimal digits.
    var isEncoded: Bool
  }

  var isEmpty: Bool { parts.isEmpty }

  /// Adds texts under numbers of the caller's: plain, with their escapes read, and encoded.
  mutating func add(_ secrets: [(text: [UInt8], number: Int)], unescapedBytesMin: Int = 1) {
    var needles: [NeedleAutomaton.Needle] = []
    for (text, number) in secrets {
      let read = UnescapedText.reading(text)
      let forms = [read, read.readingPlus].filter { $0.count >= unescapedBytesMin }
      for form in Set([text] + forms) where !form.isEmpty {
        needles.append(.init(bytes: form, secret: number))
      }
      guard text.count >= NeedleIndex.encodedBytesMin else { continue }
      for form in EncodedForms.all(of: text) {
        needles.append(.init(bytes: form, secret: number, isEncoded: true))
      }
    }
    guard !needles.isEmpty else { return }
    filter.insert(needles.lazy.map(\.bytes))
    while let last = parts.last, last.needles.count <= NeedleIndex.growth * needles.count {
      needles += last.needles
      parts.removeLast()
    }
    parts.append(NeedleAutomaton(needles))
  }

  /// What a shorter text is in base64 or in hexadecimal digits is too short to mean anything.
  private static let encodedBytesMin = 6

  /// A part is at least so many times as large as the next.
  private static let growth = 4

  /// Gives a place in each needle that may be in a text, from left to right, until no more are
  /// wanted.
  func look(at text: UnsafeBufferPointer<UInt8>, _ body: (Int) -> Bool) {
    var offset = filter.firstWindow(in: text, from: 0)
    while offset < text.count, body(offset) {
      offset = filter.firstWindow(in: text, from: offset + 1)
    }
  }

  /// Whether a needle may begin somewhere in a text.
  func mayMatch(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    !isEmpty && filter.firstCandidate(in: text, from: 0) < text.count
  }

  /// The needles in a text, from left to right; those that overlap are one match.
  func matches(in text: UnsafeBufferPointer<UInt8>, work: inout Int) -> [Match] {
    if isEmpty { return [] }
    var offset = filter.firstCandidate(in: text, from: 0)
    guard offset < text.count else {
      work += text.count
      return []
    }
    var groups = NeedleGroups()
    var states = [Int32](repeating: 0, count: parts.count)
    var lastJump = 0
    while offset < text.count {
      work += offset - lastJump + parts.count
      var isAtRoot = true
      for index in parts.indices {
        let state = parts[index].next(states[index], text[offset], work: &work)
        states[index] = state
        guard state != 0 else { continue }
        isAtRoot = false
        if let needle = parts[index].longestNeedle(endingAt: state) {
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

/// Matches as they come, by their ends; overlapping ones become one.
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

/// Tells most places of a text at which no needle begins, by the hash of four bytes.
///
///     needle   s e c r e t        four bytes of it at each of three places are known, so a text
///              s e c r            is looked at in every third place
///                e c r e
///                  c r e t
private struct NeedleFilter {
  private var bits = [UInt64](repeating: 0, count: NeedleFilter.wordsMin)
  private var windows: Set<UInt32> = []
  /// How many places of a text are passed over at once; 0 where any place may begin a needle.
  private var stride = NeedleFilter.strideMax

  /// Eight kilobytes: of some secrets, one place in a thousand is looked at for nothing.
  private static let wordsMin = 1024
  /// No needle that a vault remembers is shorter than three windows.
  private static let strideMax = SecretVault.rememberedBytesMin - 3

  mutating func insert(_ needles: some Sequence<[UInt8]>) {
    for needle in needles {
      let places = min(needle.count - 3, NeedleFilter.strideMax)
      stride = max(0, min(stride, places))
      needle.withUnsafeBufferPointer { needle in
        for place in 0..<max(0, places) {
          let window = NeedleFilter.window(needle, place)
          if windows.insert(window).inserted { set(window) }
        }
      }
    }
    // One bit of sixteen is set at most, in as many words as the next power of two.
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

  @inline(__always)
  private func hash(_ window: UInt32) -> Int {
    Int(truncatingIfNeeded: (window &* 0x9E37_79B1) &>> 7) & (bits.count &* 64 &- 1)
  }

  @inline(__always)
  private static func window(_ bytes: UnsafeBufferPointer<UInt8>, _ offset: Int) -> UInt32 {
    UInt32(
      littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(
        fromByteOffset: offset, as: UInt32.self))
  }

  /// The first place from another on at which a needle may begin; the end when there is none.
  func firstCandidate(in text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let window = firstWindow(in: text, from: start)
    return window == text.count ? window : max(start, window - max(0, stride - 1))
  }

  /// The first window from a place on that a needle may have; the end when there is none.
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
  /// The bytes of a form, in which `+` is a space.
  var readingPlus: [UInt8] {
    contains(UInt8(ascii: "+")) ? map { $0 == UInt8(ascii: "+") ? 0x20 : $0 } : self
  }
}
