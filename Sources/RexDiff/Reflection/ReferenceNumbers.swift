import Foundation

/// Numbers the instances of classes that are not followed, in the order in which they are met.
///
/// A number is for one instance only, as long as the log: another one at the same address gets a
/// new number. Instances are not retained.
package final class ReferenceNumbers {
  private struct Entry {
    weak var object: AnyObject?
    let number: Int
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  private var nextNumber = 1
  /// The count of entries at which those of instances that are gone are removed.
  private var sweepCount = 1024

  package init() {}

  /// Returns an instance's name: its class and, if asked for, its number, such as `ImageCache #3`.
  ///
  /// An instance of a class of Objective-C has no number, since some forbid weak references.
  func name(of object: AnyObject, isNumbered: Bool) -> String {
    let name = String(describing: type(of: object))
    guard isNumbered, let number = number(of: object) else { return name }
    return "\(name) #\(number)"
  }

  private func number(of object: AnyObject) -> Int? {
    #if canImport(ObjectiveC)
      if object is NSObjectProtocol { return nil }
    #endif
    let identifier = ObjectIdentifier(object)
    if let entry = entries[identifier], entry.object === object { return entry.number }
    if entries.count >= sweepCount {
      entries = entries.filter { $0.value.object != nil }
      sweepCount = max(1024, 2 * entries.count)
    }
    entries[identifier] = Entry(object: object, number: nextNumber)
    nextNumber += 1
    return nextNumber - 1
  }
}
