import RexJSON

/// Writes the patch from one fragmented text to another.
///
/// Both texts come from one type, so they are mostly equal: they are read in parallel, shared
/// fragments are skipped, and only values with different structure are parsed and compared as
/// documents. If the operations are longer than replacing a value, the value is replaced. A whole
/// document that is an object is never replaced, so that the operations show what changed.
struct StateDiffer {
  var patch: PatchWriter

  init(_ patch: consuming PatchWriter) { self.patch = patch }

  /// Appends the patch from one document to another.
  mutating func compare(_ old: FragmentedText, _ new: FragmentedText) {
    if let old = old.onlyFragment, let new = new.onlyFragment {
      compareFragments(old, new)
    } else {
      compare(old.slice, new.slice)
    }
  }

  /// Appends the patch from one value to another.
  mutating func compare(_ old: TextSlice, _ new: TextSlice) {
    if old.isIdentical(to: new) { return }
    var oldCursor = TextCursor(old)
    var newCursor = TextCursor(new)
    compareValues(&oldCursor, &newCursor)
  }

  private mutating func compareValues(_ old: inout TextCursor, _ new: inout TextCursor) {
    switch (old.byte, new.byte) {
    case (Fragment.sentinel, Fragment.sentinel):
      compareFragments(old.takeFragment(), new.takeFragment())
    case (UInt8(ascii: "{"), UInt8(ascii: "{")):
      compareObjects(&old, &new)
    case (UInt8(ascii: "["), UInt8(ascii: "[")), (Fragment.sentinel, _), (_, Fragment.sentinel):
      compareAsDocuments(old.takeValue(), new.takeValue())
    default:
      let (oldValue, newValue) = (old.takeValue(), new.takeValue())
      if !oldValue.isIdentical(to: newValue) { patch.replaceHere(newValue) }
    }
  }

  private mutating func compareFragments(_ old: Fragment, _ new: Fragment) {
    if old === new { return }
    switch (old, new) {
    case (.value(let old), .value(let new)):
      compare(old.text.slice, new.text.slice)
    case (.list(let old), .list(let new)) where old.form == new.form:
      compareLists(old, new)
    default:
      compareAsDocuments(TextSlice(old), TextSlice(new))
    }
  }
}

extension StateDiffer {
  /// Compares two objects member by member, or by their keys if these differ.
  private mutating func compareObjects(_ old: inout TextCursor, _ new: inout TextCursor) {
    let (oldStart, newStart, checkpoint) = (old.position, new.position, patch.checkpoint)
    if !compareMembers(&old, &new) {
      patch.truncate(to: checkpoint)
      old.move(to: oldStart)
      new.move(to: newStart)
      compareMembers(of: old.takeValue(), and: new.takeValue())
    }
    replaceIfShorter(new.slice(from: newStart), since: checkpoint)
  }

  mutating func replaceIfShorter(_ value: TextSlice, since checkpoint: PatchWriter.Checkpoint) {
    if patch.isAtRoot, value.isObject { return }
    // The size without fragments is a lower bound, and takes no time to compute.
    guard patch.isLongerThanReplacing(since: checkpoint, valueByteCount: value.range.count),
      patch.isLongerThanReplacing(since: checkpoint, valueByteCount: value.byteCount)
    else { return }
    patch.truncate(to: checkpoint)
    patch.replaceHere(value)
  }

  /// Compares members in order; returns false at the first key that differs.
  ///
  /// After a member of the outermost object that differs, the rest of the text is usually equal. It
  /// is then skipped in one comparison.
  private mutating func compareMembers(_ old: inout TextCursor, _ new: inout TextCursor) -> Bool {
    let isOutermost = new.isAtStart
    repeat {
      old.skipByte()
      new.skipByte()
      guard old.byte == new.byte else { return false }
      if old.byte == UInt8(ascii: "}") { break }
      if !new.skipMember(sameIn: &old) {
        let key = new.takeKey()
        guard old.takeKey() == key else { return false }
        let parent = patch.enter(key: key)
        compareValues(&old, &new)
        patch.leave(to: parent)
        if isOutermost, new.skipRest(sameIn: &old) { return true }
      }
      guard old.byte == new.byte else { return false }
    } while old.byte == UInt8(ascii: ",")
    old.skipByte()
    new.skipByte()
    return true
  }

  private mutating func compareMembers(of old: TextSlice, and new: TextSlice) {
    let (oldMembers, newMembers) = (old.members, new.members)
    let oldValues = Dictionary(oldMembers) { _, last in last }
    let newKeys = Set(newMembers.map(\.0))
    for (key, _) in oldMembers where !newKeys.contains(key) {
      let parent = patch.enter(key: key)
      patch.removeHere()
      patch.leave(to: parent)
    }
    for (key, value) in newMembers {
      let parent = patch.enter(key: key)
      if let old = oldValues[key] { compare(old, value) } else { patch.addHere(value) }
      patch.leave(to: parent)
    }
  }
}

extension StateDiffer {
  /// The limit on the ratio of sizes; beyond it, a replacement is shorter than other operations.
  private static let sizeRatioMax = 8

  /// Parses both values and compares them as documents.
  private mutating func compareAsDocuments(_ old: TextSlice, _ new: TextSlice) {
    if old.isIdentical(to: new) { return }
    let (oldCount, newCount) = (old.byteCount, new.byteCount)
    let isAlike =
      patch.isAtRoot && new.isObject
      || oldCount / StateDiffer.sizeRatioMax <= newCount + 256
        && newCount / StateDiffer.sizeRatioMax <= oldCount + 256
    let newBytes = new.bytes
    guard isAlike, let oldDocument = try? JSON(parsing: old.bytes, limits: .largest),
      let newDocument = try? JSON(parsing: newBytes, limits: .largest)
    else { return patch.replaceHere(new) }
    let checkpoint = patch.checkpoint
    patch.append(JSONPatch(from: oldDocument, to: newDocument))
    replaceIfShorter(new, since: checkpoint)
  }
}

extension Fragment {
  fileprivate var isObject: Bool {
    switch self {
    case .list(let list): list.form == .members
    case .value(let value): value.text.slice.isObject
    }
  }
}

extension TextSlice {
  init(_ fragment: Fragment) {
    var text = FragmentedText()
    text.append(fragment)
    self = text.slice
  }

  /// Whether the value is an object, as text or as a fragment.
  fileprivate var isObject: Bool {
    guard !range.isEmpty else { return false }
    let byte = text.bytes[range.lowerBound]
    guard byte == Fragment.sentinel else { return byte == UInt8(ascii: "{") }
    return text.fragments[fragmentRange.lowerBound].isObject
  }

  /// The members of an object, each with its encoded key without quotes.
  fileprivate var members: [(ArraySlice<UInt8>, TextSlice)] {
    var cursor = TextCursor(self)
    var members: [(ArraySlice<UInt8>, TextSlice)] = []
    repeat {
      cursor.skipByte()
      if cursor.byte == UInt8(ascii: "}") { break }
      members.append((cursor.takeKey(), cursor.takeValue()))
    } while cursor.byte == UInt8(ascii: ",")
    return members
  }
}
