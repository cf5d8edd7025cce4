public import RexJSON

extension JSONPatch {
  /// Creates the patch from one document to another, with the same bytes on every run.
  ///
  /// Equal documents give no operations. Arrays are aligned by the identity of their elements, so
  /// an insertion is one operation and an element at a new position is moved. If the operations are
  /// longer than replacing the value, the value is replaced. An object that is the whole document
  /// is never replaced, so that the operations show what changed. Copies and tests are never used.
  public init(from old: JSON, to new: JSON) {
    var differ = Differ()
    differ.compare(old, new)
    self.init(differ.operations)
  }
}

/// Collects the operations between two documents, starting at the root.
private struct Differ {
  private(set) var operations: [JSONPatch.Operation] = []
  private var byteCount = 0
  private var path = JSONPointer()
  private var pathByteCount = 0
  private var shifts = ArrayShifts()

  mutating func compare(_ old: JSON, _ new: JSON) {
    let (operationsBefore, bytesBefore) = (operations.count, byteCount)
    switch (old, new) {
    case (.array(let oldElements), .array(let newElements)):
      let outer = shifts
      shifts.elementCount = oldElements.count
      compare(oldElements, newElements)
      shifts.elementCount = outer.elementCount
      if shifts.areTooMany {
        shifts = outer
        operations.removeSubrange(operationsBefore...)
        byteCount = bytesBefore
        return emit(.replace(path, new), valueByteCount: new.byteCount)
      }
    case (.object(let old), .object(let new)): compare(old, new)
    default:
      if old != new { emit(.replace(path, new), valueByteCount: new.byteCount) }
      return
    }
    if path.tokens.isEmpty, case .object = new { return }
    let spent = byteCount - bytesBefore - JSONPatch.replaceByteCount - pathByteCount
    if spent > 0, let whole = new.byteCount(atMost: spent - 1) {
      operations.removeSubrange(operationsBefore...)
      byteCount = bytesBefore
      emit(.replace(path, new), valueByteCount: whole)
    }
  }

  private mutating func compare(_ old: JSONObject, _ new: JSONObject) {
    for (key, _) in old where new[key] == nil {
      descend(key) { $0.emit(.remove($0.path)) }
    }
    for (key, value) in new {
      descend(key) { differ in
        if let previous = old[key] {
          differ.compare(previous, value)
        } else {
          differ.emit(.add(differ.path, value), valueByteCount: value.byteCount)
        }
      }
    }
  }
}

extension Differ {
  private mutating func compare(_ old: [JSON], _ new: [JSON]) {
    let common = min(old.count, new.count)
    let head = (0..<common).first { old[$0] != new[$0] } ?? common
    let tail =
      (0..<common - head).first { old[old.count - 1 - $0] != new[new.count - 1 - $0] }
      ?? common - head
    let oldMiddle = old[head..<old.count - tail]
    let newMiddle = new[head..<new.count - tail]
    if oldMiddle.count == 1, newMiddle.count == 1 {
      descend(String(head)) { $0.compare(old[head], new[head]) }
    } else if !oldMiddle.isEmpty || !newMiddle.isEmpty {
      rearrange(oldMiddle, ArrayAlignment(from: oldMiddle, to: newMiddle), newMiddle)
    }
  }

  private mutating func rearrange(
    _ old: ArraySlice<JSON>, _ alignment: ArrayAlignment, _ new: ArraySlice<JSON>
  ) {
    let head = old.startIndex
    for step in alignment.steps(oldCount: old.count) {
      switch step {
      case .remove(let index):
        shifts.remove(head + index)
        descend(String(head + index)) { $0.emit(.remove($0.path)) }
      case .move(let from, let to):
        shifts.remove(head + from)
        shifts.add(head + to)
        emitMove(from: head + from, to: head + to)
      case .add(let index, let position):
        let value = new[head + position]
        shifts.add(head + index)
        descend(String(head + index)) {
          $0.emit(.add($0.path, value), valueByteCount: value.byteCount)
        }
      case .edit(let oldPosition, let position):
        descend(String(head + position)) {
          $0.compare(old[head + oldPosition], new[head + position])
        }
      }
    }
  }

  private mutating func emitMove(from: Int, to: Int) {
    let from = path.appending(from)
    descend(String(to)) { $0.emit(.move(from: from, path: $0.path)) }
  }
}

extension JSONPatch {
  /// The size of `{"op":"replace","path":"","value":},` without the path and the value.
  static let replaceByteCount = 36
}

extension Differ {
  private mutating func descend(_ token: String, _ body: (inout Differ) -> Void) {
    let byteCount = token.pointerByteCount
    path.tokens.append(token)
    pathByteCount += byteCount
    body(&self)
    path.tokens.removeLast()
    pathByteCount -= byteCount
  }

  private mutating func emit(_ operation: JSONPatch.Operation, valueByteCount: Int = 0) {
    operations.append(operation)
    // Like `replaceByteCount`, the numbers are sizes of text without paths and value.
    switch operation {
    case .remove: byteCount += 26 + pathByteCount
    case .move(let from, _):
      byteCount += 34 + pathByteCount + from.tokens.reduce(0) { $0 + $1.pointerByteCount }
    case .add: byteCount += 32 + pathByteCount + valueByteCount
    default: byteCount += JSONPatch.replaceByteCount + pathByteCount + valueByteCount
    }
  }
}

extension String {
  /// The size of the text as a pointer's token inside a JSON string, with its slash, in bytes.
  fileprivate var pointerByteCount: Int {
    utf8.reduce(JSON.string(self).byteCount - 1) {
      $0 + ($1 == UInt8(ascii: "~") || $1 == UInt8(ascii: "/") ? 1 : 0)
    }
  }
}
