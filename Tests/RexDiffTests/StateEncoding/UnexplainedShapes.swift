import CLayouts
import Foundation
import TestSupport
import UnreflectedTypes

/// Types with bytes that their fields do not explain, and long leaves, all in one state.
struct Unexplained: Mutable {
  var union = CUnion(number: 0)
  var bits = CBits()
  var tail = CTailBits()
  var gap = CGapBits()
  var many = ManyCases.i1
  var optionals: [ManyCases?] = []
  var tails: [CTailBits] = []
  var byName: [String: UnreflectedStruct] = [:]
  var hidden: Set<UnreflectedStruct> = []
  var choices: [UnreflectedEnum] = []
  var generic = UnreflectedGeneric([UnreflectedEnum.none])
  var text = ""
  var data = Data()

  static func random(_ random: inout SeededGenerator, depth: Int) -> Unexplained {
    var value = Unexplained()
    for _ in 0..<20 { value.mutate(&random, depth: depth) }
    return value
  }

  mutating func mutate(_ random: inout SeededGenerator, depth: Int) {
    switch random.below(13) {
    case 0: union.number = Int32(random.below(3))
    case 1: bits.high = UInt32(random.below(32))
    case 2: tail.mutate(&random, depth: depth)
    case 3: gap.bits = UInt8(random.below(8))
    case 4: many.mutate(&random, depth: depth)
    case 5: optionals.mutate(&random, depth: 2)
    case 6: tails.mutate(&random, depth: 2)
    case 7: byName.mutate(&random, depth: 2)
    case 8: hidden.mutate(&random, depth: 2)
    case 9: choices.mutate(&random, depth: 2)
    case 10: generic.value.mutate(&random, depth: 2)
    case 11:
      if random.chance(20) { text = String(repeating: "long text ", count: random.below(3000)) }
      text.append("x")
    default:
      if random.chance(20) { data = Data(repeating: 7, count: random.below(30_000)) }
      data.append(UInt8(random.below(3)))
    }
  }
}

extension CTailBits: Mutable {
  static func random(_ random: inout SeededGenerator, depth: Int) -> CTailBits {
    CTailBits(
      number: Int64(random.below(3)), letter: Int8(random.below(3)), bits: UInt8(random.below(8)))
  }

  mutating func mutate(_ random: inout SeededGenerator, depth: Int) {
    bits = UInt8(random.below(8))
  }
}

extension ManyCases: Mutable {
  static func random(_ random: inout SeededGenerator, depth: Int) -> ManyCases {
    random.chance(30)
      ? .payload(Payload(letter: UInt8(random.below(4)), number: Int64(random.below(4))))
      : allCases[random.below(allCases.count)]
  }

  mutating func mutate(_ random: inout SeededGenerator, depth: Int) {
    self = random.chance(50) ? next : .random(&random, depth: depth)
  }
}

extension UnreflectedStruct: Mutable {
  static func random(_ random: inout SeededGenerator, depth: Int) -> UnreflectedStruct {
    var value = UnreflectedStruct()
    for _ in 0..<3 { value.mutate(&random, depth: depth) }
    return value
  }

  mutating func mutate(_ random: inout SeededGenerator, depth: Int) {
    switch random.below(3) {
    case 0: flag.toggle()
    case 1: number = random.below(4)
    default: text.mutate(&random, depth: depth)
    }
  }
}

extension UnreflectedEnum: Mutable {
  static func random(_ random: inout SeededGenerator, depth: Int) -> UnreflectedEnum {
    switch random.below(3) {
    case 0: .none
    case 1: .number(random.below(4))
    default: .text(.random(&random, depth: depth))
    }
  }
}
