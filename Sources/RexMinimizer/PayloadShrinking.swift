import RexDiff
package import RexJSON

/// Searches for smaller payloads that still have a property, value by value.
///
///     "m-1471"   in two payloads       ""  "m-1"  "m-147"     first in both at once, then in each
///     4350                             0  2175  3263 …        toward 0
///     [a, b, c]                        []  [a, b]  [a, c] …   without all, halves, quarters … one
///     any value within a payload       null                   if it is optional
///
/// A payload that does not decode does not have the property. The search ends, since each accepted
/// step makes a value smaller; then none of the steps above keeps the property.
package struct PayloadShrinking: Sendable {
  /// The payloads that are known to have the property, by their actions' numbers.
  package private(set) var payloads: [Int: JSON]
  private let recorded: [Int: JSON]
  private var locations: [ValueLocation] = []
  /// The index of the location to change next.
  private var index = 0
  /// The location's remaining steps, and the step that is being tested.
  private var steps: PayloadSteps?
  private var step: PayloadStep?
  /// Whether equal values are changed together.
  private var groupsEqualValues = true
  /// Whether a step was accepted in this pass.
  private var hasChanged = false
  /// Whether no step makes a payload smaller.
  package private(set) var isMinimal = false
  private var tested: [Int: JSON] = [:]

  /// The limit on values that are tried; later ones stay unchanged, since each takes several tests.
  package static let locationsMax = 10_000

  /// A value, and the occurrences that one step changes together.
  private struct ValueLocation {
    var value: JSON
    var occurrences: [(seq: Int, path: JSONPointer)]

    var steps: PayloadSteps {
      PayloadSteps(for: value, isWhole: occurrences.contains { $0.path.tokens.isEmpty })
    }
  }

  /// Creates a search from payloads that have the property.
  package init(_ payloads: [Int: JSON]) {
    (self.payloads, recorded) = (payloads, payloads)
    locations = findLocations()
  }

  /// The payloads that became smaller.
  package var changed: [Int: JSON] { payloads.filter { $0.value != recorded[$0.key] } }

  /// Returns the changed payloads of the next test; nil when no step is left.
  package mutating func next() -> [Int: JSON]? {
    while !isMinimal {
      guard index < locations.count else {
        beginPass()
        continue
      }
      var steps = self.steps ?? locations[index].steps
      guard let step = step ?? steps.next() else {
        (index, self.steps) = (index + 1, nil)
        continue
      }
      (self.steps, self.step) = (steps, step)
      tested = applying(step, at: locations[index])
      return tested.filter { $0.value != recorded[$0.key] }
    }
    return nil
  }

  /// Records whether the payloads that `next()` returned last have the property.
  package mutating func record(_ holds: Bool) {
    step = nil
    guard holds else { return }
    (payloads, steps, hasChanged) = (tested, nil, true)
    locations = findLocations()
  }

  private mutating func beginPass() {
    if groupsEqualValues {
      groupsEqualValues = false
    } else if hasChanged {
      (groupsEqualValues, hasChanged) = (true, false)
    } else {
      isMinimal = true
    }
    (locations, index, steps, step) = (findLocations(), 0, nil, nil)
  }

  private func applying(_ step: PayloadStep, at location: ValueLocation) -> [Int: JSON] {
    var payloads = payloads
    let value = step.applied(to: location.value)
    for (seq, path) in location.occurrences {
      let operation: JSONPatch.Operation = .replace(path, value)
      // The path exists: it was found in this document.
      try? payloads[seq]?.apply(JSONPatch([operation]))
    }
    return payloads
  }

  /// The locations to change in this pass, in the order of the payloads.
  private func findLocations() -> [ValueLocation] {
    var locations: [ValueLocation] = []
    var indices: [JSON: Int] = [:]
    for (seq, payload) in payloads.sorted(by: { $0.key < $1.key }) {
      for (path, value) in payload.nodes(max: Self.locationsMax) {
        if groupsEqualValues {
          guard value.isScalar else { continue }
          if let index = indices[value] {
            locations[index].occurrences.append((seq, path))
            continue
          }
        }
        var steps = PayloadSteps(for: value, isWhole: path.tokens.isEmpty)
        guard steps.next() != nil, locations.count < Self.locationsMax else { continue }
        if groupsEqualValues { indices[value] = locations.count }
        locations.append(ValueLocation(value: value, occurrences: [(seq, path)]))
      }
    }
    return groupsEqualValues ? locations.filter { $0.occurrences.count > 1 } : locations
  }
}

extension JSON {
  fileprivate var isScalar: Bool { array == nil && object == nil }

  /// Returns the values in this document with their paths, in document order, up to a limit.
  fileprivate func nodes(max: Int) -> [(path: JSONPointer, value: JSON)] {
    var nodes: [(path: JSONPointer, value: JSON)] = []
    // Iterative, since a payload's depth comes from an untrusted log.
    var waiting: [(path: JSONPointer, value: JSON)] = [(JSONPointer(), self)]
    while let node = waiting.popLast(), nodes.count < max {
      nodes.append(node)
      // Each path is a copy, so no more are created than the limit allows.
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
