import Foundation
import RexRecorder

// The Swift of docs/attach/actions.md about a case that is not Codable: the recording half.

struct PhotoState: Codable, Sendable, Equatable {
  var ids: [Int] = []
  var names: [String] = []
  var failureCount = 0
}

enum PhotoAction {
  case load(id: Int)
  case loaded(String)
  case failed(any Error)
  case confirm(then: @Sendable () -> Void)
}

extension PhotoAction: Codable {
  private enum Recorded: Codable {
    case load(id: Int)
    case loaded(String)
  }

  init(from decoder: any Decoder) throws {
    switch try Recorded(from: decoder) {
    case .load(let id): self = .load(id: id)
    case .loaded(let name): self = .loaded(name)
    }
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .load(let id): try Recorded.load(id: id).encode(to: encoder)
    case .loaded(let name): try Recorded.loaded(name).encode(to: encoder)
    case .failed, .confirm:
      let reason = EncodingError.Context(codingPath: [], debugDescription: "not recorded")
      throw EncodingError.invalidValue(self, reason)
    }
  }
}

@Sendable func photoReducer(_ state: inout PhotoState, _ action: PhotoAction) {
  switch action {
  case .load(let id): state.ids.append(id)
  case .loaded(let name): state.names.append(name)
  case .failed: state.failureCount += 1
  case .confirm(let then): then()
  }
}

enum LeftOutCaseExample {
  static func record(
    _ actions: [PhotoAction], to path: String, configuration: RecorderConfiguration
  ) throws -> PhotoState {
    let recorder = try Recorder<PhotoAction, PhotoState>(
      path: path, app: "Photos", configuration: configuration)
    var state = PhotoState()
    for action in actions {
      recorder.record(action, into: &state) { state, action in photoReducer(&state, action) }
    }
    recorder.close()
    return state
  }

  static let denyingLoaded = RecorderConfiguration(payloads: .denying("loaded"))
}

extension LeftOutCaseExample: RecordingSnippets {
  static func recordSecrets(in folder: URL) throws {
    let actions = Planted.texts.map { PhotoAction.loaded($0) }
    for (name, configuration) in ["all": RecorderConfiguration(), "some": denyingLoaded] {
      _ = try record(
        actions, to: folder.appending(path: "\(name).jsonl").path, configuration: configuration)
    }
  }
}
