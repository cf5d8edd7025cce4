import Foundation
import Testing

@testable import RexDiff

/// Which types are compared by their bytes, and which of their bytes are padding.
@Suite(.enabled(if: TypeMetadata.isReadable)) struct TypeLayoutTests {
  private final class Reference {}
  private struct Generic<Value> {
    var values: [Value]
    var other: Value?
  }
  private indirect enum Tree<Leaf> {
    case leaf(Leaf)
    case node(Tree, Tree)
  }
  private struct Recursive {
    var children: [Recursive]
    var byName: [String: Recursive]
    var last: Leaf
  }
  private struct Leaf { var reference: Reference? }
  private struct Weak { weak var reference: Reference? }

  @Test(
    arguments: [
      Int.self, String.self, Date.self, URL.self, (Int, b: String).self, Int?.self, [[Int?]].self,
      [UUID: Set<String>].self, SIMD4<Float>.self, Substring.self, Range<Int>.self,
      Generic<String>.self, Tree<Int>.self, Result<Int, Never>.self, Node.self, Payload.self,
      Everything?.self, Void.self,
    ] as [Any.Type])
  func trusted(_ type: Any.Type) {
    #expect(isTrusted(type) == (type != Everything?.self))
  }

  @Test(
    arguments: [
      Reference.self, (any Encodable).self, (() -> Void).self, Leaf.self, [Leaf].self,
      Generic<Reference>.self, Tree<Leaf>.self, Recursive.self, Weak.self,
      UnsafePointer<Int>.self, [String: () -> Void].self, Any.self, (Int, Leaf).self,
    ] as [Any.Type])
  func opaque(_ type: Any.Type) {
    #expect(!isTrusted(type))
  }

  /// The verdict does not depend on which type of a cycle is asked about first.
  @Test func recursiveTypesInAnyOrder() {
    var layouts = TypeLayouts()
    #expect(!layouts.layout(of: Recursive.self).isTrusted)
    #expect(!layouts.layout(of: [Recursive].self).isTrusted)
    #expect(!layouts.layout(of: Leaf.self).isTrusted)
    #expect(layouts.layout(of: Tree<Int>.self).isTrusted)
  }

  @Test func vouchedTypesAreTrustedAndUnstableOnesAreNot() {
    var layouts = TypeLayouts(vouching: [Reference.self])
    #expect(layouts.layout(of: [Leaf].self).isTrusted)
    layouts.markUnstable(Leaf.self)
    #expect(!layouts.layout(of: [Leaf].self).isTrusted)
  }

  @Test func paddingIsMasked() {
    struct Inner {
      var flag: Bool
      var number: Int32
    }
    struct Outer {
      var inner: Inner?
      var small: Int8
      var wide: Int64
    }
    var layouts = TypeLayouts()
    let mask = layouts.layout(of: Outer.self).mask.bytes
    #expect(mask.map { $0 == 0xFF ? "x" : "." }.joined() == "x...xxxxx.......xxxxxxxx")
  }

  private func isTrusted(_ type: Any.Type) -> Bool {
    func layout<Value>(_ type: Value.Type) -> Bool {
      var layouts = TypeLayouts()
      return layouts.layout(of: type).isTrusted
    }
    return _openExistential(type, do: layout)
  }
}
