import Foundation
import RexRecorder

#if canImport(Observation)
  import Observation
#endif
#if canImport(StoreKit)
  import StoreKit
#endif
#if canImport(SwiftUI)
  import SwiftUI
#endif

// The Swift of docs/ship.md, compiled as far as this system can. DocsTests compares it with the
// page.

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
    for: .applicationSupportDirectory, in: .userDomainMask)[0].appending(path: "Shop/Sessions")

  static let recorder = newRecorder()

  static func newRecorder() -> Recorder<ShopAction, ShopState> {
    guard UserDefaults.standard.bool(forKey: "isRecordingOn") else { return .disabled }
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

/// Exports the end of the last session, if it ended inside an action.
private func crashedSession() throws -> URL? {
  let sessions = RecordedSessions(Sessions.folder)
  guard let last = try sessions.last, case .inAction(let action) = last.ending else { return nil }
  print("The last session ended in \(action.type).")
  let file = FileManager.default.temporaryDirectory.appending(path: "\(last.name).jsonl")
  try? FileManager.default.removeItem(at: file)
  try sessions.export(last, last: .minutes(5), to: file)
  return file
}

private func forget() throws {
  try RecordedSessions(Sessions.folder).deleteAll()
}

@MainActor final class ConsentingShop {
  private(set) var state = ShopState()
  private var recorder = Sessions.recorder

  func setRecording(_ isOn: Bool) throws {
    UserDefaults.standard.set(isOn, forKey: "isRecordingOn")
    if isOn {
      recorder = Sessions.newRecorder()
    } else {
      try RecordedSessions(Sessions.folder).deleteAll(closing: recorder)
      recorder = .disabled
    }
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
    private struct CrashReport: View {
      private let file = try? crashedSession()

      var body: some View {
        if let file { ShareLink("Send the last session", item: file) }
      }
    }
  #endif
#endif

#if canImport(StoreKit)
  private func isTester() async -> Bool {
    guard case .verified(let app) = try? await AppTransaction.shared else { return false }
    return app.environment == .sandbox
  }
#endif
