import RexDiff
import RexJSON
import RexLog
import Testing

/// Reading a patch in place gives the same patch or error as parsing its document.
@Suite struct LinePatchTests {
  @Test(arguments: [
    "[]",
    #"[{"op":"replace","path":"","value":1}]"#,
    #"[{"op":"replace","path":"/a//b/","value":{"b":[1,null]}},{"op":"remove","path":"/é/0"}]"#,
    #"[{"value":[],"path":"/a","more":{"op":"remove"},"op":"add"}]"#,
    #"[{"op":"add","path":"/a~1b/~0","value":"x"},{"op":"remove","path":"/c"}]"#,
    #"[{"op":"remove","path":"/a"},{"op":"\u0061dd","p\u0061th":"/\u002f","value":2}]"#,
    #"[{"op":"move","from":"/a","path":"/b"},{"op":"copy","from":"/b","path":"/a"}]"#,
    #"[{"op":"test","path":"/a","value":false}]"#,
    #"[{"op":"remove","path":"a"}]"#,
    #"[{"op":"remove","path":"/~2"}]"#,
    #"[{"op":"remove","path":0}]"#,
    #"[{"op":1,"path":"/a","value":1}]"#,
    #"[{"op":"add","path":"/a"}]"#,
    #"[{"op":"turn","path":"/a","value":1}]"#,
    #"[{"op":"remove","path":"/a"},{}]"#,
    #"[["op","remove"]]"#,
    #"{"op":"remove","path":"/a"}"#,
    "null",
    #"[{"op":"remove","path":"/a"}"#,
    #"[{"op":"remove","op":"remove","path":"/a"}]"#,
  ])
  func aPatchReadInPlaceIsThatOfItsDocument(text: String) {
    let bytes = Array(text.utf8)
    let read = Result {
      try bytes.withUnsafeBytes { try JSONPatch(text: $0, limits: .standard) }
    }
    let expected = Result { try JSONPatch(parsing: JSON(parsing: bytes)) }
    #expect("\(read)" == "\(expected)")
  }
}
