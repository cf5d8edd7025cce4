import RexDecoding
import RexJSON
import TestSupport
import Testing

/// The grammar of RFC 8259: what is accepted, and what is rejected, with reason and location.
@Suite struct ParsingTests {
  @Test(arguments: [
    "null", "true", "false", "0", "-0", "1e400", "-1.5E+10", "\"\"", "[]", "{}", " \t\r\n[ ] \n",
    #"{"a":{"b":[1,[2,{}],[]]}}"#, #"["\u00e9\ud83d\ude00\/\b\f\n\r\t\"\\"]"#, #""\u0000""#,
    "\"\u{7F}\u{80}\u{2028}\u{10FFFF}\"", #"{"":1,"a":2,"A":3}"#, "[1,2 ,3, 4]",
    "{\"\u{E9}\":1,\"e\u{301}\":2}",
  ])
  func validTextIsAccepted(_ text: String) throws {
    let document = try JSON(parsing: text)
    #expect(try JSON(parsing: document.bytes) == document)
    #expect(try JSON(parsing: document.prettyPrinted()) == document)
    #expect(try JSON(parsing: document.prettyPrinted()).bytes == document.bytes)
  }

  @Test(arguments: [
    ("", "1:1: error: expected a value, found the end of the text"),
    (" \n ", "2:2: error: expected a value, found the end of the text"),
    ("[1,]", "1:4: error: expected a value, found ']'"),
    ("[,1]", "1:2: error: expected a value or ']', found ','"),
    ("[1 2]", "1:4: error: expected ',' or ']', found '2'"),
    ("[1", "1:3: error: expected ',' or ']', found the end of the text"),
    ("[", "1:2: error: expected a value, found the end of the text"),
    ("{", "1:2: error: expected a key in double quotes or '}', found the end of the text"),
    ("{\"a\":1,}", "1:8: error: expected a key in double quotes, found '}'"),
    ("{a:1}", "1:2: error: expected a key in double quotes or '}', found 'a'"),
    ("{\"a\" 1}", "1:6: error: expected ':', found '1'"),
    ("{\"a\":}", "1:6: error: expected a value, found '}'"),
    ("{\"a\":1 \"b\":2}", "1:8: error: expected ',' or '}', found '\"'"),
    ("{\"a\":1]", "1:7: error: expected ',' or '}', found ']'"),
    ("1 2", "1:3: error: expected the end of the text, found '2'"),
    ("01", "1:2: error: expected the end of the text, found '1'"),
    ("-", "1:2: error: expected a digit, found the end of the text"),
    ("1.", "1:3: error: expected a digit, found the end of the text"),
    ("1.e1", "1:3: error: expected a digit, found 'e'"),
    (".5", "1:1: error: expected a value, found '.'"),
    ("+1", "1:1: error: expected a value, found '+'"),
    ("[1e+]", "1:5: error: expected a digit, found ']'"),
    ("NaN", "1:1: error: expected a value, found 'N'"),
    ("nul", "1:4: error: expected null, found the end of the text"),
    ("trUe", "1:3: error: expected true, found 'U'"),
    ("\"a", "1:3: error: expected the string's closing '\"', found the end of the text"),
    ("\"\\x\"", "1:3: error: expected one of \" \\ / b f n r t u after '\\', found 'x'"),
    ("\"\\u12G4\"", "1:6: error: expected a hexadecimal digit, found 'G'"),
    ("\"\\ud800\"", "1:2: error: \\uD800 is half of a surrogate pair"),
    ("\"\\udc00\"", "1:2: error: \\uDC00 is half of a surrogate pair"),
    ("\"\\ud800\\u0041\"", "1:2: error: \\uD800 is half of a surrogate pair"),
    ("\"a\nb\"", "1:3: error: control character 0x0A in a string; write it as an escape"),
    (
      "{\n \"a\":1,\n \"\\u0061\":2}",
      "3:2: error: the key \"a\" is repeated; it first appears at 2:2"
    ),
    (
      "{\"a\":1,\"b\":{},\"a\":2}",
      "1:15: error: the key \"a\" is repeated; it first appears at 1:2"
    ),
    ("\u{FEFF}1", "1:1: error: expected a value, found 0xEF"),
    ("'a'", "1:1: error: expected a value, found '''"),
    ("[1]//", "1:4: error: expected the end of the text, found '/'"),
    ("\u{0}", "1:1: error: expected a value, found 0x00"),
  ])
  func invalidTextIsRejected(_ text: String, _ message: String) {
    #expect(throws: JSONError.self) { try JSON(parsing: text) }
    #expect(parsingError(Array(text.utf8)) == message)
  }

  @Test(
    arguments: [
      [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xE0, 0x80, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80],
      [0xF0, 0x80, 0x80, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x98],
      [0xFF],
    ] as [[UInt8]])
  func invalidUTF8IsRejected(_ bytes: [UInt8]) {
    let text = Array("\"ab".utf8) + bytes + Array("\"".utf8)
    #expect(parsingError(text) == "1:4: error: the string is not UTF-8")
  }

