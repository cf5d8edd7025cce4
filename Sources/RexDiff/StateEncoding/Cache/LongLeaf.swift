import Foundation
internal import RexJSON

/// A text or data: when it is long, it is kept as a fragment, and known by its storage.
///
/// A scalar beside ten megabytes of text then costs no more than beside none.
protocol LongLeaf: Encodable {
  /// How many bytes encoding has to read.
  var leafByteCount: Int { get }

  /// Appends the JSON text, the same as `JSONDocumentEncoder` writes.
  func writeLeaf(into bytes: inout [UInt8])
}

extension LongLeaf {
  static func makePlan() -> AnyObject { LeafPlan<Self>() }
}

extension String: LongLeaf {
  var leafByteCount: Int { utf8.count }

  func writeLeaf(into bytes: inout [UInt8]) { writeQuoted(into: &bytes) }
}

extension Data: LongLeaf {
  var leafByteCount: Int { count }

  func writeLeaf(into bytes: inout [UInt8]) {
    base64EncodedString().writeQuoted(into: &bytes)
  }
}

/// Keeps long leaves; for types whose bytes are trusted.
final class LeafPlan<Leaf: LongLeaf>: Plan<Leaf> {
  /// Below this size encoding costs about what keeping a fragment does; RexJSON does not even ask
  /// about shorter texts.
  private static var byteCountMin: Int { 1 << 14 }

  override func keep(
    _ leaf: Leaf, with cache: EncodingCache, depth: Int, into text: inout [UInt8]
  ) throws -> Bool {
    guard leaf.leafByteCount >= LeafPlan.byteCountMin else { return false }
    if let old = cache.takeOldFragment(for: leaf, of: self), old.isSame {
      cache.append(old.fragment, to: &text)
    } else {
      var contents = FragmentedText()
      leaf.writeLeaf(into: &contents.bytes)
      let fragment = ValueFragment(contents, source: TypedSnapshot(leaf, plan: self))
      cache.append(.value(fragment), to: &text)
    }
    return true
  }
}
