import RexJSON
import RexLog
import RexQuery
import RexQuestions
import RexTimeline

/// Reads a word of the command line as a value of a type.
struct ValueReader<Value: Sendable>: Sendable {
  var kind: ValueKind
  /// Reads a word; `name` names the option or operand in a usage error.
  var read: @Sendable (_ text: String, _ name: String) throws -> Value
}

extension ValueReader<String> {
  static var text: Self { plain(.text) }
  static var app: Self { plain(.app) }
  static var log: Self { plain(.log) }
  static var file: Self { plain(.file) }
  static var newFile: Self { plain(.newFile) }
  static var tool: Self { plain(.tool) }
  static var command: Self { plain(.command) }

  private static func plain(_ kind: ValueKind) -> Self { Self(kind: kind) { text, _ in text } }
}

extension ValueReader<TypePattern> {
  /// A pattern of types.
  static var type: Self { Self(kind: .type) { text, _ in TypePattern(text) } }
}

extension ValueReader where Value: FixedWidthInteger {
  /// A whole number.
  static func whole(_ range: ClosedRange<Value>) -> Self {
    let upper = range.upperBound < .max ? Int(exactly: range.upperBound) : nil
    return Self(kind: .whole(from: Int(range.lowerBound), to: upper)) { text, name in
      if text.isDigits, let number = Value(text), range.contains(number) { return number }
      guard !text.isDigits || range.upperBound < .max else {
        throw CommandError.usage("\(text) is too large for \(name)")
      }
      let end = range.upperBound < .max ? " to \(range.upperBound)" : ""
      throw CommandError.usage(
        "\(name) takes a whole number from \(range.lowerBound)\(end), not \(text)")
    }
  }
}

extension ValueReader<Double> {
  /// A number.
  static func number(_ range: ClosedRange<Double>) -> Self {
    let upper = range.upperBound < .greatestFiniteMagnitude ? range.upperBound : nil
    return Self(kind: .number(from: range.lowerBound, to: upper)) { text, name in
      guard let number = Double(text), range.contains(number) else {
        throw CommandError.usage(
          "\(name) takes a number from \(Int(range.lowerBound)), not \(text)")
      }
      return number
    }
  }

  /// A time, such as `500ms`, `90s`, `5m` or `1h`, in seconds.
  static func seconds(_ range: ClosedRange<Double> = 0...1e9) -> Self {
    Self(kind: .time) { text, name in
      guard let seconds = TimeText.seconds(text), range.contains(seconds)
      else {
        let least = range.lowerBound > 0 ? " of at least \(range.lowerBound)s" : ""
        throw CommandError.usage(
          "\(name) takes a time\(least) such as 90s, 5m or 1h, not \(text)")
      }
      return seconds
    }
  }
}

extension ValueReader {
  /// Some of the words of an enum, separated by commas.
  static func someOf<Word: CaseIterable & RawRepresentable<String>>(_ type: Word.Type) -> Self
  where Value == [Word] {
    let known = Word.allCases.map(\.rawValue)
    return Self(kind: .words(known)) { text, name in
      try text.split(separator: ",").map { word in
        guard let part = Word(rawValue: String(word)) else {
          throw CommandError.usage(
            "\(name) takes some of \(known.joined(separator: ", ")), not \(word)",
            nearest: known.nearest(to: String(word)))
        }
        return part
      }
    }
  }
}

extension ValueReader<SeqAddress> {
  /// The address of an action.
  static var seq: Self {
    Self(kind: .seq) { text, name in
      guard let address = SeqAddress(text) else {
        throw CommandError.usage(
          "\(name) takes a number, last, -5, +10, a mark or a time such as 12.5s or 14:05, "
            + "not \(text)")
      }
      return address
    }
  }
}

extension ValueReader<ValuePath> {
  /// The path of a value.
  static var path: Self {
    Self(kind: .path) { text, name in
      do throws(QueryError) {
        return try ValuePath(text)
      } catch {
        throw CommandError.usage(
          "\(name), \(error.description), in \(text)", nearest: ValuePath.meant(by: text))
      }
    }
  }
}

extension ValuePath {
  /// Throws a usage error if it may lead to several values.
  func checkIsSingular(_ name: String) throws {
    guard hasWildcard else { return }
    throw CommandError.usage(
      "\(name) takes one value, not \(text); a member with the name * is $['*']")
  }
}

extension ValueReader<JSONPointer> {
  /// A path as patches have it; `*` matches any name.
  static var pointer: Self {
    Self(kind: .path) { text, name in
      guard let pointer = JSONPointer(text) else {
        throw CommandError.usage("\(name) takes a path such as /user/lastSeen, not \(text)")
      }
      return pointer
    }
  }
}

extension ValueReader<Condition> {
  static var condition: Self {
    Self(kind: .condition) { text, name in
      do throws(QueryError) {
        return try Condition(text)
      } catch {
        throw CommandError.usage(
          "\(name), \(error.description), in \(text)",
          nearest: Condition.meant(by: text))
      }
    }
  }
}
