package import RexJSON
import RexRedaction

/// The placeholders of two logs that are compared, at least one of which is redacted.
///
/// Each session has its own key, so that equal secrets have different placeholders:
///
///     first    {"name":"redacted34ab19edbaccec7e","pin":2130846021}
///     second   {"name":"redacted28694d98eb2074db","pin":2130111902}    could be equal
///
/// Logs with the same key, such as a recording and its edited replay, have placeholders in common.
/// There, different placeholders are different secrets.
package struct PlaceholderPair: Sendable, Equatable {
  /// One of the logs.
  package enum Side { case first, second }

  private let first: LogPlaceholders?
  private let second: LogPlaceholders?
  /// Whether both logs have the same key for texts.
  private let haveTextKey: Bool
  /// Whether both logs have the same key for numbers, which redacting a log again can change.
  private let haveNumberKey: Bool

  /// Creates the placeholders of two logs; nil if neither is redacted.
  package init?(_ first: Log, _ second: Log) {
    guard first.session.redaction != nil || second.session.redaction != nil else { return nil }
    (self.first, self.second) = (LogPlaceholders(first), LogPlaceholders(second))
    let (own, others) = (MetPlaceholders(in: first), MetPlaceholders(in: second))
    haveTextKey = !own.texts.isDisjoint(with: others.texts)
    // Of a million numbers, some are met by chance.
    let count = own.numbers.intersection(others.numbers).count
    haveNumberKey = count > 0 && count * 2 >= min(own.numbers.count, others.numbers.count)
  }

  /// Whether payloads with placeholders of a log could be equal to different ones of the other.
  package func canHideEqualValues(in side: Side) -> Bool {
    let own = side == .first ? first : second
    return own?.numbers != nil && !(haveTextKey && haveNumberKey)
  }

  /// Returns whether a value of the first log and a different one of the second could have been
  /// equal in the app.
  package func couldBeEqual(_ old: JSON, _ new: JSON) -> Bool {
    guard LogPlaceholders.couldBeEqual(old, of: first, new, of: second) else { return false }
    switch (old, new) {
    case (.number(let old), .number(let new)):
      return !haveNumberKey || first?.isPlaceholder(old) != true
        || second?.isPlaceholder(new) != true
    case (.string(let old), .string(let new)):
      return !haveTextKey || !Self.haveSecretAlike(old, new)
    default: return false
    }
  }

  /// Whether two texts are the same but for one placeholder: `Bearer redacted5f0c9a1b77e2d403`.
  private static func haveSecretAlike(_ old: String, _ new: String) -> Bool {
    guard let range = Placeholder.range(in: old), let other = Placeholder.range(in: new)
    else { return false }
    let (old, new) = (Array(old.utf8), Array(new.utf8))
    return [old[range], new[other]].allSatisfy {
      Placeholder.isPlaceholder(String(decoding: $0, as: UTF8.self))
    } && old[..<range.lowerBound] == new[..<other.lowerBound]
      && old[range.upperBound...].elementsEqual(new[other.upperBound...])
  }

  /// Returns whether a value holds a placeholder that could stand for one of the other log.
  package func isHidden(_ value: JSON, in side: Side) -> Bool { masked(value, in: side) != value }

  /// Returns a value in which one placeholder stands for all that could be equal.
  package func masked(_ value: JSON, in side: Side) -> JSON {
    guard let placeholders = side == .first ? first : second, placeholders.numbers != nil,
      placeholders.areContained(in: value)
    else { return value }
    return masked(value, placeholders)
  }

  private func masked(_ value: JSON, _ placeholders: LogPlaceholders) -> JSON {
    switch value {
    case .number(let number) where !haveNumberKey && placeholders.isPlaceholder(number):
      return .number(JSONNumber(Placeholder.numbers.lowerBound))
    case .string(let text): return .string(masked(text))
    case .array(let elements): return .array(elements.map { masked($0, placeholders) })
    case .object(let members):
      var (shown, hidden) = (JSONObject(), [String: [JSON]]())
      for (key, value) in members {
        let (name, value) = (masked(key), masked(value, placeholders))
        if name == key { shown[key] = value } else { hidden[name, default: []].append(value) }
      }
      // Which of several hidden keys is which is not known: their values are in an order of theirs.
      for (name, values) in hidden {
        shown[name] = .array(values.sorted { $0.description < $1.description })
      }
      return .object(shown)
    default: return value
    }
  }

  private func masked(_ text: String) -> String {
    guard !haveTextKey, let range = Placeholder.range(in: text) else { return text }
    let bytes = text.utf8
    return String(decoding: bytes.prefix(range.lowerBound), as: UTF8.self)
      + Placeholder.oneCharacter
      + String(decoding: bytes.dropFirst(range.upperBound), as: UTF8.self)
  }
}

/// The placeholders in the first lines of a log that depend on its key.
private struct MetPlaceholders {
  private(set) var texts: Set<String> = []
  private(set) var numbers: Set<JSONNumber> = []

  /// The most lines read: an edited log begins like its original.
  private static let linesMax = 1000

  init(in log: Log) {
    guard let placeholders = LogPlaceholders(log), placeholders.numbers != nil else { return }
    let reader = log.reader()
    for _ in 0..<Self.linesMax {
      guard let record = try? reader.next() else { return }
      guard record.kind == .keyframe || record.kind == .action,
        let line = try? JSON(parsing: record.bytes)
      else { continue }
      add(line, placeholders)
    }
  }

  private mutating func add(_ value: JSON, _ placeholders: LogPlaceholders) {
    guard !placeholders.isAmbiguous(value) else { return }
    switch value {
    case .number(let number): if placeholders.isPlaceholder(number) { numbers.insert(number) }
    case .string(let text): add(text)
    case .array(let elements): for element in elements { add(element, placeholders) }
    case .object(let members):
      for (key, value) in members {
        add(key)
        add(value, placeholders)
      }
    default: break
    }
  }

  private mutating func add(_ text: String) {
    guard let range = Placeholder.range(in: text) else { return }
    let bytes = text.utf8.dropFirst(range.lowerBound).prefix(range.count)
    let met = String(decoding: bytes, as: UTF8.self)
    if !met.contains(Placeholder.oneCharacter), !met.hasPrefix("left out: ") { texts.insert(met) }
  }
}
