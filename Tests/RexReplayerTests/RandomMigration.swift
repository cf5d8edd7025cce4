import RexDiff
import RexJSON
import RexLog
import RexReplayer
import TestSupport

/// Random documents, patches that fit them and migrations, with few keys, so that they often meet.
struct RandomMigration {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Keys, some of which look like an index, a wildcard or each other.
  private static let keys = ["a", "b", "c", "0", "-", "*", "~/", "e\u{301}", "\u{E9}"]

  mutating func document(depth: Int = 3) -> JSON {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 3), using: &random) {
    case 0: return .number(JSONNumber(Int.random(in: 0...9, using: &random)))
    case 1: return .string(key())
    case 2: return .null
    case 3, 4:
      let count = Int.random(in: 0...3, using: &random)
      return .array((0..<count).map { _ in document(depth: depth - 1) })
    default:
      var members = JSONObject()
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        members[key()] = document(depth: depth - 1)
      }
      return .object(members)
    }
  }

  /// One to three operations, each of which fits the document after the previous ones.
  mutating func patch(of document: JSON) -> JSONPatch {
    var (document, patch) = (document, JSONPatch())
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let operation = operation(on: document)
      guard (try? document.apply(JSONPatch([operation]))) != nil else { continue }
      patch.operations.append(operation)
    }
    return patch
  }

  mutating func operation(on document: JSON) -> JSONPatch.Operation {
    let places = document.places
    let place = pick(places)
    switch Int.random(in: 0..<12, using: &random) {
    case 0, 1: return .remove(place)
    case 2, 3: return .replace(place, self.document(depth: 2))
    case 4: return .move(from: place, path: pick(places))
    case 5: return .move(from: place, path: newPlace(in: places))
    case 6: return .copy(from: place, path: newPlace(in: places))
    case 7: return .test(place, document[place] ?? .null)
    default: return .add(newPlace(in: places), self.document(depth: 2))
    }
  }

  private mutating func newPlace(in places: [JSONPointer]) -> JSONPointer {
    let parent = pick(places)
    return Int.random(in: 0..<10, using: &random) == 0 ? parent : parent.appending(key())
  }

  mutating func operations() -> [Migration.Operation] {
    (0..<Int.random(in: 1...4, using: &random)).map { _ in
      let path = path()
      return switch Int.random(in: 0..<4, using: &random) {
      case 0: .default(path + "/" + token(), document(depth: 2))
      case 1: .rename(path + "/" + token(), to: path + "/" + token())
      case 2: .remove(path + "/" + token())
      default: .renameCase(key(), to: key(), at: path)
      }
    }
  }

  private mutating func path() -> String {
    (0..<Int.random(in: 0...2, using: &random)).map { _ in
      Int.random(in: 0..<3, using: &random) == 0 ? "/*" : "/" + token()
    }.joined()
  }

  /// A key as a token of a pointer, but not as a wildcard.
  private mutating func token() -> String {
    let key = key()
    return key == "*" ? "a" : String(JSONPointer(tokens: [key]).description.dropFirst())
  }

  private mutating func key() -> String { pick(RandomMigration.keys) }

  private mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int.random(in: choices.indices, using: &random)]
  }
}

extension JSON {
  /// The pointers to all values.
  fileprivate var places: [JSONPointer] {
    var places = [JSONPointer()]
    var open = [(JSONPointer(), self)]
    while let (path, value) = open.popLast() {
      let children =
        value.object?.map { (path.appending($0.key), $0.value) }
        ?? value.array?.enumerated().map { (path.appending($0.offset), $0.element) } ?? []
      places += children.map(\.0)
      open += children
    }
    return places
  }
}
