import RexDiff
import RexJSON
import Testing

/// An untrusted patch cannot create a document that is too deep or too large for its readers.
@Suite struct PatchLimitTests {
  @Test func operationsCannotNestWithoutEnd() throws {
    var document: JSON = [:]
    var path = JSONPointer()
    for depth in 1...1000 {
      let patch = JSONPatch([.add(path.appending("a"), [:])])
      do {
        try document.apply(patch)
      } catch {
        #expect(error.kind == .tooDeep(max: JSONLimits.standard.depthMax))
        #expect(depth == JSONLimits.standard.depthMax)
        return
      }
      path = path.appending("a")
    }
    Issue.record("nested a thousand deep")
  }

  @Test func movesCannotNestWithoutEnd() throws {
    var document: JSON = ["a": [:], "b": [:]]
    let a = JSONPointer(tokens: ["a"])
    let b = JSONPointer(tokens: ["b"])
    let patch = JSONPatch([
      .move(from: b, path: a.appending("b")), .move(from: a, path: b), .add(a, [:]),
    ])
    let error = #expect(throws: JSONPatchError.self) {
      for _ in 1...1000 { try document.apply(patch) }
    }
    #expect(error?.kind == .tooDeep(max: JSONLimits.standard.depthMax))
  }

  @Test func copiesCannotDoubleWithoutEnd() throws {
    var document: JSON = ["a": "some text to copy"]
    let whole = JSONPointer()
    let error = #expect(throws: JSONPatchError.self) {
      for step in 1...40 {
        try document.apply(JSONPatch([.copy(from: whole, path: whole.appending("\(step)"))]))
      }
    }
    #expect(error?.kind == .copyTooLarge(max: 1024))
  }

  @Test func copiesOfOnePatchAreBoundedTogether() throws {
    // Each copy adds 256 bytes to the limit and takes 308 from it.
    var document: JSON = ["a": .string(String(repeating: "x", count: 300))]
    let before = document
    let from = JSONPointer(tokens: ["a"])
    let copies = (0..<20).map { number in
      JSONPatch.Operation.copy(from: from, path: JSONPointer(tokens: ["b\(number)"]))
    }
    let error = #expect(throws: JSONPatchError.self) { try document.apply(JSONPatch(copies)) }
    #expect(error?.kind == .copyTooLarge(max: 1024))
    #expect(error?.operation == 19)
    #expect(document == before)
    try document.apply(JSONPatch(copies.dropLast()))
    #expect(document.object?.count == 20)
  }

  @Test func copiesMakeAStateAtMostElevenTimesAsLongAsItsPatches() throws {
    for (length, count) in [(1272, 1), (300, 19), (248, 500)] {
      var document: JSON = ["s": .string(String(repeating: "x", count: length)), "a": []]
      let copy = JSONPatch.Operation.copy(
        from: JSONPointer(tokens: ["s"]), path: JSONPointer(tokens: ["a", "-"]))
      let patch = JSONPatch(Array(repeating: copy, count: count))
      let (line, before) = (100 + patch.json.bytes.count, document.bytes.count)
      for _ in 0..<10 { try document.apply(patch) }
      #expect(document.bytes.count - before <= 10 * 11 * line)
    }
  }

  @Test func shiftsOfOnePatchAreBoundedTogether() throws {
    var document: JSON = .array((0..<100).map { .number(JSONNumber($0)) })
    let before = document
    let move = JSONPatch.Operation.move(
      from: JSONPointer(tokens: ["99"]), path: JSONPointer(tokens: ["0"]))
    var budget = PatchBudget(shiftedElements: 20 * 101)
    for _ in 0..<20 { try document.apply(move, spending: &budget) }
    #expect(document != before)
    let moved = document
    let error = #expect(throws: JSONPatchError.self) {
      try document.apply(move, spending: &budget)
    }
    #expect(error?.kind == .shiftsTooMuch(max: 2_000_000_000))
    #expect(document == moved)
  }

  /// Removing a member takes constant time, however large its object is.
  @Test func removedMembersAreNotLimited() throws {
    var members = JSONObject()
    for number in 0..<50_000 { members["\(number)"] = 0 }
    var document = JSON.object(members)
    let paths = (0..<50_000).map { JSONPointer(tokens: ["\($0)"]) }
    let inverse = try document.applyReturningInverse(JSONPatch(paths.map { .remove($0) }))
    #expect(document == [:])
    try document.apply(inverse)
    #expect(document == .object(members))
    var budget = PatchBudget(shiftedElements: 0)
    try document.apply(.remove(paths[7]), spending: &budget)
    try document.apply(
      .move(from: paths[8], path: JSONPointer(tokens: ["moved"])), spending: &budget)
    #expect(document.object?.count == 49_999)
  }

  /// Otherwise, a recorder could write a patch that no reader accepts.
  @Test func aNewPatchReplacesAnArrayBeforeItShiftsTooMuch() throws {
    let text = String(repeating: "x", count: 40)
    let all = (0..<41_000).map { "\($0) \(text)" }
    let half = stride(from: 0, to: all.count, by: 2).map { all[$0] }
    var checker = try StateChecker(["list": all])
    try checker.update(to: ["list": half])
    #expect(checker.patch.operations.count == 1)

    func json(_ list: [String]) -> JSON { ["list": .array(list.map { .string($0) })] }
    let difference = JSONPatch(from: json(all), to: json(half))
    #expect(difference.operations.count == 1)
  }

  /// The depth of a value that is moved deeper is measured each time.
  @Test func theMeasuringOfMovedValuesIsBounded() throws {
    var document: JSON = ["a": .array(Array(repeating: 0, count: 1000)), "b": [:]]
    let (from, path) = (JSONPointer(tokens: ["a"]), JSONPointer(tokens: ["b", "c"]))
    var budget = PatchBudget(shiftedElements: 20 * 10_000)
    let error = #expect(throws: JSONPatchError.self) {
      for _ in 0..<100 {
        try document.apply(.move(from: from, path: path), spending: &budget)
        try document.apply(.move(from: path, path: from), spending: &budget)
      }
    }
    #expect(error?.kind == .shiftsTooMuch(max: 2_000_000_000))
  }

  @Test func aFailedPatchLeavesTheDocumentUnchanged() throws {
    var document: JSON = ["a": .array(Array(repeating: 0, count: 5000))]
    let before = document
    #expect(throws: JSONPatchError.self) {
      try document.apply(
        JSONPatch([
          .add(JSONPointer(tokens: ["b"]), 1),
          .copy(from: JSONPointer(tokens: ["a"]), path: JSONPointer(tokens: ["c"])),
        ]))
    }
    #expect(document == before)
  }
}
