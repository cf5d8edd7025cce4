import RexDiff
import RexJSON

/// A patch's operations and places without its values, which are long and seldom asked for.
struct PatchOutline {
  /// The operations; in place of each value is null.
  let operations: [JSONPatch.Operation]

  /// Reads a patch's text; nil where it is no patch, or not as writers write it.
  init?(_ text: UnsafeRawBufferPointer) {
    do throws(JSONError) {
      let index = try JSONIndex.scanning(text)
      guard let operations = index.operations(in: text) else { return nil }
      self.operations = operations
    } catch {
      return nil
    }
  }
}

extension JSONIndex {
  fileprivate borrowing func operations(
    in text: UnsafeRawBufferPointer
  ) -> [JSONPatch.Operation]? {
    guard entries[0].kind == .array else { return nil }
    var operations: [JSONPatch.Operation] = []
    var place = 1
    while place < count {
      let end = Int(entries[place].next)
      guard entries[place].kind == .object, let operation = operation(from: place, to: end, text)
      else { return nil }
      operations.append(operation)
      place = end
    }
    return operations
  }

  private borrowing func operation(
    from place: Int, to end: Int, _ text: UnsafeRawBufferPointer
  ) -> JSONPatch.Operation? {
    var (name, path, from): (String?, JSONPointer?, JSONPointer?)
    var key = place + 1
    while key < end {
      switch document(at: key, in: text).string {
      case "op"?: name = document(at: key + 1, in: text).string
      case "path"?: path = document(at: key + 1, in: text).string.flatMap { JSONPointer($0) }
      case "from"?: from = document(at: key + 1, in: text).string.flatMap { JSONPointer($0) }
      default: break
      }
      key = Int(entries[key + 1].next)
    }
    switch (name, path, from) {
    case ("add"?, let path?, _): return .add(path, .null)
    case ("remove"?, let path?, _): return .remove(path)
    case ("replace"?, let path?, _): return .replace(path, .null)
    case ("test"?, let path?, _): return .test(path, .null)
    case ("move"?, let path?, let from?): return .move(from: from, path: path)
    case ("copy"?, let path?, let from?): return .copy(from: from, path: path)
    default: return nil
    }
  }
}

extension JSONPatch.Operation {
  /// Whether the operation neither changes nor shifts what is at a place.
  func isBeside(_ pointer: JSONPointer) -> Bool {
    [path, from].compactMap(\.self).allSatisfy { place in
      ChangeReach(of: place, to: pointer) == nil && !(shifts && place.mayShift(pointer))
    }
  }

  /// Whether the value at a place may have been in another one before.
  func mayRelocate(_ pointer: JSONPointer) -> Bool {
    let places = [path, from].compactMap(\.self)
    // What happens inside the value does not.
    if places.allSatisfy({ $0.tokens.count > pointer.tokens.count && isBelow($0, pointer) }) {
      return false
    }
    switch self {
    case .test: return false
    case .move, .copy: return true
    case .add, .remove, .replace:
      if shifts, path.mayShift(pointer) { return true }
      // Elements of an array that is written with what is around it are known by their ids.
      let rest = pointer.tokens(below: path) ?? []
      return rest.contains { JSONPointer.arrayIndex($0) != nil }
    }
  }

  private func isBelow(_ place: JSONPointer, _ pointer: JSONPointer) -> Bool {
    place.tokens(below: pointer) != nil
  }

  /// Whether it may insert or remove an element.
  private var shifts: Bool {
    switch self {
    case .replace, .test: false
    default: true
    }
  }
}

extension JSONPointer {
  /// Whether inserting or removing an element here may shift another place.
  fileprivate func mayShift(_ other: JSONPointer) -> Bool {
    guard let last = tokens.last, last == "-" || JSONPointer.arrayIndex(last) != nil else {
      return false
    }
    return other.tokens.count >= tokens.count && other.tokens(below: parent) != nil
  }
}
