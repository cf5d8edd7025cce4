import Foundation
import RexExamples

/// States of other shapes than a chat.
let shapeScenarios: [Scenario] = [
  recordScenario(name: "record/dictionary-1-of-1000") {
    (state: inout [String: SyntheticMessage], step) in
    state["message-\(step &* 7919 % state.count)"]?.body = "changed by action \(step)"
  } state: { size in
    let messages = (0..<size.count(1000)).map { ("message-\($0)", SyntheticMessage(number: $0)) }
    return Dictionary(uniqueKeysWithValues: messages)
  },
  recordScenario(name: "record/wide-1-of-600-fields") { (state: inout Wide, step) in
    state.d.c.count += 1
  } state: { _ in
    Wide()
  },
  recordScenario(name: "record/padded-1-of-1000") { (state: inout [Padded], step) in
    state[step &* 7919 % state.count].number += 1
  } state: { size in
    (0..<size.count(1000)).map { Padded(text: "padded \($0)", number: Double($0)) }
  },
  recordScenario(name: "record/enum-payload-1-of-1000") { (state: inout [Payload], step) in
    state[step &* 7919 % state.count] = .text("changed by action \(step)", isRead: true)
  } state: { size in
    (0..<size.count(1000)).map { Payload(number: $0) }
  },
  recordScenario(name: "record/opaque-1000") { (state: inout [Opaque], step) in
    state[step &* 7919 % state.count].message.body = "changed by action \(step)"
  } state: { size in
    (0..<size.count(1000)).map { Opaque(message: SyntheticMessage(number: $0)) }
  },
  recordScenario(name: "record/scalar-beside-10MB-string") {
    (state: inout Attachment<String>, step) in
    state.readCount += 1
  } state: { size in
    Attachment(contents: String(repeating: "0123456789", count: size.count(1_000_000)))
  },
  recordScenario(name: "record/scalar-beside-10MB-data") {
    (state: inout Attachment<Data>, step) in
    state.readCount += 1
  } state: { size in
    Attachment(contents: Data(repeating: 7, count: size.count(10_000_000)))
  },
]

/// A long leaf, and a scalar beside it.
private struct Attachment<Contents: Codable>: Codable {
  var name = "attachment"
  var contents: Contents
  var readCount = 0
}

struct Padded: Codable {
  var isFirst = true
  var text: String
  var level: Int8 = 3
  var number: Double
  var isLast = false
  var note = "a note that is longer than fifteen bytes"
}

private enum Payload: Codable {
  case none
  case number(Int)
  case text(String, isRead: Bool)
  case message(SyntheticMessage)

  init(number: Int) {
    switch number % 4 {
    case 0: self = .none
    case 1: self = .number(number)
    case 2: self = .text("some text, number \(number)", isRead: false)
    default: self = .message(SyntheticMessage(number: number))
    }
  }
}

private struct Opaque: Encodable {
  final class Reference: Codable {
    var number = 1
  }

  var message: SyntheticMessage
  var reference = Reference()
}

/// Ten groups of six rows of ten fields.
private struct Wide: Codable {
  struct Group: Codable {
    var a = Row()
    var b = Row()
    var c = Row()
    var d = Row()
    var e = Row()
    var f = Row()
  }

  struct Row: Codable {
    var title = "a title"
    var subtitle = "a subtitle that is longer than fifteen bytes"
    var width = 320.5
    var height = 200.0
    var count = 7
    var isOn = true
    var isVisible = false
    var level = 3
    var unit = "px"
    var total = 123_456
  }

  var a = Group()
  var b = Group()
  var c = Group()
  var d = Group()
  var e = Group()
  var f = Group()
  var g = Group()
  var h = Group()
  var i = Group()
  var j = Group()
}
