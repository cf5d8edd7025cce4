import Foundation

/// A simple recorder, as one might write in an afternoon.
///
/// It encodes the whole state after each action, parses it, and compares it member by member with
/// the previous one.
struct NaiveRecorder {
  private let encoder = JSONEncoder()
  private var document: Any
  private var seq = 0

  init(_ state: some Encodable) throws {
    document = try JSONSerialization.jsonObject(with: encoder.encode(state))
  }

  /// The operations of a JSON Patch that lead to the state.
  mutating func patch(to state: some Encodable) throws -> [[String: Any]] {
    let next = try JSONSerialization.jsonObject(with: encoder.encode(state))
    defer { document = next }
    var operations: [[String: Any]] = []
    NaiveRecorder.compare(document, next, at: "", into: &operations)
    return operations
  }

  /// An action's line, with its line feed.
  mutating func line(type: String, action: some Encodable, state: some Encodable) throws -> Data {
    seq += 1
    let line: [String: Any] = [
      "kind": "action", "seq": seq, "timeMs": Date().timeIntervalSinceReferenceDate, "type": type,
      "action": try JSONSerialization.jsonObject(with: encoder.encode(action)),
      "patch": try patch(to: state),
    ]
    return try JSONSerialization.data(withJSONObject: line) + Data([UInt8(ascii: "\n")])
  }

  private static func compare(
    _ old: Any, _ new: Any, at path: String, into operations: inout [[String: Any]]
  ) {
    switch (old, new) {
    case (let old as [String: Any], let new as [String: Any]):
      for (key, value) in old {
        let path = "\(path)/\(key)"
        if let changed = new[key] {
          compare(value, changed, at: path, into: &operations)
        } else {
          operations.append(["op": "remove", "path": path])
        }
      }
      for (key, value) in new where old[key] == nil {
        operations.append(["op": "add", "path": "\(path)/\(key)", "value": value])
      }
    case (let old as [Any], let new as [Any]) where old.count == new.count:
      for (index, pair) in zip(old, new).enumerated() {
        compare(pair.0, pair.1, at: "\(path)/\(index)", into: &operations)
      }
    case (let old as String, let new as String) where old == new: return
    case (let old as NSNumber, let new as NSNumber) where old == new: return
    case (is NSNull, is NSNull): return
    default: operations.append(["op": "replace", "path": path, "value": new])
    }
  }
}
