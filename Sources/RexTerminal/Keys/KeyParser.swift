/// Turns the bytes that a terminal sends into keys.
///
/// The sequences are those of ECMA-48 and of xterm's "Control Sequences":
///
///     ESC [ A                  Up            ESC [ < 0 ; 3 ; 4 M            a click
///     ESC [ 1 ; 5 D            Ctrl-Left     ESC [ 200 ~ … ESC [ 201 ~      pasted text
///     ESC O P                  F1            ESC x                          Alt-X
///
/// Unknown sequences and bytes that are not UTF-8 are dropped.
package struct KeyParser: Sendable {
  /// Longer sequences are dropped; a mouse report has at most some 20 bytes.
  private static let sequenceBytesMax = 64
  /// The rest of a longer paste is dropped.
  private static let pasteBytesMax = 1 << 20

  private enum Mode {
    case keys
    case paste([UInt8])
  }

  private enum Step {
    /// A key, or a sequence that is none, of some bytes.
    case read(Key?, count: Int)
    case startsPaste(count: Int)
    /// More bytes are needed.
    case isIncomplete
  }

  private static let escape: UInt8 = 0x1B
  private static let controlC: UInt8 = 0x03
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  private var pending: [UInt8] = []
  private var mode = Mode.keys

  package init() {}

  /// Whether a sequence began that may also be complete, such as a lone Escape.
  ///
  /// If nothing follows within some hundredths of a second, call `flush`.
  package var isWaiting: Bool { !pending.isEmpty && !isPasting }

  private var isPasting: Bool { if case .paste = mode { true } else { false } }

  /// Reads the next bytes.
  package mutating func keys(in bytes: some Sequence<UInt8>) -> [Key] {
    pending += bytes
    return takeKeys(isFlushing: false)
  }

  /// Reads what was pending as it is, since nothing followed it.
  package mutating func flush() -> [Key] {
    guard isWaiting else { return [] }
    return takeKeys(isFlushing: true)
  }

  private mutating func takeKeys(isFlushing: Bool) -> [Key] {
    var keys: [Key] = []
    var start = 0
    while start < pending.count {
      if isPasting {
        guard let key = takePaste(from: &start) else { break }
        keys.append(key)
        continue
      }
      switch Self.step(pending[start...]) {
      case .read(let key, let count):
        if let key { keys.append(key) }
        start += count
      case .startsPaste(let count):
        mode = .paste([])
        start += count
      case .isIncomplete:
        guard isFlushing else { return finish(keys, start) }
        if pending[start...].elementsEqual([Self.escape]) { keys.append(Key(.escape)) }
        start = pending.count
      }
    }
    return finish(keys, start)
  }

  private mutating func finish(_ keys: [Key], _ start: Int) -> [Key] {
    pending.removeFirst(start)
    return keys
  }

  /// Moves pasted bytes from what is pending; returns the paste when its end is among them.
  ///
  /// Ctrl-C ends a paste, too, so that one that was cut does not take all later keys.
  private mutating func takePaste(from start: inout Int) -> Key? {
    guard case .paste(var text) = mode else { return nil }
    let end = pending.indices[start...].first {
      pending[$0] == Self.controlC
        || pending[$0] == Self.escape && pending[$0...].starts(with: Self.pasteEnd)
    }
    // The end may be cut, so its first bytes stay pending.
    let partOfEnd = (max(start, pending.count - Self.pasteEnd.count)..<pending.count).first {
      Self.pasteEnd.starts(with: pending[$0...])
    }
    let textEnd = end ?? partOfEnd ?? pending.count
    text += pending[start..<textEnd].prefix(Self.pasteBytesMax - text.count)
    start = textEnd
    guard let end else {
      mode = .paste(text)
      return nil
    }
    mode = .keys
    if pending[end] == Self.escape { start += Self.pasteEnd.count }
    return Key(.paste(String(decoding: text, as: UTF8.self)))
  }

  /// Reads the key at the start of the bytes, which are not empty.
  private static func step(_ bytes: ArraySlice<UInt8>) -> Step {
    let first = bytes[bytes.startIndex]
    guard first == escape else { return character(bytes) }
    let rest = bytes.dropFirst()
    switch rest.first {
    case nil: return .isIncomplete
    case UInt8(ascii: "["): return controlSequence(rest.dropFirst())
    case UInt8(ascii: "O"):
      guard let final = rest.dropFirst().first else { return .isIncomplete }
      return .read(ControlSequence(final: final).key, count: 3)
    case escape: return .read(Key(.escape), count: 1)
    default:
      guard case .read(let key, let count) = character(rest) else { return .isIncomplete }
      let altered = key.map { Key($0.code, $0.modifiers.union(.alt)) }
      return .read(altered, count: count + 1)
    }
  }

  /// Reads a control character or one of UTF-8.
  private static func character(_ bytes: ArraySlice<UInt8>) -> Step {
    let first = bytes[bytes.startIndex]
    switch first {
    case 0x0D, 0x0A: return .read(Key(.enter), count: 1)
    case 0x09: return .read(Key(.tab), count: 1)
    case 0x7F, 0x08: return .read(Key(.backspace), count: 1)
    case 0x01...0x1A:
      return .read(.control(Character(Unicode.Scalar(first + 0x60))), count: 1)
    case 0x1C...0x1F:
      return .read(.control(Character(Unicode.Scalar(first + 0x40))), count: 1)
    case 0x00: return .read(.control(" "), count: 1)
    case 0x20..<0x7F: return .read(Key(.character(Character(Unicode.Scalar(first)))), count: 1)
    default: break
    }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2
    guard 0xC2...0xF4 ~= first else { return .read(nil, count: 1) }
    let tail = bytes.dropFirst().prefix(length - 1).prefix { 0x80..<0xC0 ~= $0 }
    if tail.count < length - 1 {
      // Cut, unless another character follows.
      let isCut = tail.endIndex == bytes.endIndex
      return isCut ? .isIncomplete : .read(nil, count: 1 + tail.count)
    }
    // This also excludes surrogates and overlong forms.
    let text = String(decoding: bytes.prefix(length), as: UTF8.self).unicodeScalars
    guard let scalar = text.first, text.count == 1, scalar != "\u{FFFD}" || first == 0xEF else {
      return .read(nil, count: 1)
    }
    return .read(Key(.character(Character(scalar))), count: length)
  }

  /// Reads a control sequence, of which the bytes after `ESC [` are given.
  private static func controlSequence(_ bytes: ArraySlice<UInt8>) -> Step {
    let parameters = bytes.prefix { 0x20..<0x40 ~= $0 }
    guard parameters.count <= sequenceBytesMax else {
      return .read(nil, count: 2 + parameters.count)
    }
    guard let final = bytes[parameters.endIndex...].first else { return .isIncomplete }
    // Another byte cuts the sequence, and is read as a key itself.
    guard 0x40..<0x7F ~= final else { return .read(nil, count: 2 + parameters.count) }
    let count = 3 + parameters.count
    if final == UInt8(ascii: "["), parameters.isEmpty {
      // The function keys of Linux's console have another byte: `ESC [ [ A` is F1.
      guard let letter = bytes.dropFirst().first else { return .isIncomplete }
      let isFunction = 0x41...0x45 ~= letter
      return .read(isFunction ? Key(.function(Int(letter) - 0x40)) : nil, count: count + 1)
    }
    let sequence = ControlSequence(parameters: parameters, final: final)
    return sequence.startsPaste
      ? .startsPaste(count: count) : .read(sequence.key, count: count)
  }
}
