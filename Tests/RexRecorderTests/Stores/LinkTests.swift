#if os(Linux)
  import Foundation
  import TestSupport
  import Testing

  /// What an app links that has a store of its own and imports only RexRecorder.
  @Suite struct LinkTests {
    @Test func aRecordingAppWithItsOwnStoreLinksNoRexStore() throws {
      let app = try Data(contentsOf: BuiltProducts.url("CrashingApp"))
      // The module's name as it is mangled into the names of its symbols.
      #expect(app.firstRange(of: Data("11RexRecorder".utf8)) != nil)
      #expect(app.firstRange(of: Data("8RexStore".utf8)) == nil)
    }
  }
#endif
