// swift-tools-version: 6.2
//
// The layers. A module imports only what stands in brackets behind it, which is of lower levels; a
// test holds this table, the targets below and the sources to each other.
//
//   level 0   RexJSON       documents as values: strict parser, writer, Pointer, Codable
//             RexStore      Store, Reducer, Middleware, lifting, scoping; knows nothing of logs
//   level 1   RexDiff       JSON Patch: apply, diff, invert; the state encoder  (RexJSON)
//   level 2   RexLog        the format: entries, writer, reader, recovery       (RexJSON, RexDiff)
//             RexRedaction  what is secret, and what is written in its place    (RexJSON, RexDiff)
//   level 3   RexRecorder   the recorder and its adapters                       (levels 0-2)
//             RexTimeline   frames, seeking, comparing                  (RexJSON, RexDiff, RexLog)
//   level 4   RexReplayer   re-reduction and verification          (levels 0-3 but RexRecorder)
//   level 5   RexCommands   the commands, the debugger  (levels 0-4 but RexStore, RexRecorder)
//             RexExamples   small real apps       (RexStore, RexLog, RexRecorder, RexReplayer)
//   level 6   rexreplay     main                            (RexCommands, RexExamples, RexLog)
//             rexbench      measures ours and peers  (levels 0-4 but RexRedaction, RexTimeline)
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
  .treatAllWarnings(as: .error),
]

func library(_ name: String, _ dependencies: [String] = []) -> Target {
  .target(
    name: name, dependencies: dependencies.map { .init(stringLiteral: $0) },
    swiftSettings: settings)
}

func tool(_ name: String, _ dependencies: [String]) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies.map { .init(stringLiteral: $0) },
    swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [String]) -> Target {
  .testTarget(
    name: name, dependencies: (dependencies + ["TestSupport"]).map { .init(stringLiteral: $0) },
    swiftSettings: settings)
}

let package = Package(
  name: "rexreplay",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "RexJSON", targets: ["RexJSON"]),
    .library(name: "RexStore", targets: ["RexStore"]),
    .library(name: "RexDiff", targets: ["RexDiff"]),
    .library(name: "RexLog", targets: ["RexLog"]),
    .library(name: "RexRedaction", targets: ["RexRedaction"]),
    .library(name: "RexRecorder", targets: ["RexRecorder"]),
    .library(name: "RexTimeline", targets: ["RexTimeline"]),
    .library(name: "RexReplayer", targets: ["RexReplayer"]),
    .library(name: "RexCommands", targets: ["RexCommands"]),
  ],
  targets: [
    library("RexJSON"),
    library("RexStore"),
    library("RexDiff", ["RexJSON"]),
    library("RexLog", ["RexJSON", "RexDiff"]),
    library("RexRedaction", ["RexJSON", "RexDiff"]),
    library("RexRecorder", ["RexStore", "RexJSON", "RexDiff", "RexLog", "RexRedaction"]),
    library("RexTimeline", ["RexJSON", "RexDiff", "RexLog"]),
    library(
      "RexReplayer", ["RexStore", "RexJSON", "RexDiff", "RexLog", "RexRedaction", "RexTimeline"]),
    library(
      "RexCommands",
      ["RexJSON", "RexDiff", "RexLog", "RexRedaction", "RexTimeline", "RexReplayer"]),
    library("RexExamples", ["RexStore", "RexLog", "RexRecorder", "RexReplayer"]),
    tool("rexreplay", ["RexCommands", "RexExamples", "RexLog"]),
    tool("rexbench", ["RexJSON", "RexStore", "RexDiff", "RexLog", "RexRecorder", "RexReplayer"]),

    .target(
      name: "TestSupport", dependencies: ["RexJSON"], path: "Tests/TestSupport",
      swiftSettings: settings),
    tests("RexJSONTests", ["RexJSON"]),
    tests("RexStoreTests", ["RexStore"]),
    tests("RexDiffTests", ["RexDiff", "RexJSON"]),
    tests("RexLogTests", ["RexLog", "RexDiff", "RexJSON"]),
    tests(
      "RexRedactionTests",
      [
        "RexRedaction", "RexRecorder", "RexReplayer", "RexTimeline", "RexLog", "RexDiff", "RexJSON",
      ]),
    .target(name: "LookAlikes", path: "Tests/LookAlikes", swiftSettings: settings),
    .executableTarget(
      name: "CrashingApp", dependencies: ["RexRecorder"], path: "Tests/CrashingApp",
      swiftSettings: settings),
    tests(
      "RexRecorderTests",
      [
        "RexRecorder", "RexReplayer", "RexTimeline", "RexStore", "RexRedaction", "RexLog",
        "RexDiff", "RexJSON", "LookAlikes", "CrashingApp",
      ]),
    tests("RexExamplesTests", ["RexExamples", "RexStore", "RexLog", "RexRecorder", "RexReplayer"]),
    tests("RexTimelineTests", ["RexTimeline", "RexLog", "RexDiff", "RexJSON"]),
    tests(
      "RexReplayerTests",
      ["RexReplayer", "RexTimeline", "RexRecorder", "RexLog", "RexDiff", "RexJSON"]),
    tests(
      "RexCommandsTests", ["RexCommands", "RexExamples", "RexLog", "RexReplayer", "rexreplay"]),
    tests(
      "DocsTests",
      [
        "RexCommands", "RexExamples", "RexLog", "RexRecorder", "RexRedaction", "RexReplayer",
        "RexStore", "LookAlikes",
      ]),
    tests("rexbenchTests", ["rexbench", "RexJSON"]),
    tests("TidyTests", []),
  ]
)
