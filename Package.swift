// swift-tools-version: 6.2
//
// The layers. A module imports only the modules of lower levels that are listed in parentheses after
// it. A test checks that this table, the targets below and the sources agree.
//
//   level 0   RexJSON       documents as values: strict parser, writer, Pointer, encoder
//             RexActions    types shared by recorder, replayer and store: registry, source, cause
//             RexLocking    the lock of all modules
//             RexTerminal   raw mode, keys, screens, the width of characters, lines
//   level 1   RexStore      Store, Reducer, Middleware, lifting, scoping  (RexActions, RexLocking)
//             RexDiff       patches: apply, diff, invert; state encoder     (RexJSON, RexLocking)
//             RexQuery      JSONPath, conditions, I-Regexp                            (RexJSON)
//   level 2   RexFormat     the format: entries, files, check      (RexJSON, RexDiff, RexLocking)
//             RexRedaction  finds and replaces secrets                                (RexJSON)
//             RexDecoding   values from documents, by Codable                         (RexJSON)
//   level 3   RexLog        finds, redacts  (RexJSON, RexDiff, RexLocking, level 2 but RexDecoding)
//   level 4   RexRecorder   records   (levels 0-2 but RexStore, RexQuery, RexDecoding, RexTerminal)
//             RexTimeline   states                (RexJSON, RexLocking, RexDiff, RexQuery, RexLog)
//   level 5   RexQuestions  (RexJSON, RexDiff, RexQuery, RexRedaction, levels 3-4 but RexRecorder)
//   level 6   RexReplayer   replays   (levels 0-5 but RexStore, RexTerminal, RexFormat, RexRecorder)
//             RexSockets    connections between two processes of a machine
//   level 7   RexWorkers    processes         (RexJSON, RexLocking, RexDecoding, RexLog, RexReplayer)
//             RexPage       a log as a page for any browser                            (RexLog)
//             RexLive  (RexJSON, RexActions, RexLocking, RexFormat, RexDecoding, RexRecorder, RexSockets)
//             RexDebug      sessions    (RexJSON, RexDiff, RexQuery, levels 3-6 but RexRecorder, RexSockets)
//   level 8   RexMinimizer  (RexJSON, RexLocking, RexDiff, RexLog, RexTimeline, RexReplayer, RexWorkers)
//             RexInspector  (levels 0-1, levels 3-7 but RexActions, RexRecorder, RexWorkers, RexPage, RexSockets, RexLive)
//             RexServers    (RexJSON, RexLocking, RexQuery, levels 3-5, RexDebug, RexPage, RexSockets but RexRecorder)
//             RexExamples   (level 0, RexStore, RexRedaction, levels 3-4, RexReplayer, RexLive but RexTerminal, RexTimeline)
//   level 9   RexCommands   commands  (levels 0-8 but RexStore, RexFormat, RexRecorder, RexExamples)
//   level 10  rexreplay     main                              (RexCommands, RexExamples, RexLog)
//             rexbench      (levels 0-8 but RexFormat, RexTerminal, RexPage, RexDebug, RexInspector, RexServers)
//
// An app links RexRecorder with the modules after it. What only tools use is in no module of these,
// and RexLog exports the format with the rest.
//
//   app ──▶ RexRecorder ──▶ log.jsonl ──▶ RexTimeline ──▶ RexCommands ──▶ a person
//                              ▲  │
//                              │  ▼
//                           RexReplayer   (log in, log out, the app's reducer inside)

import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Apple requires that a module that calls `fstat` states the reason in a resource. On other systems, a
// resource would only add a bundle that nothing reads.
#if os(macOS)
  let (privacyManifest, notBuilt): ([Resource], [String]) = ([.copy("PrivacyInfo.xcprivacy")], [])
#else
  let (privacyManifest, notBuilt): ([Resource], [String]) = ([], ["PrivacyInfo.xcprivacy"])
#endif

func library(
  _ name: String, _ dependencies: [String] = [], excluding files: [String] = [],
  hasPrivacyManifest: Bool = false
) -> Target {
  .target(
    name: name, dependencies: dependencies.map { .init(stringLiteral: $0) },
    exclude: files + (hasPrivacyManifest ? notBuilt : []),
    resources: hasPrivacyManifest ? privacyManifest : [], swiftSettings: settings)
}

