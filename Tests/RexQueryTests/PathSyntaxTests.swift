import RexJSON
import RexQuery
import Testing

/// The syntax of JSONPath (RFC 9535, sections 2.1 to 2.5), and the errors of invalid paths.
@Suite struct PathSyntaxTests {
  static let document: JSON = [
    "name": "Ada", "snake_case": 1, "naïve": 2, "it's": 3, "a\"b": 4, "tab\there": 5, "😀": 6,
    "list": [10, 20, 30], "": ["": 7],
  ]

  @Test(
    arguments: [
      ("$.name", ["Ada"]), ("$['name']", ["Ada"]), ("$[\"name\"]", ["Ada"]),
      ("$ .name", ["Ada"]), ("$\n\t\r [ 'name' ]", ["Ada"]), ("$.snake_case", [1]),
      ("$.naïve", [2]), ("$['it\\'s']", [3]), ("$[\"it's\"]", [3]), ("$['a\"b']", [4]),
      ("$[\"a\\\"b\"]", [4]), ("$['tab\\there']", [5]), ("$['tab\\u0009here']", [5]),
      ("$.😀", [6]), ("$['\\uD83D\\ude00']", [6]), ("$['']['']", [7]),
      ("$.list[0]", [10]), ("$.list[-1]", [30]), ("$.list[ 0 , 2 ]", [10, 30]),
      ("$.list[ : : 2 ]", [10, 30]), ("$.list.*", [10, 20, 30]),
      ("$['list','name'][*]", [10, 20, 30]),
      ("$.list[9007199254740991]", []), ("$.list[-9007199254740991]", []),
    ] as [(String, JSON)])
  func everyFormOfAPathIsRead(_ text: String, _ values: JSON) throws {
    #expect(JSON.array(try JSONPath(text).values(in: Self.document)) == values)
  }

  @Test(
    arguments: [
      ("", "column 1: expected '$', found the end"),
      ("name", "column 1: expected '$', found 'n'"),
      (" $", "column 1: expected '$', found ' '"),
      ("$ ", "column 2: expected '.', '[' or the end of the path, found ' '"),
      ("$$.a", "column 2: expected '.', '[' or the end of the path, found '$'"),
      ("$.", "column 3: expected a name or '*', found the end"),
      ("$.1", "column 3: expected a name or '*', found '1'"),
      ("$. a", "column 3: expected a name or '*', found ' '"),
      ("$...a", "column 4: expected a name, '*' or '[', found '.'"),
      ("$..", "column 4: expected a name, '*' or '[', found the end"),
      ("$[", "column 3: expected a name in quotes, an index, a slice, '*' or '?', found the end"),
      ("$[a]", "column 3: the name a needs quotes: ['a']"),
      ("$[0", "column 4: expected ',' or ']', found the end"),
      ("$[01]", "column 4: expected ',' or ']', found '1'"),
      ("$[-0]", "column 4: expected a digit from 1 to 9, found '0'"),
      ("$[-]", "column 4: expected a digit from 1 to 9, found ']'"),
      ("$[1.0]", "column 4: expected ',' or ']', found '.'"),
      (
        "$[9007199254740992]",
        "column 3: expected an integer from -9007199254740991 to 9007199254740991, found '9'"
      ),
      ("$['a", "column 5: expected the string's closing quote, found the end"),
      (
        "$['\n']", "column 4: expected a character from U+0020 on, or an escape, found U+000A"
      ),
      (
        "$['\\x']",
        "column 5: expected one of \\ / b f n r t u or the string's quote after '\\', found 'x'"
      ),
      (
        "$['\\\"']",
        "column 5: expected one of \\ / b f n r t u or the string's quote after '\\', found '\"'"
      ),
      ("$['\\u00g0']", "column 8: expected a hexadecimal digit, found 'g'"),
      ("$['\\uD800']", "column 6: expected a whole surrogate pair, found 'D'"),
      ("$['\\uDC00']", "column 6: expected a whole surrogate pair, found 'D'"),
      ("$.é.", "column 5: expected a name or '*', found the end"),
      ("$.a é", "column 4: expected '.', '[' or the end of the path, found ' '"),
      ("$é", "column 2: expected '.', '[' or the end of the path, found U+00E9"),
    ])
  func errorsNameTheColumnAndWhatWasExpected(_ text: String, _ message: String) {
    let error = #expect(throws: QueryError.self) { try JSONPath(text) }
    #expect(error?.description == message)
  }

  @Test func aPathIsSingularIfItHasOnlyNamesAndIndexes() throws {
    for text in ["$", "$.a", "$['a'][0].b", "$[-1]"] {
      #expect(try JSONPath(text).isSingular, "\(text)")
    }
    for text in ["$.*", "$..a", "$['a','b']", "$[0:1]", "$[?@.a]", "$.a[*].b"] {
      #expect(try !JSONPath(text).isSingular, "\(text)")
    }
  }
}