  @Test func errorsNameTheLimitThatIsExceeded() {
    let limits = JSONLimits(depthMax: 2, textBytesMax: 20, stringBytesMax: 3, numberBytesMax: 4)
    #expect(parsingError("[[1234,\"abc\"]]", limits) == nil)
    #expect(parsingError("[[[]]]", limits) == "1:3: error: nested deeper than 2")
    #expect(parsingError("[12345]", limits) == "1:2: error: the number is longer than 4 bytes")
    #expect(parsingError("[\"abcd\"]", limits) == "1:2: error: the string is longer than 3 bytes")
    #expect(
      parsingError("[                    ]", limits)
        == "1:21: error: the text is longer than 20 bytes")
  }

  /// In memory, a value takes 24 bytes, and an array takes 72 with its one element.
  @Test(arguments: ["1,", "[1],", #"{"a":1},"#])
  func valuesThatNeedTooMuchMemoryAreRejected(_ element: String) {
    let count = tries(1_500_000, gate: 4_000_000) / element.utf8.count
    let text = Array(("[" + String(repeating: element, count: count) + "1]").utf8)
    var limits = JSONLimits.standard
    #expect(parsingError(text, limits) == nil)
    limits.treeBytesMax = 1 << 20
    let message = "the values up to here take more than \(5 * text.count) bytes of memory"
    #expect(parsingError(text, limits)?.hasSuffix(message) == true)
    var decoder = JSONDocumentDecoder()
    decoder.limits = limits
    #expect(throws: JSONError.self) { try decoder.decode([JSON].self, from: text) }
  }

  @Test func textsOfObjectsAndStringsMayBeOfAnySize() {
    let element = #"{"id":12345,"name":"Ada Lovelace","tags":["first","second"],"isRead":true},"#
    let text = Array(("[" + String(repeating: element, count: 40_000) + "1]").utf8)
    var limits = JSONLimits.standard
    limits.treeBytesMax = 0
    #expect(parsingError(text, limits) == nil)
  }

  @Test func deepTextsAreRejectedWithoutRecursion() {
    let open = Array(repeating: UInt8(ascii: "["), count: 1_000_000)
    #expect(parsingError(open, .largest) == "1:513: error: nested deeper than 512")
  }

  /// The stack is as small as that of a secondary thread on Apple's systems.
  @Test func theDeepestTextFitsASmallStack() throws {
    let depth = JSONLimits.standard.depthMax
    for (open, close) in [("[", "]"), ("{\"k\":", "}")] {
      let text =
        String(repeating: open, count: depth) + (open == "[" ? "" : "1")
        + String(repeating: close, count: depth)
      #expect(try onSmallStack { TextLaws.violation(of: Array(text.utf8)) } == nil)
    }
  }

  @Test func everyDuplicateAmongManyKeysIsFound() throws {
    for count in [2, 9, 63, 64, 65, 1000] {
      let members = (0..<count).map { "\"key\($0)\":\($0)" }
      let text = "{" + members.joined(separator: ",") + "}"
      #expect(try JSON(parsing: text).object?.count == count)
      let doubled = "{" + members.joined(separator: ",") + ",\"key\(count / 2)\":0}"
      #expect(parsingError(doubled)?.contains("is repeated") == true)
    }
  }

  @Test func everyTruncatedTextIsRejected() throws {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<200 {
      let bytes = JSON.array([random.document()]).bytes
      for count in bytes.indices {
        #expect(throws: JSONError.self) { try JSON(parsing: Array(bytes[..<count])) }
      }
    }
  }

  /// Values that are only compared by their hashes differ, too.
  @Test func nullHasAnotherHashThanAnEmptyArray() {
    #expect(JSON.null.hashValue != JSON.array([]).hashValue)
  }

  @Test func writtenDocumentsReadBack() throws {
    for seed in 0..<500 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let document = random.document()
      let read = try JSON(parsing: document.bytes)
      #expect(read == document, "seed \(seed)")
      #expect(read.bytes == document.bytes, "seed \(seed)")
      #expect(read.hashValue == document.hashValue, "seed \(seed)")
      #expect(try JSON(parsing: document.prettyPrinted()).bytes == document.bytes, "seed \(seed)")
    }
  }
}

/// The message of the error that parsing a text throws; nil if the text is valid.
func parsingError(_ text: String, _ limits: JSONLimits = .standard) -> String? {
  parsingError(Array(text.utf8), limits)
}

func parsingError(_ bytes: [UInt8], _ limits: JSONLimits = .standard) -> String? {
  do throws(JSONError) {
    _ = try JSON(parsing: bytes, limits: limits)
    return nil
  } catch {
    return error.description
  }
}
