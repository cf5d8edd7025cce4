import Foundation
import RexExamples
import RexRecorder
import RexReplayer
import Testing

// The Swift of docs/reference/verify.md, run.

@Suite struct VerifyExamples {
  private let path: String
  private let cartSession: [CartAction]

  init() {
    path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).jsonl").path
    cartSession = DocsTests.cartSession
  }

  private init(path: String, cartSession: [CartAction]) {
    (self.path, self.cartSession) = (path, cartSession)
  }

  @Test func aSessionComesOutAsRecorded() throws {
    let recorder = try Recorder<CartAction, Cart>(path: path, app: "Cart")
    var cart = Cart()
    for action in cartSession { recorder.record(action, into: &cart) { cartReducer(&$0, $1) } }
    recorder.close()

    let app = ReplayableApp(name: "Cart", reducer: cartReducer)
    let verification = try Replayer(app).verify(Log(path: path))
    #expect(verification.verdict == .verified, "\(verification.divergences)")
  }
}

extension VerifyExamples: RecordingSnippets {
  static func recordSecrets(in folder: URL) throws {
    let session = Planted.texts.map { CartAction.add(CartItem(name: $0, cents: 1)) }
    try VerifyExamples(path: folder.appending(path: "log.jsonl").path, cartSession: session)
      .aSessionComesOutAsRecorded()
  }
}
