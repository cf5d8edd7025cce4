/// Enums with one payload, to check whether the bytes that a `TypeLayout` ignores are padding.
///
/// Where a case without a payload is stored is not part of the ABI that metadata describes. If two
/// different values of a probe had the same significant bytes, all bytes of such enums would be
/// significant: then values whose padding differs are encoded again, which is slower.
enum PayloadMaskProbes {
  private struct Padded: Equatable {
    var small: UInt8
    var large: UInt64
  }

  private struct PaddedFlag: Equatable {
    var number: UInt32
    var flag: Bool
    var wide: UInt16
  }

  private enum Few<Payload> {
    case payload(Payload)
    case first
    case second
    case third
  }

  /// Whether all values of the probes differ in their significant bytes.
  static let agree: Bool = {
    let padded = [(0, 0), (1, 0), (0, 1)].map { Padded(small: $0, large: $1) }
    let flags = [false, true].flatMap { flag in
      [0, 1].map { PaddedFlag(number: $0, flag: flag, wide: UInt16($0)) }
    }
    let bytes: [Few<UInt8>] = [.payload(0), .payload(255), .first, .second, .third]
    return differ(padded.map(Optional.some) + [nil])
      && differ(padded.map { Optional(Optional($0)) } + [.some(nil), nil])
      && differ(flags.map(Optional.some) + [nil])
      && differ(padded.map(Few.payload) + [.first, .second, .third])
      && differ(flags.map(Few.payload) + [.first, .second, .third])
      && differ(padded.map { Optional(Few.payload($0)) } + [.first, .second, .third, nil])
      && differ(bytes) && differ(bytes.map(Optional.some) + [nil])
  }()

  private static func differ<Value>(_ values: [Value]) -> Bool {
    var visit = TypeVisit(masksPayloads: true)
    let mask = visit.layout(of: Value.self).mask.bytes
    let significant = values.map { value in
      withUnsafeBytes(of: value) { zip($0, mask).map { $0 & $1 } }
    }
    return Set(significant).count == values.count
  }
}
