import Foundation
import RexDecoding
import RexExamples
import RexJSON

/// Reading and writing JSON, against Foundation.
let jsonScenarios: [Scenario] = [
  Scenario(name: "json/scan-1000", peer: "JSONSerialization parse") { size in
    let bytes = try chatBytes(size.count(1000))
    let data = Data(bytes)
    return .time(
      ours: { try bytes.withUnsafeBytes { try JSONIndex.scanning($0).count } },
      peer: { try parseWithFoundation(data) },
      result: { bytes })
  },
  Scenario(name: "json/parse-1000", peer: "JSONSerialization parse") { size in
    let bytes = try chatBytes(size.count(1000))
    let data = Data(bytes)
    return .time(
      ours: { try JSON(parsing: bytes).object?.count ?? 0 },
      peer: { try parseWithFoundation(data) },
      result: { try JSON(parsing: bytes).bytes })
  },
  Scenario(name: "json/write-1000", peer: "JSONSerialization write") { size in
    let bytes = try chatBytes(size.count(1000))
    let document = try JSON(parsing: bytes)
    let object = try JSONSerialization.jsonObject(with: Data(bytes))
    return .time(
      ours: { document.bytes.count },
      peer: { try JSONSerialization.data(withJSONObject: object).count },
      result: { document.bytes })
  },
  Scenario(name: "json/encode-state-1000", peer: "JSONEncoder") { size in
    encoding(SyntheticState(messageCount: size.count(1000)))
  },
  Scenario(name: "json/decode-state-1000", peer: "JSONDecoder") { size in
    try decoding(SyntheticState(messageCount: size.count(1000)))
  },
  Scenario(name: "json/encode-action", peer: "JSONEncoder") { _ in
    encoding(ChatAction.edit(id: 7, body: "as the loom weaves"))
  },
  Scenario(name: "json/decode-action", peer: "JSONDecoder") { _ in
    try decoding(ChatAction.edit(id: 7, body: "as the loom weaves"))
  },
]

private func chatBytes(_ messageCount: Int) throws -> [UInt8] {
  try JSONDocumentEncoder().encodeBytes(SyntheticState(messageCount: messageCount))
}

private func parseWithFoundation(_ data: Data) throws -> Int {
  (try JSONSerialization.jsonObject(with: data) as? [String: Any])?.count ?? 0
}

private func encoding<Value: Encodable>(_ value: Value) -> Comparison {
  let ours = JSONDocumentEncoder()
  let theirs = JSONEncoder()
  return .time(
    ours: { try ours.encodeBytes(value).count },
    peer: { try theirs.encode(value).count },
    result: { try ours.encodeBytes(value) })
}

private func decoding<Value: Codable & Equatable>(_ value: Value) throws -> Comparison {
  let bytes = try JSONDocumentEncoder().encodeBytes(value)
  let data = Data(bytes)
  let ours = JSONDocumentDecoder()
  let theirs = JSONDecoder()
  return .time(
    ours: { withExtendedLifetime(try ours.decode(Value.self, from: bytes)) { 1 } },
    peer: { withExtendedLifetime(try theirs.decode(Value.self, from: data)) { 1 } },
    result: {
      try JSONDocumentEncoder().encodeBytes(ours.decode(Value.self, from: bytes))
    })
}
