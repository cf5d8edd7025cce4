import Foundation
import RexLog
import RexRecorder
import Testing

/// A disabled recorder only calls the reducer.
@Suite struct DisabledTests {
  @Test func theReducerRunsAndItsResultAndErrorsPassThrough() throws {
    struct Refused: Error {}
    let recorder = Recorder<Int, Unencodable>.disabled
    var state = Unencodable()
    let total = recorder.record(2, into: &state) { state, action in
      state.total += action
      return state.total
    }
    #expect(total == 2)
    #expect(throws: Refused.self) {
      try recorder.record(1, into: &state) { _, _ in throw Refused() }
    }
    #expect(state.total == 2)
  }

  @Test func nothingIsCountedAndNothingFails() {
    let recorder = Recorder<Int, Int>.disabled
    recorder.start(from: 1)
    recorder.mark("here")
    recorder.pause()
    recorder.resume()
    recorder.recordReplacement(by: 2)
    recorder.flush()
    recorder.close()
    #expect(recorder.statistics == Recorder<Int, Int>.disabled.statistics)
    #expect(recorder.statistics.byteCount == 0 && recorder.statistics.ownMs == 0)
    #expect(recorder.failure == nil)
    #expect(recorder.sessionID == nil && !recorder.isPaused && recorder.lastActions().isEmpty)
  }

  @Test func aDisabledRecorderCannotBeExported() {
    let path = NSTemporaryDirectory() + UUID().uuidString
    let error = #expect(throws: LogError.self) {
      try Recorder<Int, Int>.disabled.export(to: path)
    }
    #expect(
      error?.description == """
        \(path): cannot export: this recorder is disabled and records nothing; check `sessionID`, \
        which is nil for a disabled recorder, before you offer an export
        """)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  private struct Unencodable: Encodable {
    var total = 0

    func encode(to encoder: any Encoder) throws {
      Issue.record("a disabled recorder encodes nothing")
    }
  }
}
