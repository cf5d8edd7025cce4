/// The last change at each path, to find answers that came late.
///
///     #10 load            asks the server
///     #12 edit            changes /title
///     #15 loaded ← 10     changes /title as well: it is late, since it does not know of #12
struct RecentChanges {
  /// An action, as its effects need it.
  private struct Known {
    var cause: Int?
    var type: Int
  }

  /// The last changes are in two parts; when the new one is full, the old one is dropped.
  private struct Part {
    /// The last action that changed the value at a path.
    var at: [String: Int] = [:]
    /// The last action that changed something inside it.
    var inside: [String: Int] = [:]
    var actions: [Int: Known] = [:]

    var isFull: Bool { at.count + inside.count + actions.count >= RecentChanges.partMax }
  }

  private var (new, old) = (Part(), Part())

  /// Paths and actions of a part.
  private static let partMax = 50_000
  /// The longest chain of causes that is followed; what has a longer one is not called late.
  private static let chainMax = 100

  /// Adds an action and the paths that it changed.
  mutating func add(_ seq: Int, cause: Int?, type: Int, _ paths: [String]) {
    if new.isFull { (new, old) = (Part(), new) }
    new.actions[seq] = Known(cause: cause, type: type)
    for path in paths {
      new.at[path] = seq
      for parent in path.parents { new.inside[parent] = seq }
    }
  }

  /// The last action after an action's cause, but not caused by it, that changed the value at a
  /// path, something inside it, or what it is inside; nil if none is known.
  func change(of path: String, since cause: Int) -> (seq: Int, type: Int)? {
    let inside = new.inside[path] ?? old.inside[path]
    let seqs = ([seq(at: path), inside] + path.parents.map(seq(at:))).compactMap(\.self).filter {
      $0 > cause && !isEffect($0, of: cause)
    }
    return seqs.max().flatMap { seq in known(seq).map { (seq, $0.type) } }
  }

  private func seq(at path: String) -> Int? { new.at[path] ?? old.at[path] }

  private func known(_ seq: Int) -> Known? { new.actions[seq] ?? old.actions[seq] }

  /// Whether an action was caused by another, directly or not, as far as that is known.
  private func isEffect(_ seq: Int, of cause: Int) -> Bool {
    var next = seq
    for _ in 0..<Self.chainMax {
      guard let known = known(next) else { return true }
      guard let earlier = known.cause, earlier >= cause else { return false }
      if earlier == cause { return true }
      next = earlier
    }
    return true
  }
}

extension String {
  /// The paths of what a path is inside, up to the whole state.
  fileprivate var parents: [String] {
    utf8.indices.filter { utf8[$0] == UInt8(ascii: "/") }.map { String(self[..<$0]) }
  }
}
