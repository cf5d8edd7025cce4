import Foundation
import TestSupport

/// Padding after almost every field.
struct Padded: Mutable, Hashable {
  var flag = false
  var text = ""
  var small: Int8 = 0
  var number = 0.5
  var last = true

  static func random(_ random: inout SeededGenerator, depth: Int) -> Padded {
    Padded(
      flag: .random(&random, depth: 0), text: .random(&random, depth: 0),
      small: .random(&random, depth: 0), number: .random(&random, depth: 0),
      last: .random(&random, depth: 0))
  }

  mutating func mutate(_ random: inout SeededGenerator, depth: Int) {
    switch random.below(5) {
    case 0: flag.toggle()
    case 1: text.mutate(&random, depth: depth)
    case 2: small.mutate(&random, depth: depth)
    case 3: number.mutate(&random, depth: depth)
    default: last.toggle()
    }
  }
}

/// Payloads of different sizes, which leave garbage in the bytes after the shorter ones.
enum Payload: Mutable, Hashable {
  case none
  case flag(Bool)
  case text(String)
  case both(number: Int, text: String, padded: Padded)
  case list([Int])
  indirect case nested(Payload)

  static func random(_ random: inout SeededGenerator, depth: Int) -> Payload {
    switch random.below(7) {
    case 0: .none
    case 1: .flag(.random(&random, depth: depth))
    case 2: .text(.random(&random, depth: depth))
    case 3:
      .both(
        number: .random(&random, depth: depth), text: .random(&random, depth: depth),
        padded: .random(&random, depth: depth))
    case 4: .list(.random(&random, depth: depth))
    default: depth > 0 ? .nested(.random(&random, depth: depth - 1)) : .none
    }
  }

  mutating func mutate(_ random: inout SeededGenerator, depth: Int) {
    if case .list(var list) = self, random.chance(70) {
      list.mutate(&random, depth: depth)
      self = .list(list)
    } else if case .nested(var inner) = self, random.chance(70) {
      inner.mutate(&random, depth: depth - 1)
      self = .nested(inner)
    } else {
      self = .random(&random, depth: depth)
    }
  }
}

/// Contains a class instance, which changes without a change of its pointer.
struct Opaque: Mutable {
  final class Box: Encodable {
    var number = 0
    var texts: [String] = []
  }

  var box = Box()
  var label = ""

  static func random(_ random: inout SeededGenerator, depth: Int) -> Opaque {
    let opaque = Opaque(label: .random(&random, depth: depth))
    opaque.box.number = .random(&random, depth: depth)
    return opaque
  }

  mutating func mutate(_ random: inout SeededGenerator, depth: Int) {
    switch random.below(3) {
    case 0: box.number += 1
    case 1: box.texts.mutate(&random, depth: 1)
    default: label.mutate(&random, depth: depth)
    }
  }
}

enum Kind: String, Mutable, CaseIterable, CodingKeyRepresentable {
  case red, green, blue

  static func random(_ random: inout SeededGenerator, depth: Int) -> Kind {
    allCases[random.below(3)]
  }
}

/// A recursive type with an `id`, and collections in its elements.
struct Node: Mutable {
  var id = 0
  var title = ""
  var payload = Payload.none
  var children: [Node] = []
  var tags: Set<String> = []
  var extra: [String: Padded]?

  static func random(_ random: inout SeededGenerator, depth: Int) -> Node {
    Node(
      id: random.below(1000), title: .random(&random, depth: 0),
      payload: .random(&random, depth: 1), children: .random(&random, depth: depth - 1),
      tags: .random(&random, depth: 1), extra: .random(&random, depth: 1))
  }

  mutating func mutate(_ random: inout SeededGenerator, depth: Int) {
    switch random.below(7) {
    case 0: id = random.below(1000)
    case 1: title.mutate(&random, depth: depth)
    case 2: payload.mutate(&random, depth: 2)
    case 3: tags.mutate(&random, depth: 1)
    case 4: extra.mutate(&random, depth: 1)
    default: children.mutate(&random, depth: max(depth - 1, 1))
    }
  }
}

/// All of these shapes together.
struct Everything: Mutable {
  var flag = false
  var padded: [Padded] = []
  var payloads: ContiguousArray<Payload> = []
  var nodes: [Node] = []
  var opaque: [Opaque] = []
  var grid: [[[Int]]] = []
  var byText: [String: Node] = [:]
  var byNumber: [Int: Padded] = [:]
  var byKind: [Kind: [String]] = [:]
  var byID: [UUID: Payload] = [:]
  var byPadded: [Padded: Double] = [:]
  var numbers: Set<Int> = []
  var sets: Set<Set<String>> = []
  var optional: [Date?]?
  var tail = ""

  static func random(_ random: inout SeededGenerator, depth: Int) -> Everything {
    var everything = Everything()
    for _ in 0..<20 { everything.mutate(&random, depth: depth) }
    return everything
  }

  mutating func mutate(_ random: inout SeededGenerator, depth: Int) {
    switch random.below(15) {
    case 0: flag.toggle()
    case 1: padded.mutate(&random, depth: depth)
    case 2: payloads.mutate(&random, depth: depth)
    case 3: nodes.mutate(&random, depth: depth)
    case 4: opaque.mutate(&random, depth: depth)
    case 5: grid.mutate(&random, depth: 4)
    case 6: byText.mutate(&random, depth: depth)
    case 7: byNumber.mutate(&random, depth: depth)
    case 8: byKind.mutate(&random, depth: depth)
    case 9: byID.mutate(&random, depth: depth)
    case 10: byPadded.mutate(&random, depth: depth)
    case 11: numbers.mutate(&random, depth: depth)
    case 12: sets.mutate(&random, depth: 2)
    case 13: optional.mutate(&random, depth: depth)
    default: tail.mutate(&random, depth: depth)
    }
  }
}
