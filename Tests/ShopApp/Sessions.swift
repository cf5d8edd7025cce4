import Foundation
import RexRecorder

#if canImport(Observation)
  import Observation
#endif
#if canImport(SwiftUI)
  import SwiftUI
#endif

// The Swift of docs/ship.md, compiled as far as this system can, for a beta. DocsTests compares it
// with the page.

nonisolated struct ShopState: Codable, Sendable {
  var cart: [String] = []
  var address = ""
  var accessToken = ""
}

nonisolated enum ShopAction: Codable, Sendable {
  case add(String)
  case move(to: String)
  case signIn(accessToken: String)
  case pay
}

private func reduce(_ state: inout ShopState, _ action: ShopAction) {
  switch action {
  case .add(let product): state.cart.append(product)
  case .move(let address): state.address = address
  case .signIn(let token): state.accessToken = token
  case .pay: state.cart = []
  }
}

enum Sessions {
  static let folder = FileManager.default.urls(
    for: .applicationSupportDirectory, in: .userDomainMask)[0].appending(path: "Sessions")

  #if BETA
    static let isBeta = true
  #else
    static let isBeta = false
  #endif

  static let recorder = newRecorder()

  static func newRecorder() -> Recorder<ShopAction, ShopState> {
    guard isBeta, !UserDefaults.standard.bool(forKey: "isRecordingOff") else { return .disabled }
    do {
      return try Recorder(
        sessionsIn: folder, app: "Shop",
        keeping: SessionLimits(bytes: 64 << 20, days: 14, count: 20),
        configuration: RecorderConfiguration(
          appVersion: Bundle.main.infoDictionary?["CFBundleShortVersionString"] as? String,
          appBuild: Bundle.main.infoDictionary?["CFBundleVersion"] as? String,
          redaction: RedactionRules(paths: ["/address", "/move/to"])))
    } catch {
      print("This session is not recorded: \(error.localizedDescription)")
      return .disabled
    }
  }
}

private func sessionToOffer() -> RecordedSession? {
  guard let last = try? RecordedSessions(Sessions.folder).last,
    case .inAction(let action) = last.ending
  else { return nil }
  print("The last session ended in \(action.type). Send it?")
  return last
}

private func report(of session: RecordedSession) throws -> URL {
  let file = FileManager.default.temporaryDirectory.appending(path: "\(session.name).jsonl")
  try? FileManager.default.removeItem(at: file)
  try RecordedSessions(Sessions.folder).export(session, last: .minutes(5), to: file)
  return file
}

private func forget() throws {
  try RecordedSessions(Sessions.folder).deleteAll()
}

@MainActor final class OptionalShop {
  private(set) var state = ShopState()
  private var recorder = Sessions.recorder

  func setRecording(_ isOn: Bool) throws {
    UserDefaults.standard.set(!isOn, forKey: "isRecordingOff")
    try RecordedSessions(Sessions.folder).deleteAll(closing: recorder)
    recorder = isOn ? Sessions.newRecorder() : .disabled
  }

  func send(_ action: ShopAction) {
    recorder.record(action, into: &state) { state, action in
      reduce(&state, action)
    }
  }
}

#if canImport(Darwin)
  private func excludeFromBackup() throws {
    var folder = Sessions.folder
    var values = URLResourceValues()
    values.isExcludedFromBackup = true
    try folder.setResourceValues(values)
  }
#endif

actor ShopStore {
  private var state = ShopState()

  func send(_ action: ShopAction) {
    Sessions.recorder.record(action, into: &state) { state, action in
      reduce(&state, action)
    }
  }
}

#if canImport(Observation)
  @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
  @MainActor @Observable final class ShopModel {
    private(set) var state = ShopState()

    func send(_ action: ShopAction) {
      Sessions.recorder.record(action, into: &state) { state, action in
        reduce(&state, action)
      }
    }
  }
#endif

#if canImport(SwiftUI)
  @MainActor final class ShopObject: ObservableObject {
    @Published private(set) var state = ShopState()

    func send(_ action: ShopAction) {
      Sessions.recorder.record(action, into: &state) { state, action in
        reduce(&state, action)
      }
    }
  }

  private struct FlushingView<Content: View>: View {
    @Environment(\.scenePhase) private var scenePhase
    let content: Content

    var body: some View {
      content.onChange(of: scenePhase) { phase in
        if phase == .background { Sessions.recorder.flush() }
      }
    }
  }

  #if !os(tvOS)
    private struct ReportButton: View {
      let file: URL

      var body: some View {
        ShareLink("Send the last session", item: file)
      }
    }
  #endif
#endif
