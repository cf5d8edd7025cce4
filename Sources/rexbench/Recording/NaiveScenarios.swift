import Foundation
import RexDiff
import RexExamples
import RexLog
import RexRecorder

/// One edited message of a thousand, against a simple recorder.
let naiveScenarios: [Scenario] = [
  Scenario(name: "record/change-1-of-1000", peer: "naive recorder") { size in
    let count = size.count(1000)
    var (state, theirState) = (
      SyntheticState(messageCount: count), SyntheticState(messageCount: count)
    )
    let encoder = try StateEncoder(state)
    var naive = try NaiveRecorder(theirState)
    var (step, theirStep) = (0, 0)
    return .time(
      ours: { try patch(to: &state, step: &step, with: encoder).count },
      peer: {
        SyntheticState.reduce(.edit(step: &theirStep), &theirState)
        return try naive.patch(to: theirState).count
      },
      result: {
        var (state, step) = (SyntheticState(messageCount: count), 0)
        let encoder = try StateEncoder(state)
        return try patch(to: &state, step: &step, with: encoder)
      })
  },
  Scenario(name: "record/whole-1000", peer: "naive recorder, and write") { size in
    let count = size.count(1000)
    let file = TemporaryFile()
    let subject = try RecordedChat(
      size, count: count, recording: .init(sink: FileSink(creating: file.path), app: "Chat"))
    let theirFile = TemporaryFile()
    let output = try theirFile.open()
    var theirState = SyntheticState(messageCount: count)
    var naive = try NaiveRecorder(theirState)
    var (step, theirStep) = (0, 0)
    return .time(
      ours: {
        step += 1
        return withExtendedLifetime(file) { subject.edit(step) }
      },
      peer: {
        let action = ChatAction.edit(step: &theirStep)
        SyntheticState.reduce(action, &theirState)
        let line = try naive.line(type: "edit", action: action, state: theirState)
        try withExtendedLifetime(theirFile) { try output.write(contentsOf: line) }
        return line.count
      },
      result: { try recordedBytes(size, count: count) { _ = $0.edit(1) } })
  },
]

private func patch(
  to state: inout SyntheticState, step: inout Int, with encoder: StateEncoder<SyntheticState>
) throws -> [UInt8] {
  SyntheticState.reduce(.edit(step: &step), &state)
  var patch: [UInt8] = []
  try encoder.update(to: state, patch: &patch)
  return patch
}

extension ChatAction {
  /// The next edit of a message, another one each time.
  fileprivate static func edit(step: inout Int) -> ChatAction {
    step += 1
    return .edit(
      id: step &* 7919, body: "Message \(step): changed by this action, as it happens")
  }
}

extension TemporaryFile {
  /// The file, new and open for writing.
  fileprivate func open() throws -> FileHandle {
    try Data().write(to: URL(filePath: path))
    return try FileHandle(forWritingTo: URL(filePath: path))
  }
}
