import RexDiff
public import RexJSON

/// The search for smaller payloads of some actions, value by value, that keep a property.
///
///     "m-1471"   in two payloads       ""  "m-1"  "m-14" …    first in both at once, then in each
///     4350                             0  2175  3263 …        toward 0
///     [a, b, c]  {"k": a, "l": b}      []  [c]  …             without halves, quarters … elements
///     any value within                 null                   for an optional
///
/// Who asks answers false where a payload does not decode. Each accepted step makes a value
/// smaller, so it ends; when it does, none of the steps above leads further.
public struct PayloadShrinking: Sendable {
  /// The payloads that are known to have the property, by their actions' numbers.
  public private(set) var payloads: [Int: JSON]
  private let recorded: [Int: JSON]
  private var spots: [ValueLocation] = []
  /// The spot that the next test is about.
  private var index = 0
  /// Its steps that are still to be tried, and the one that is asked about.
  private var steps: PayloadSteps?
  private var step: PayloadStep?
  /// Whether values that stand in several places are changed in all of them at once.
  private var isTogether = true
  /// Whether a step was accepted since the pass began.
  private var hasChanged = false
  /// Whether no step is left.
  public private(set) var isMinimal = false
  private var asked: [Int: JSON] = [:]

  /// Values behind the first so many are left as they are: each takes several tests.
  public static let spotsMax = 10_000

  /// Where values are that one step changes: equal ones.
  private struct ValueLocation {
    var value: JSON
    var places: [(seq: Int, path: JSONPointer)]

    var steps: PayloadSteps {
      PayloadSteps(for: value, isWhole: places.contains { $0.path.tokens.isEmpty })
    }
  }

  /// A search that begins with payloads that have the property.
  public init(_ payloads: [Int: JSON]) {
    (self.payloads, recorded) = (payloads, payloads)
    spots = found()
  }

  /// The payloads that are smaller than they were.
  public var changed: [Int: JSON] { payloads.filter { $0.value != recorded[$0.key] } }

  /// What to ask next: the payloads that are not as at first; nil when no step is left.
  public mutating func next() -> [Int: JSON]? {
    while !isMinimal {
      guard index < spots.count else {
        beginPass()
        continue
      }
      var steps = self.steps ?? spots[index].steps
      guard let step = step ?? steps.next() else {
        (index, self.steps) = (index + 1, nil)
        continue
      }
      (self.steps, self.step) = (steps, step)
      asked = applying(step, at: spots[index])
      return asked.filter { $0.value != recorded[$0.key] }
    }
    return nil
  }

  /// Takes whether what was asked last has the property.
  public mutating func take(_ holds: Bool) {
    step = nil
    guard holds else { return }
    (payloads, steps, hasChanged) = (asked, nil, true)
    spots = found()
  }

  private mutating func beginPass() {
    if isTogether {
      isTogether = false
    } else if hasChanged {
      (isTogether, hasChanged) = (true, false)
    } else {
      isMinimal = true
    }
    (spots, index, steps, step) = (found(), 0, nil, nil)
  }

  private func applying(_ step: PayloadStep, at spot: ValueLocation) -> [Int: JSON] {
    var payloads = payloads
    let value = step.applied(to: spot.value)
    for (seq, path) in spot.places {
      let operation: JSONPatch.Operation = .replace(path, value)
      // The place was found in this document.
      try? payloads[seq]?.apply(JSONPatch([operation]))
    }
    return payloads
  }

  /// The spots of this pass, in the order in which they stand.
  private func found() -> [ValueLocation] {
    var spots: [ValueLocation] = []
    var indices: [JSON: Int] = [:]
    for (seq, payload) in payloads.sorted(by: { $0.key < $1.key }) {
      for (path, value) in payload.nodes(max: Self.spotsMax) {
        if isTogether {
          guard value.isScalar else { continue }
          if let index = indices[value] {
            spots[index].places.append((seq, path))
            continue
          }
        }
        var steps = PayloadSteps(for: value, isWhole: path.tokens.isEmpty)
        guard steps.next() != nil, spots.count < Self.spotsMax else { continue }
        if isTogether { indices[value] = spots.count }
        spots.append(ValueLocation(value: value, places: [(seq, path)]))
      }
    }
    return isTogether ? spots.filter { $0.places.count > 1 } : spots
  }
}

extension JSON {
  fileprivate var isScalar: Bool { array == nil && object == nil }

  /// The values in this document with their paths, itself first, at most so many.
  fileprivate func nodes(max: Int) -> [(path: JSONPointer, value: JSON)] {
    var nodes: [(path: JSONPointer, value: JSON)] = []
    // No recursion: how deep a payload goes is a stranger's choice.
    var waiting: [(path: JSONPointer, value: JSON)] = [(JSONPointer(), self)]
    while let node = waiting.popLast(), nodes.count < max {
      nodes.append(node)
      // Each path is a copy, so no more values wait than are taken.
      let room = Swift.max(0, max - nodes.count - waiting.count)
      switch node.value {
      case .array(let elements):
        let children = elements.prefix(room).enumerated().map {
          (path: node.path.appending($0.offset), value: $0.element)
        }
        waiting += children.reversed()
      case .object(let members):
        let children = members.prefix(room).map {
          (path: node.path.appending($0.key), value: $0.value)
        }
        waiting += children.reversed()
      default: break
      }
    }
    return nodes
  }
}
