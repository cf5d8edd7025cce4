package import RexJSON

/// The places of dates in a log's states and payloads, as its lines tell them.
///
///     {"kind":"keyframe",…,"dates":["/sent/*/at"],"actionDates":["/send/at"],"state":…}
///     {"kind":"action",…,"action":{…},"actionDates":["/edit/at"],…,"dates":["/draft"],"patch":…}
///
/// In a log, a date is a number. An action's line tells the places that it is the first to have, a
/// keyframe's line all of them, and the session line of an edited log those of the original. So the
/// first line, the last keyframe and what follows it tell all places of a log.
package struct LogDatePlaces: Sendable, Equatable {
  /// The places in states, as JSON Pointers in which `*` is any index or key.
  package private(set) var states: [String]
  /// The places in payloads.
  package private(set) var actions: [String]

  package init(states: [String] = [], actions: [String] = []) {
    (self.states, self.actions) = (states, actions)
  }

  /// The places that the members of a line tell.
  package init(of members: JSONObject) {
    self.init()
    for member in Member.allCases { add(members[member.rawValue], to: member) }
  }

  /// A member of a line that tells places.
  package enum Member: String, CaseIterable {
    case states = "dates"
    case actions = "actionDates"
  }

  /// The places of a member.
  package subscript(member: Member) -> [String] {
    member == .states ? states : actions
  }

  /// Adds the places that a line tells; a writer puts them before a state or a patch.
  package mutating func add(from line: UnsafeRawBufferPointer) {
    var cursor = JSONCursor(line)
    guard cursor.enterObject() else { return }
    while let key = cursor.nextKey() {
      let name = line[key]
      if name.elementsEqual("state".utf8) || name.elementsEqual("patch".utf8) { return }
      guard let value = cursor.skipValue() else { return }
      for member in Member.allCases where name.elementsEqual(member.rawValue.utf8) {
        guard value.count <= 2 * DatePlaces.byteCountMax else { continue }
        let text = UnsafeRawBufferPointer(rebasing: line[value])
        add(try? JSON(parsing: text, limits: LineLimits.json), to: member)
      }
    }
  }

  private mutating func add(_ places: JSON?, to member: Member) {
    let places = places?.array ?? []
    for place in places.lazy.compactMap(\.string) where !self[member].contains(place) {
      guard self[member].count < DatePlaces.countMax else { return }
      switch member {
      case .states: states.append(place)
      case .actions: actions.append(place)
      }
    }
  }
}

extension JSONObject {
  /// Sets the members with places; a list without places has none.
  package mutating func set(_ dates: LogDatePlaces) {
    for member in LogDatePlaces.Member.allCases where !dates[member].isEmpty {
      self[member.rawValue] = .array(dates[member].map(JSON.string))
    }
  }
}

extension LineWriter {
  /// Appends a member with places; nothing if there are none.
  static func append(_ member: LogDatePlaces.Member, _ places: [String], to bytes: inout [UInt8]) {
    guard !places.isEmpty else { return }
    append(member == .states ? #","dates":"# : #","actionDates":"#, to: &bytes)
    JSON.array(places.map(JSON.string)).write(into: &bytes)
  }
}

extension Log {
  /// The places of all dates that the log tells.
  ///
  /// It takes the time to read the log from its last keyframe on.
  package func datePlaces() throws(LogError) -> LogDatePlaces {
    var dates = LogDatePlaces()
    let head = reader()
    try withExtendedLifetime(head) { () throws(LogError) in
      if let first = try head.next() { dates.add(from: first.bytes) }
    }
    let reader = try keyframe(atOrBefore: lastSeq).map(reader(from:)) ?? reader()
    while let record = try reader.next() { dates.add(from: record.bytes) }
    return dates
  }
}
