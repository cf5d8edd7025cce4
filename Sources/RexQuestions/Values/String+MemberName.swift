extension String {
  /// Whether this looks like the name of a type's member, and not like an index, an identifier or
  /// another key that is data: only letters and underscores.
  var looksLikeMemberName: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || byte == UInt8(ascii: "_")
      }
  }
}
