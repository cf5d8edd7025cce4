/// A key that was pressed, or what else a terminal sends: pasted text, the mouse.
package struct Key: Hashable, Sendable {
  package enum Code: Hashable, Sendable {
    /// A character, with `control` as the lower-case letter of the key.
    case character(Character)
    case enter, tab, escape, backspace, delete, insert
    case up, down, left, right, home, end, pageUp, pageDown
    /// F1 and up.
    case function(Int)
    /// Text that was pasted at once, in which line breaks and other controls may occur.
    case paste(String)
    case mouse(MouseReport)
  }

  package struct Modifiers: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8
    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let shift = Modifiers(rawValue: 1)
    package static let alt = Modifiers(rawValue: 2)
    package static let control = Modifiers(rawValue: 4)
  }

  package var code: Code
  package var modifiers: Modifiers

  package init(_ code: Code, _ modifiers: Modifiers = []) {
    (self.code, self.modifiers) = (code, modifiers)
  }

  /// A letter with Ctrl.
  package static func control(_ letter: Character) -> Key { Key(.character(letter), .control) }

  /// A character with Alt.
  package static func alt(_ character: Character) -> Key { Key(.character(character), .alt) }
}

/// What the mouse did, in cells from 0.
package struct MouseReport: Hashable, Sendable {
  package enum Event: Hashable, Sendable {
    /// A button, from 0, was pressed or released.
    case press(Int)
    case release(Int)
    /// The mouse moved; with a button, it was dragged.
    case move(Int?)
    case scrollUp, scrollDown
  }

  package var event: Event
  package var column: Int
  package var row: Int

  package init(_ event: Event, column: Int, row: Int) {
    (self.event, self.column, self.row) = (event, column, row)
  }
}
