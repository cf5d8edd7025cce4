import Foundation
import RexActions
import RexLog
import RexRecorder
import TestSupport
import Testing

/// The README's store works as a reader who copies it expects.
@MainActor @Suite struct ReadmeStoreTests {
  @Test func everyLaunchIsRecordedWithTheFunctionThatSent() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["Ann", "Bob"] {
      let store = try ChatStore(sessionsIn: folder)
      store.send(.post("I am \(name)"))
    }
    let source = "\(#fileID):\(#line - 2) \(#function)"
    let recorded = try RecordedSessions(folder).list().flatMap { session in
      let log = try Log(checkedPath: folder.appending(path: session.name).path)
      return try log.lines().compactMap(\.action?.source).map {
        "\($0.file):\($0.line) \($0.function ?? "")"
      }
    }
    #expect(recorded == [source, source])
  }
}
