import RexJSON
import RexQuery

extension JSONPointer {
  /// The pointer with `-`, the end of an array, replaced by the index of the last element.
  func resolvingEnd(in state: JSON) -> JSONPointer {
    guard tokens.last == "-", let elements = state[parent]?.array else { return self }
    return parent.appending(max(elements.count - 1, 0))
  }

  /// This position before the removal of a value; `state` is the state before it.
  func beforeRemoval(at path: JSONPointer, in state: JSON) -> JSONPointer {
    state.isArray(at: path.parent) ? shifted(at: path, by: 1) : self
  }

  /// This position before the insertion of a value; `state` is the state after it.
  func beforeInsertion(at path: JSONPointer, in state: JSON) -> JSONPointer {
    state.isArray(at: path.parent) ? shifted(at: path, by: -1) : self
  }

  /// This position after a shift of the elements from `path` on; the same if it is in none of them.
  func shifted(at path: JSONPointer, by distance: Int) -> JSONPointer {
    guard let last = path.tokens.last, let first = JSONPointer.arrayIndex(last),
      let rest = tokens(below: path.parent), let index = rest.first.flatMap(JSONPointer.arrayIndex),
      index > first || index == first && distance > 0
    else { return self }
    // A position beyond all elements can be any number.
    let (moved, isOverflowing) = index.addingReportingOverflow(distance)
    if isOverflowing { return self }
    var shifted = self
    shifted.tokens[rest.startIndex] = String(moved)
    return shifted
  }
}

extension JSON {
  /// Whether there is an array at a position.
  func isArray(at pointer: JSONPointer) -> Bool { self[pointer]?.array != nil }

  /// The tokens of a value in the document that was replaced; nil if the value is new.
  ///
  /// - Parameter tokens: the value's tokens in the new document.
  static func origin(
    of tokens: ArraySlice<String>, from old: JSON?, to new: JSON
  ) -> [String]? {
    var (old, new) = (old, Optional(new))
    var origin: [String] = []
    for (position, token) in zip(tokens.indices, tokens) {
      switch new {
      case .array(let elements)?:
        guard let index = JSONPointer.arrayIndex(token), index < elements.count else {
          return origin + tokens[position...]
        }
        guard let before = old?.array, let found = elements.origin(of: index, in: before) else {
          return nil
        }
        origin.append(String(found))
        (old, new) = (before[found], elements[index])
      case .object(let members)?:
        origin.append(token)
        (old, new) = (old?[token], members[token])
      default:
        // There is no value here now, so the names are kept.
        return origin + tokens[position...]
      }
    }
    return origin
  }
}

extension [JSON] {
  /// The index of an element in the array that this one replaced; nil if it is new.
  ///
  /// Elements are matched by `id`, repeated ids in order; without an `id`, by index.
  func origin(of index: Int, in old: [JSON]) -> Int? {
    guard let id = self[index].elementID else {
      return index < old.count && old[index].elementID == nil ? index : nil
    }
    let before = self[..<index].count { $0.elementID == id }
    return old.indices.lazy.filter { old[$0].elementID == id }.dropFirst(before).first
  }
}
