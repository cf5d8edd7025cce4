package import RexActions

extension Recorder: InputSource {
  package func take<Value: Codable>(
    _ input: InputRequest, of seq: Int, _ plain: () -> Value
  ) -> Value {
    let value = plain()
    writeWhileReducing { $0.record(input, value, of: seq) }
    return value
  }

  package func draw(of seq: Int) -> UInt64? { writeWhileReducing { $0.draw(of: seq) } ?? nil }
}
