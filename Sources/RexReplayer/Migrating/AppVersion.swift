/// A comparable version of an app: `1.9` < `1.10` < `2.0-beta.2` < `2.0` = `2`.
///
/// The numbers between dots are compared first, then the pre-release, as in SemVer 2.0, section 11.
/// A build after `+` is ignored. Numbers can have any length.
package struct AppVersion: Comparable {
  private let numbers: [Substring.UTF8View]
  private let preRelease: [Substring.UTF8View]

  package init(_ text: String) {
    var rest = text.utf8.prefix { $0 != UInt8(ascii: "+") }
    if rest.first == UInt8(ascii: "v") { rest = rest.dropFirst() }
    let core = rest.prefix { $0.isDigit || $0 == UInt8(ascii: ".") }
    numbers = core.split(separator: UInt8(ascii: ".")).map(\.significantDigits)
    preRelease = rest[core.endIndex...].drop { $0 == UInt8(ascii: "-") }
      .split(separator: UInt8(ascii: "."))
  }

  package static func == (left: AppVersion, right: AppVersion) -> Bool {
    !(left < right) && !(right < left)
  }

  package static func < (left: AppVersion, right: AppVersion) -> Bool {
    for index in 0..<max(left.numbers.count, right.numbers.count) {
      let (number, other) = (left.number(index), right.number(index))
      if isLess(number, other) { return true }
      if isLess(other, number) { return false }
    }
    guard !left.preRelease.isEmpty, !right.preRelease.isEmpty else {
      return !left.preRelease.isEmpty && right.preRelease.isEmpty
    }
    return left.preRelease.lexicographicallyPrecedes(right.preRelease, by: isBefore)
  }

  private func number(_ index: Int) -> Substring.UTF8View {
    index < numbers.count ? numbers[index] : Substring().utf8
  }

  /// Whether a number without leading zeros is less than another.
  private static func isLess(_ left: Substring.UTF8View, _ right: Substring.UTF8View) -> Bool {
    left.count == right.count ? left.lexicographicallyPrecedes(right) : left.count < right.count
  }

  /// The order of two pre-release identifiers: numbers before text.
  private static func isBefore(_ left: Substring.UTF8View, _ right: Substring.UTF8View) -> Bool {
    switch (left.allSatisfy(\.isDigit), right.allSatisfy(\.isDigit)) {
    case (true, true): isLess(left.significantDigits, right.significantDigits)
    case (false, false): left.lexicographicallyPrecedes(right)
    case (let isNumber, _): isNumber
    }
  }
}

extension Substring.UTF8View {
  fileprivate var significantDigits: Substring.UTF8View { drop { $0 == UInt8(ascii: "0") } }
}

extension UInt8 {
  fileprivate var isDigit: Bool { 0x30...0x39 ~= self }
}