func tool(_ name: String, _ dependencies: [String]) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies.map { .init(stringLiteral: $0) },
    swiftSettings: settings)
}

func tests(
  _ name: String, _ dependencies: [String], excluding files: [String] = [],
  isolation: [SwiftSetting] = []
) -> Target {
  .testTarget(
    name: name, dependencies: (dependencies + ["TestSupport"]).map { .init(stringLiteral: $0) },
    exclude: files, swiftSettings: settings + isolation)
}

/// A module with the names and the order rules of a store library, for tests of attaching to it.
func lookAlike(_ name: String) -> Target {
  .target(name: name, path: "Tests/LookAlikes/\(name)", swiftSettings: settings)
}

let package = Package(
  name: "rexreplay",
  platforms: [.iOS(.v16), .macOS(.v13), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
  products: [
    .library(name: "RexJSON", targets: ["RexJSON"]),
    .library(name: "RexActions", targets: ["RexActions"]),
    .library(name: "RexDecoding", targets: ["RexDecoding"]),
    .library(name: "RexStore", targets: ["RexStore"]),
    .library(name: "RexDiff", targets: ["RexDiff"]),
    .library(name: "RexQuery", targets: ["RexQuery"]),
    .library(name: "RexLog", targets: ["RexLog"]),
    .library(name: "RexRedaction", targets: ["RexRedaction"]),
    .library(name: "RexRecorder", targets: ["RexRecorder"]),
    .library(name: "RexTimeline", targets: ["RexTimeline"]),
    .library(name: "RexQuestions", targets: ["RexQuestions"]),
    .library(name: "RexReplayer", targets: ["RexReplayer"]),
    .library(name: "RexPage", targets: ["RexPage"]),
    .library(name: "RexLive", targets: ["RexLive"]),
    .library(name: "RexCommands", targets: ["RexCommands"]),
  ],
  targets: [
    library("RexJSON"),
    library("RexActions"),
    library("RexLocking"),
    library("RexTerminal"),
    library("RexStore", ["RexActions", "RexLocking"]),
    library("RexDiff", ["RexJSON", "RexLocking"]),
    library("RexQuery", ["RexJSON"]),
    library("RexFormat", ["RexJSON", "RexDiff", "RexLocking"], hasPrivacyManifest: true),
    library("RexRedaction", ["RexJSON"]),
    library("RexDecoding", ["RexJSON"]),
    library("RexLog", ["RexJSON", "RexDiff", "RexLocking", "RexFormat", "RexRedaction"]),
    library(
      "RexRecorder",
      ["RexJSON", "RexActions", "RexLocking", "RexDiff", "RexFormat", "RexRedaction"]),
    library(
      "RexTimeline",
      ["RexJSON", "RexLocking", "RexDiff", "RexQuery", "RexLog"]),
    library(
      "RexQuestions",
      ["RexJSON", "RexDiff", "RexQuery", "RexRedaction", "RexLog", "RexTimeline"]),
    library(
      "RexReplayer",
      [
        "RexDecoding",
        "RexJSON", "RexActions", "RexLocking", "RexDiff", "RexQuery", "RexLog", "RexRedaction",
        "RexTimeline", "RexQuestions",
      ]),
    library("RexWorkers", ["RexJSON", "RexLocking", "RexDecoding", "RexLog", "RexReplayer"]),
    library(
      "RexMinimizer",
      ["RexJSON", "RexLocking", "RexDiff", "RexLog", "RexTimeline", "RexReplayer", "RexWorkers"]),
    // The files of the page are checked in as Swift source, too, which a test keeps up to date.
    library("RexPage", ["RexLog"], excluding: ["Page"]),
    library("RexSockets"),
    library(
      "RexDebug",
      [
        "RexJSON", "RexDiff", "RexQuery", "RexLog", "RexTimeline", "RexQuestions", "RexReplayer",
      ]),
    library(
      "RexLive",
      [
        "RexJSON", "RexActions", "RexLocking", "RexFormat", "RexDecoding", "RexRecorder",
        "RexSockets",
      ]),
    library(
      "RexServers",
      [
        "RexJSON", "RexLocking", "RexQuery", "RexLog", "RexTimeline", "RexQuestions", "RexDebug",
        "RexPage", "RexSockets",
      ]),
    library(
      "RexInspector",
      [
        "RexJSON", "RexLocking", "RexTerminal", "RexStore", "RexDiff", "RexQuery", "RexLog",
        "RexTimeline", "RexQuestions", "RexReplayer", "RexDebug",
      ]),
    library(
      "RexCommands",
      [
        "RexDecoding",
        "RexJSON", "RexActions", "RexLocking", "RexDiff", "RexQuery", "RexLog", "RexRedaction",
        "RexTimeline", "RexQuestions", "RexReplayer", "RexMinimizer", "RexWorkers", "RexPage",
        "RexDebug", "RexTerminal", "RexSockets", "RexLive", "RexInspector", "RexServers",
      ]),
    library(
      "RexExamples",
      [
        "RexJSON", "RexActions", "RexLocking", "RexStore", "RexLog", "RexRedaction", "RexRecorder",
        "RexReplayer", "RexLive",
      ]),
    tool("rexreplay", ["RexCommands", "RexExamples", "RexLog"]),
    tool(
      "rexbench",
      [
        "RexDecoding",
        "RexJSON", "RexActions", "RexLocking", "RexStore", "RexDiff", "RexQuery", "RexLog",
        "RexRedaction", "RexRecorder", "RexTimeline", "RexQuestions", "RexReplayer", "RexWorkers",
        "RexMinimizer", "RexSockets", "RexLive", "RexExamples",
      ]),

    .target(
      name: "TestSupport", dependencies: ["RexJSON", "RexDecoding", "RexLog"],
      path: "Tests/TestSupport",
      swiftSettings: settings),
    tests("RexJSONTests", ["RexDecoding", "RexJSON", "RexLocking"]),
    tests("RexActionsTests", ["RexActions"]),
    tests("RexLockingTests", ["RexLocking"]),
    .executableTarget(
      name: "ScreenApp", dependencies: ["RexTerminal"], path: "Tests/ScreenApp",
      swiftSettings: settings),
    tests("RexTerminalTests", ["RexTerminal", "ScreenApp"]),
    tests("RexSocketsTests", ["RexSockets"]),
    tests(
      "RexLiveTests",
      [
        "RexLive", "RexCommands", "RexReplayer", "RexRecorder", "RexStore", "RexActions", "RexLog",
        "RexSockets", "RexJSON", "RexLocking", "rexreplay",
      ]),
    tests("RexStoreTests", ["RexStore", "RexActions", "RexLocking"]),
    tests(
      "MainActorTests", ["RexStore", "RexRecorder", "RexReplayer", "RexLog"],
      isolation: [.defaultIsolation(MainActor.self)]),
    .target(name: "CLayouts", path: "Tests/CLayouts"),
    .target(
      name: "UnreflectedTypes", path: "Tests/UnreflectedTypes",
      swiftSettings: settings + [.unsafeFlags(["-Xfrontend", "-disable-reflection-metadata"])]),
    tests(
      "RexDiffTests",
      ["RexDecoding", "RexDiff", "RexJSON", "RexLocking", "CLayouts", "UnreflectedTypes"]),
    tests("RexQueryTests", ["RexQuery", "RexDiff", "RexJSON"]),
    tests(
      "RexLogTests",
      ["RexLog", "RexFormat", "RexTimeline", "RexDiff", "RexLocking", "RexJSON"]),
    tests(
      "RexRedactionTests",
      [
        "RexDecoding",
        "RexRedaction", "RexRecorder", "RexReplayer", "RexTimeline", "RexLog", "RexDiff", "RexJSON",
      ]),
    lookAlike("ReSwiftLike"), lookAlike("SwiftRexLike"), lookAlike("SwiftRexMainLike"),
    lookAlike("ComposableLike"), lookAlike("MobiusLike"), lookAlike("KatanaLike"),
    lookAlike("RexLike"), lookAlike("SwiftUIFluxLike"), lookAlike("SwiftReduxLike"),
    lookAlike("ReduxUILike"), lookAlike("WorkflowLike"), lookAlike("ReactorKitLike"),
    // These have the names of the libraries, by which the recorder knows their types.
    lookAlike("ComposableArchitecture"), lookAlike("Sharing"),
    .target(
      name: "MainActorApp", dependencies: ["RexRecorder", "RexCommands"],
      path: "Tests/MainActorApp",
      swiftSettings: settings + [.defaultIsolation(MainActor.self)]),
    .executableTarget(
      name: "ShopApp", dependencies: ["RexRecorder"], path: "Tests/ShopApp",
      swiftSettings: settings),
    .executableTarget(
      name: "CrashingApp", dependencies: ["RexRecorder"], path: "Tests/CrashingApp",
      swiftSettings: settings),
    tests(
      "RexRecorderTests",
      [
        "RexDecoding",
        "RexRecorder", "RexReplayer", "RexTimeline", "RexStore", "RexRedaction", "RexLog",
        "RexDiff", "RexJSON", "RexActions", "RexLocking", "ReSwiftLike", "SwiftRexLike",
        "ComposableLike", "MobiusLike", "KatanaLike", "CrashingApp", "ComposableArchitecture",
        "Sharing",
      ]),
    tests(
      "RexExamplesTests",
      [
        "RexExamples", "RexJSON", "RexActions", "RexStore", "RexQuery", "RexLog", "RexLocking",
        "RexRecorder", "RexRedaction", "RexReplayer", "RexMinimizer",
      ]),
    tests(
      "RexTimelineTests",
      ["RexTimeline", "RexQuestions", "RexLog", "RexQuery", "RexDiff", "RexJSON", "RexLocking"]),
    tests(
      "RexQuestionsTests",
      [
        "RexQuestions", "RexTimeline", "RexRedaction", "RexLog", "RexQuery", "RexDiff", "RexJSON",
        "RexLocking",
      ]),
    tests(
      "RexReplayerTests",
      [
        "RexDecoding",
        "RexReplayer", "RexMinimizer", "RexWorkers", "RexQuestions", "RexTimeline", "RexRecorder",
        "RexRedaction", "RexLog", "RexQuery", "RexLocking", "RexActions", "RexDiff", "RexJSON",
      ]),
    tests("RexPageTests", ["RexPage", "RexLog"]),
    tests(
      "RexDebugTests",
      [
        "RexDebug", "RexQuestions", "RexReplayer", "RexTimeline", "RexLog", "RexQuery", "RexJSON",
        "RexLocking",
      ]),
    tests(
      "RexInspectorTests",
      [
        "RexInspector", "RexDebug", "RexQuestions", "RexReplayer", "RexStore", "RexTerminal",
        "RexTimeline", "RexLog", "RexQuery", "RexJSON", "RexLocking", "rexreplay",
      ]),
    .executableTarget(
      name: "MisbehavingApp", dependencies: ["RexCommands"], path: "Tests/MisbehavingApp",
      swiftSettings: settings),
    tests("RexServersTests", ["RexServers", "RexJSON", "RexLocking"]),
    tests(
      "RexCommandsTests",
      [
        "RexDecoding",
        "RexCommands", "RexExamples", "RexJSON", "RexLocking", "RexLog", "RexReplayer", "RexDebug",
        "RexQuestions", "RexQuery", "RexTerminal", "RexServers", "RexSockets", "rexreplay",
        "MisbehavingApp",
      ]),
    tests(
      "DocsTests",
      [
        "RexCommands", "RexExamples", "RexLive", "RexLog", "RexRecorder", "RexRedaction",
        "RexReplayer", "RexStore", "RexActions", "RexQuery", "RexTimeline", "RexJSON", "RexLocking",
        "ReSwiftLike", "SwiftRexLike", "SwiftRexMainLike", "ComposableLike", "MobiusLike",
        "KatanaLike", "RexLike", "SwiftUIFluxLike", "SwiftReduxLike", "ReduxUILike", "WorkflowLike",
        "ReactorKitLike", "MainActorApp", "ShopApp", "rexreplay",
      ], excluding: ["Logs", "total.jsonl"]),
    tests("rexbenchTests", ["rexbench", "RexExamples", "RexJSON"]),
    tests("TidyTests", []),
  ]
)
