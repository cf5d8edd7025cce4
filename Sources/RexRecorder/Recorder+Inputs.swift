package import RexActions

extension Recorder: InputSource {
  package func take<Value: Codable>(_ input: InputRequest, _ plain: () -> Value) -> Value {
    let value = plain()
    write { $0.record(input, value) }
    return value
  }

  package func countDraw() { write { $0.countDraw() } }
}
