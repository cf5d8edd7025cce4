/// A control sequence of a terminal: `ESC [ 1 ; 5 D` has the numbers 1 and 5, and ends in `D`.
struct ControlSequence {
  private var numbers: [Int]
  private var final: UInt8
  private var isMouse: Bool

  /// The sequence `ESC O` and a byte, which stands for the same as `ESC [` and that byte.
  init(final: UInt8) { (numbers, self.final, isMouse) = ([], final, false) }

  init(parameters: ArraySlice<UInt8>, final: UInt8) {
    self.final = final
    isMouse = parameters.first == UInt8(ascii: "<")
    let digits = isMouse ? parameters.dropFirst() : parameters
    numbers = digits.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
      Int(String(decoding: $0, as: UTF8.self)) ?? 0
    }
  }

  var startsPaste: Bool { final == UInt8(ascii: "~") && numbers.first == 200 }

  /// The key; nil if it is none that is known.
  var key: Key? {
    if isMouse { return mouse.map { Key(.mouse($0)) } }
    guard let code else { return nil }
    // The second number is the modifiers' bits and one.
    let bits = numbers.count > 1 && 1...8 ~= numbers[1] ? numbers[1] - 1 : 0
    let modifiers = Key.Modifiers(rawValue: UInt8(bits))
    return Key(code, final == UInt8(ascii: "Z") ? .shift : modifiers)
  }

  private var code: Key.Code? {
    switch final {
    case UInt8(ascii: "A"): .up
    case UInt8(ascii: "B"): .down
    case UInt8(ascii: "C"): .right
    case UInt8(ascii: "D"): .left
    case UInt8(ascii: "H"): .home
    case UInt8(ascii: "F"): .end
    case UInt8(ascii: "M"): .enter
    case UInt8(ascii: "Z"): .tab
    case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(final) - 0x4F)
    case UInt8(ascii: "~"): numbered
    default: nil
    }
  }

  private var numbered: Key.Code? {
    switch numbers.first {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case .some(let number) where 11...15 ~= number: .function(number - 10)
    case .some(let number) where 17...21 ~= number: .function(number - 11)
    case .some(let number) where 23...24 ~= number: .function(number - 12)
    default: nil
    }
  }

  /// A mouse report in SGR's form: `ESC [ < button ; column ; row`, then `M`, or `m` for a release.
  private var mouse: MouseReport? {
    let isRelease = final == UInt8(ascii: "m")
    guard isRelease || final == UInt8(ascii: "M"), numbers.count == 3 else { return nil }
    let (bits, column, row) = (numbers[0], numbers[1] - 1, numbers[2] - 1)
    guard 0..<128 ~= bits, 0..<10_000 ~= column, 0..<10_000 ~= row else { return nil }
    let button = bits & 3
    let event: MouseReport.Event
    if bits & 64 != 0 {
      guard button < 2 else { return nil }
      event = button == 0 ? .scrollUp : .scrollDown
    } else if bits & 32 != 0 {
      event = .move(button == 3 ? nil : button)
    } else {
      event = isRelease ? .release(button) : .press(button)
    }
    return MouseReport(event, column: column, row: row)
  }
}
