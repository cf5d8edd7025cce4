import RexJSON
package import RexLog
package import RexQuery

extension TypePattern {
  /// The condition that an action's type matches.
  package func condition() throws(QueryError) -> Condition {
    if let type = exactType { return try Condition("@.type == \(JSON.string(type))") }
    return try Condition("match(@.type, \(JSON.string(regexp)))")
  }

  /// The regular expression (RFC 9485) of the pattern, and of the types nested in it.
  private var regexp: String {
    let any = #"(.|[\n\r])*"#
    let parts = text.split(separator: "*", omittingEmptySubsequences: false).map { part in
      part.map { character in
        // An escaped dollar sign is no character of RFC 9485.
        if character == "$" { return "[$]" }
        return #"()+.?[\]^{|}"#.contains(character) ? "\\\(character)" : String(character)
      }.joined()
    }
    return #"\#(parts.joined(separator: any))(\.\#(any))?"#
  }
}
