import RexLog
import RexRecorder
import RexRedaction
import Testing

/// The encoding options of a configuration apply to states and actions.
@Suite struct EncodingTests {
  @Test func userInfoReachesStatesAndActions() throws {
    let configuration = try centimeters()
    let sink = LogBuffer()
    let recorder = try Recorder<Length, Length>(
      sink: sink, app: "Units", configuration: configuration)
    var length = Length()
    recorder.record(Length(value: 3), into: &length) { $0 = $1 }
    recorder.close()
    let text = String(decoding: sink.bytes, as: UTF8.self)
    #expect(text.contains(#""action":"3 cm""#))
    #expect(text.contains(#""state":"0 cm""#))
    #expect(text.contains(#"{"op":"replace","path":"","value":"3 cm"}"#))
  }

  @Test func userInfoReachesTheStatesOfALogOfActions() throws {
    let configuration = try centimeters(detail: .actions())
    let sink = LogBuffer()
    let recorder = try Recorder<Length, Length>(
      sink: sink, app: "Units", configuration: configuration)
    recorder.start(from: Length())
    recorder.recordReplacement(by: Length(value: 3))
    recorder.close()
    let text = String(decoding: sink.bytes, as: UTF8.self)
    #expect(text.contains(#""state":"0 cm""#))
    #expect(text.contains(#""state":"3 cm""#))
  }

  @Test func userInfoReachesSecretsAndTheDataOfMarks() throws {
    struct State: Encodable { @Secret var width = Width() }
    let configuration = try centimeters()
    let sink = LogBuffer()
    let recorder = try Recorder<Length, State>(
      sink: sink, app: "Units", configuration: configuration)
    recorder.start(from: State())
    recorder.mark("measured", data: Length(value: 3))
    let text = String(decoding: sink.bytes, as: UTF8.self)
    #expect(text.contains(#/"state":\{"width":\{"cm":2130[0-9]{6}\}\}/#))
    #expect(text.contains(#""data":"3 cm""#))
  }

  private func centimeters(detail: RecorderDetail = .changes) throws -> RecorderConfiguration {
    var configuration = RecorderConfiguration(sessionID: "1", detail: detail)
    configuration.userInfo = [try #require(CodingUserInfoKey(rawValue: "unit")): "cm"]
    return configuration
  }

  @Test func aVouchedTypeIsEncodedOnlyIfItsBytesChange() throws {
    #expect(try encodes(vouching: [], actions: 100) > 100 * 100)
    #expect(try encodes(vouching: [Shared.self], actions: 100) < 10 * 100)
  }

  /// Returns how often 100 shared objects are encoded by actions that change something else.
  private func encodes(
    vouching types: [any SendableMetatype.Type], actions: Int
  ) throws -> Int {
    var configuration = RecorderConfiguration(sessionID: "1").comparing()
    configuration.vouchedTypes = types
    let recorder = try Recorder<Int, Holder>(
      sink: LogBuffer(), app: "Holder", configuration: configuration)
    let encodes = EncodeCount()
    var state = Holder(list: (1...100).map { _ in Shared(encodes) })
    for action in 1...actions { recorder.record(action, into: &state) { $0.count = $1 } }
    return encodes.count
  }
}

private struct Length: Encodable {
  var value = 0

  func encode(to encoder: any Encoder) throws {
    let unit = CodingUserInfoKey(rawValue: "unit").flatMap { encoder.userInfo[$0] as? String }
    var container = encoder.singleValueContainer()
    try container.encode("\(value) \(unit ?? "?")")
  }
}

private struct Width: Encodable {
  func encode(to encoder: any Encoder) throws {
    let unit = CodingUserInfoKey(rawValue: "unit").flatMap { encoder.userInfo[$0] as? String }
    try [unit ?? "?": 7].encode(to: encoder)
  }
}

private final class EncodeCount: @unchecked Sendable {
  // Unchecked because the test uses it on one thread.
  var count = 0
}

private final class Shared: Encodable, Sendable {
  let encodes: EncodeCount

  init(_ encodes: EncodeCount) { self.encodes = encodes }

  func encode(to encoder: any Encoder) throws {
    encodes.count += 1
    var container = encoder.singleValueContainer()
    try container.encode(String(repeating: "shared ", count: 20))
  }
}

private struct Holder: Encodable {
  var count = 0
  var list: [Shared]
}
