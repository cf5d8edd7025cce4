import RexJSON
import RexLog
import RexQuery
import RexQuestions
import Testing

@testable import RexCommands

/// `info --paths` lists every path of an app's data in a log once.
@Suite struct InfoPathsTests {
  @Test func everyValueOfStatesPatchesActionsAndMarksHasItsPath() throws {
    let text = #"""
      {"kind":"session","rexlog":1,"id":"A","startedAt":"2026-03-01T12:15:30Z","app":{"name":"A"}}
      {"kind":"keyframe","seq":0,"timeMs":0,"state":{"list":[{"id":1},{"id":null}],"a/b":true}}
      {"kind":"action","seq":1,"timeMs":1,"type":"add","action":{"add":{"name":"x"}},"tookMs":0,\#
      "patch":[{"op":"add","path":"/list/2","value":{"id":3,"tags":["a"]}},\#
      {"op":"copy","from":"/list","path":"/copy"},{"op":"remove","path":"/list/0"}]}
      {"kind":"action","seq":2,"timeMs":1,"type":"play","opaque":"play","tookMs":0,\#
      "error":"no","patch":[]}
      {"kind":"mark","seq":2,"timeMs":2,"label":"here","data":{"why":"so"}}
      {"kind":"action","seq":3,"timeMs":3,"type":"pay","action":{"pay":{"card":"4"}}
      """#
    let paths = try LeafPaths(Log(name: "log", bytes: Array(text.utf8)))
    #expect(
      paths.text.plain == """
        state   boolean  /a~1b
        state   null     /copy/*/id
        state   number   /copy/*/id
        state   string   /copy/*/tags/*
        state   null     /list/*/id
        state   number   /list/*/id
        state   string   /list/*/tags/*
        action  string   add /add/name
        action  string   pay /pay/card
        opaque  string   play
        error   string   play
        mark    string   here
        mark    string   here /why

        """)
    #expect(
      try paths.sorted.first.map { try JSONDocumentEncoder().encode($0) }
        == ["part": "state", "path": "/a~1b", "kind": "boolean"])
    #expect(!paths.isTruncated)
  }

  /// Each copy looks through all paths, so all together would look through 2 million.
  @Test func copiesOfManyPathsEndAtALimit() throws {
    let members = (0..<1000).map { "\"k\($0)_\":0" }.joined(separator: ",")
    let copies = Array(repeating: #"{"op":"copy","from":"/a","path":"/b"}"#, count: 1_000)
    let text = #"""
      {"kind":"session","rexlog":1,"id":"A","startedAt":"2026-03-01T12:15:30Z","app":{"name":"A"}}
      {"kind":"keyframe","seq":0,"timeMs":0,"state":{"a":{\#(members)}}}
      {"kind":"action","seq":1,"timeMs":1,"type":"copy","action":{},"tookMs":0,\#
      "patch":[\#(copies.joined(separator: ","))]}
      """#
    let paths = try LeafPaths(
      Log(name: "log", bytes: Array(text.utf8)), visitedCountMax: 500_000)
    let (isTruncated, states) = (paths.isTruncated, paths.leaves.count { $0.part == .state })
    #expect(isTruncated)
    #expect(states == 2000)
  }

  /// The key would be repeated in the path of each value below it: 100 MB from a log of 120 kB.
  @Test func aLongKeyIsNotRepeatedForEachValueBelowIt() throws {
    let key = String(repeating: "k", count: 100_000)
    let members = (0..<1000).map { "\"m\($0)_\":0" }.joined(separator: ",")
    let text = #"""
      {"kind":"session","rexlog":1,"id":"A","startedAt":"2026-03-01T12:15:30Z","app":{"name":"A"}}
      {"kind":"keyframe","seq":0,"timeMs":0,"state":{"\#(key)":{\#(members)},"list":[1]}}
      {"kind":"action","seq":1,"timeMs":1,"type":"a","action":{},"tookMs":0,\#
      "patch":[{"op":"add","path":"/\#(key)/list","value":[[1],[2]]},\#
      {"op":"copy","from":"/list","path":"/\#(key)"},{"op":"copy","from":"/\#(key)","path":"/b"}]}

      """#
    let log = try Log(name: "log", bytes: Array(text.utf8))
    let paths = try LeafPaths(log)
    #expect(paths.leaves.filter { $0.part == .state }.map(\.path) == ["/list/*"])
    #expect(paths.isTruncated)
    // What was not collected may be what was meant.
    let unknown = try UnknownNames(paths: [ValuePath("/other")], in: log)
    #expect(unknown.found.isEmpty)
  }
}
