import RexDiff
import RexExamples
import RexJSON

/// Computing and applying patches between the states of a chat.
let patchScenarios: [Scenario] =
  [
    ("1-of-1000", changeOne), ("insert-at-0-of-1000", insertFirst), ("shuffled-1000", reorder),
  ].flatMap { name, change in differences(name, change) } + [applyOne]

/// A scenario for the time and one for the bytes of a difference.
private func differences(
  _ name: String, _ change: @escaping @Sendable (inout [JSON]) -> Void
) -> [Scenario] {
  let peer = "recursive diff by position"
  let pair = { @Sendable (size: Scenario.Size) throws -> (old: JSON, new: JSON) in
    let old = try messages(size.count(1000))
    var new = old
    change(&new)
    return (["messages": .array(old)], ["messages": .array(new)])
  }
  return [
    Scenario(name: "patch/diff-\(name)", peer: peer) { size in
      let (old, new) = try pair(size)
      return .time(
        ours: { JSONPatch(from: old, to: new).operations.count },
        peer: { positionalPatch(from: old, to: new).operations.count },
        result: { patchBytes(JSONPatch(from: old, to: new)) })
    },
    Scenario(name: "patch/diff-\(name)-bytes", peer: peer) { size in
      let (old, new) = try pair(size)
      return .size(
        ours: patchBytes(JSONPatch(from: old, to: new)),
        peerBytes: patchBytes(positionalPatch(from: old, to: new)).count)
    },
  ]
}

private let applyOne = Scenario(
  name: "patch/apply-one-op-1000", peer: "parsing the document anew"
) { size in
  var document: JSON = ["messages": .array(try messages(size.count(1000))), "isLoading": false]
  let bytes = document.bytes
  let patch = try JSONPatch(
    parsing: [["op": "replace", "path": "/messages/2/body", "value": "edited"]])
  return .time(
    ours: {
      try document.apply(patch)
      return 1
    },
    peer: { try JSON(parsing: bytes).object?.count ?? 0 },
    result: { try document.applying(patch).bytes })
}

private func messages(_ count: Int) throws -> [JSON] {
  let state = try JSONDocumentEncoder().encode(SyntheticState(messageCount: count))
  return state["messages"]?.array ?? []
}

private let changeOne: @Sendable (inout [JSON]) -> Void = { messages in
  let index = messages.count / 2
  var message = messages[index].object ?? JSONObject()
  message["body"] = "edited"
  messages[index] = .object(message)
}

private let insertFirst: @Sendable (inout [JSON]) -> Void = { messages in
  var message = messages[0].object ?? JSONObject()
  message["id"] = "a new one"
  messages.insert(.object(message), at: 0)
}

/// Permutes the messages; 7 and 1000 are coprime, so each index is used once.
private let reorder: @Sendable (inout [JSON]) -> Void = { messages in
  messages = messages.indices.map { messages[($0 &* 7 &+ 4) % messages.count] }
}

private func patchBytes(_ patch: JSONPatch) -> [UInt8] {
  var bytes: [UInt8] = []
  patch.write(into: &bytes)
  return bytes
}

/// The usual diff: arrays by index, objects by key.
private func positionalPatch(from old: JSON, to new: JSON) -> JSONPatch {
  var operations: [JSONPatch.Operation] = []
  func compare(_ old: JSON, _ new: JSON, _ path: JSONPointer) {
    switch (old, new) {
    case (.object(let old), .object(let new)):
      for (key, _) in old where new[key] == nil { operations.append(.remove(path.appending(key))) }
      for (key, value) in new {
        guard let previous = old[key] else {
          operations.append(.add(path.appending(key), value))
          continue
        }
        compare(previous, value, path.appending(key))
      }
    case (.array(let old), .array(let new)):
      for index in 0..<min(old.count, new.count) {
        compare(old[index], new[index], path.appending(index))
      }
      for index in stride(from: old.count - 1, through: new.count, by: -1) {
        operations.append(.remove(path.appending(index)))
      }
      for index in old.count..<max(old.count, new.count) {
        operations.append(.add(path.appending(index), new[index]))
      }
    default:
      if old != new { operations.append(.replace(path, new)) }
    }
  }
  compare(old, new, JSONPointer())
  return JSONPatch(operations)
}
