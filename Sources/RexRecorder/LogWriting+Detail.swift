import RexActions
import RexJSON

/// How much the log tells of the states.
///
///     nothing ──start──▶ changes ◀──────── detail ────────▶ actions ◀──start── nothing
///                                                            │  ▲
///                an action that only a patch can tell of     ▼  │    a keyframe would be due
///                                                      changesForAWhile
///
/// A keyframe leads from actions to changes. So that such keyframes stay few, changes are then told
/// until the next one is due by its size.
extension LogWriting {
  /// How the log tells the states.
  enum Following {
    /// Not at all: before the start, and in an absence.
    case nothing
    /// By patches.
    case changes
    /// By patches up to the next keyframe, since an action needed one where they are not asked for.
    case changesForAWhile
    /// By keyframes alone.
    case actions
  }

  /// Makes ready to tell an action's patch, or to do without; false when that fails.
  func prepare(for state: State, needsPatch: Bool) -> Bool {
    switch (detail, following) {
    case (.changes, .actions):
      return attempt { () throws(RecorderFailure) in
        try follow(state, by: .changes)
      }
    case (.actions, .actions) where needsPatch:
      return attempt { () throws(RecorderFailure) in
        try follow(state, by: .changesForAWhile)
      }
    case (.actions, .changes):
      if needsPatch { following = .changesForAWhile } else { stopFollowing() }
    case (.changes, .changesForAWhile): following = .changes
    default: break
    }
    return true
  }

  /// Writes a state that nothing in the log leads to.
  func writeStart(of state: State) throws(RecorderFailure) {
    isLastUntold = false
    guard case .actions = detail else { return try follow(state, by: .changes) }
    try writeLoneKeyframe(of: state)
    stopFollowing()
  }

  /// Writes an entry for a state that was set from outside.
  func noticeReplacement(by state: State, source: ActionSource?) {
    let (type, description) = ("replaceState", "the state was set from outside")
    // During a pause nothing else tells that there is more to make up for than actions.
    if case .absent = phase, following == .actions { forgetStates() }
    guard case .idle = phase, following == .actions else {
      return noticeChange(to: state, type: type, because: description, source: source)
    }
    attempt { () throws(RecorderFailure) in
      _ = try writeOpaque(type, because: description, source: source, patch: nil)
      try writeLoneKeyframe(of: state)
    }
  }

  /// Writes a keyframe where actions alone are told, when bytes and actions since the last allow.
  func writeLoneKeyframeIfDue(of state: State) throws(RecorderFailure) {
    guard case .actions(let count) = detail,
      lastSeq - keyframeSeq >= count || output.isSegmentDue(at: timeMs)
    else { return }
    try writeLoneKeyframe(of: state)
  }

  /// Tells no patches any more.
  func stopFollowing() { (states, following) = (nil, .actions) }

  /// Knows nothing any more of the state that the log has led to.
  func forgetStates() { (states, following) = (nil, .nothing) }

  private func follow(
    _ state: State, by following: Following
  ) throws(RecorderFailure) {
    states = try encoder(of: state)
    self.following = following
    try writeKeyframe(as: .start)
  }

  /// Writes a state that is not kept.
  func writeLoneKeyframe(of state: State) throws(RecorderFailure) {
    let document: [UInt8]
    do {
      document = try filtering.whileEncoding { try JSONDocumentEncoder().encodeBytes(state) }
    } catch {
      throw .state(String(describing: error))
    }
    try writeKeyframe(as: .start, document: document)
  }
}
