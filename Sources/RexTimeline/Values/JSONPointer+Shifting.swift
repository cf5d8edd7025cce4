import RexJSON

extension JSONPointer {
  /// The place of the container; the root's own is the root.
  var parent: JSONPointer { JSONPointer(tokens: tokens.dropLast()) }

  /// The tokens behind another place that holds this one, or is it; nil where it does not.
  func tokens(below other: JSONPointer) -> [String]? {
    guard tokens.count >= other.tokens.count,
      zip(tokens, other.tokens).allSatisfy({ $0.hasSameBytes(as: $1) })
    else { return nil }
    return Array(tokens[other.tokens.count...])
  }

  /// The place with `-`, the end of an array, as the index of the last element.
  func resolvingEnd(in state: JSON) -> JSONPointer {
    guard tokens.last == "-", let elements = state[parent]?.array else { return self }
    return parent.appending(max(elements.count - 1, 0))
  }

  /// This place before a value was removed; `state` is the one before.
  func removed(at path: JSONPointer, in state: JSON) -> JSONPointer {
    state.isArray(at: path.parent) ? shifted(at: path, by: 1) : self
  }

  /// This place before a value was inserted; `state` is the one after.
  func inserted(at path: JSONPointer, in state: JSON) -> JSONPointer {
    state.isArray(at: path.parent) ? shifted(at: path, by: -1) : self
  }

  /// The place when the elements from one on are shifted, where it is one of them or in one.
  func shifted(at path: JSONPointer, by distance: Int) -> JSONPointer {
    let depth = path.tokens.count - 1
    guard depth >= 0, tokens.count > depth, tokens(below: path.parent) != nil,
      let index = JSONPointer.arrayIndex(tokens[depth]),
      let first = JSONPointer.arrayIndex(path.tokens[depth]),
      index >= (distance > 0 ? first : first + 1)
    else { return self }
    var shifted = self
    shifted.tokens[depth] = String(index + distance)
    return shifted
  }
}

extension JSON {
  /// Whether there is an array at a place.
  func isArray(at pointer: JSONPointer) -> Bool { self[pointer]?.array != nil }

  /// Where a value in a replaced document was, by the tokens that lead to it now; nil if nowhere.
  static func origin(
    of tokens: ArraySlice<String>, from old: JSON?, to new: JSON
  ) -> [String]? {
    var (old, new) = (old, Optional(new))
    var origin: [String] = []
    for (place, token) in zip(tokens.indices, tokens) {
      switch new {
      case .array(let elements)?:
        guard let index = JSONPointer.arrayIndex(token), index < elements.count else {
          return origin + tokens[place...]
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
        // The place has no value now; it is told by names alone.
        return origin + tokens[place...]
      }
    }
    return origin
  }
}

extension [JSON] {
  /// Where an element was in the array that this one took the place of; nil if nowhere.
  ///
  /// It is the one with the same `id`, of several the one with as many before it; without an `id`
  /// the one in the same place.
  func origin(of index: Int, in old: [JSON]) -> Int? {
    guard let id = self[index].elementID else {
      return index < old.count && old[index].elementID == nil ? index : nil
    }
    let before = self[..<index].count { $0.elementID == id }
    return old.indices.lazy.filter { old[$0].elementID == id }.dropFirst(before).first
  }
}

extension JSON {
  /// The `id` of an element that is an object with one, a string or a number.
  var elementID: JSON? {
    guard let id = self["id"], id.string != nil || id.number != nil else { return nil }
    return id
  }
}
