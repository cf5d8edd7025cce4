internal import Foundation

/// The state shared by an encoder and its containers.
///
/// The tree has memory of its own, because a class's stored properties are checked for exclusive
/// access at run time, which costs a third of the encoding time.
final class EncodingStorage {
  let tree: UnsafeMutablePointer<EncodedTree>
  /// As Codable wants it, since converting it takes longer than encoding a value.
  let userInfo: [CodingUserInfoKey: Any]
  /// Replaces secret leaves and keys; nil if nothing is redacted.
  private let redactor: (any LeafRedactor)?
  /// Where dates are noted; nil if they are not.
  private let dates: DatePlaces?
  /// The scope of a value that is not at a place in a document.
  private let rootScope: LeafScope
  /// Called first for each value that is not a primitive, and for long texts.
  private unowned var interceptor: (any ValueInterceptor)?
  /// The encoder whose interceptor started this encoding.
  private var outer: InterceptedEncoder?
  /// Looks at the values of each type once.
  private let inspector: (any EncodingInspector)?
  /// The node of the last value that the interceptor was called for.
  private var interceptedNode: Int32 = 0
  /// The step in the coding path from the outer encoding's intercepted node to this value.
  var step = CodingStep.none

  init(
    userInfo: [CodingUserInfoKey: any Sendable], redactor: (any LeafRedactor)?,
    scope: LeafScope? = nil, interceptor: (any ValueInterceptor)? = nil,
    inside outer: InterceptedEncoder? = nil, dates: DatePlaces? = nil
  ) {
    self.dates = dates
    rootScope = scope ?? redactor?.rootScope ?? LeafScope()
    self.userInfo = userInfo
    inspector = CodingUserInfoKey.inspector.flatMap { userInfo[$0] as? any EncodingInspector }
    self.redactor = redactor
    self.interceptor = interceptor
    self.outer = outer
    tree = .allocate(capacity: 1)
    tree.initialize(to: EncodedTree())
    restart()
  }

  deinit {
    tree.deinitialize(count: 1)
    tree.deallocate()
  }

  /// Encodes a value as a node.
  ///
  /// Nested values go through a function of their own, since a debug build reserves stack space for
  /// every variable of a function.
  @inline(__always)
  func encode<T: Encodable>(_ value: T, as node: Int32) throws {
    guard tree.pointee.nodes[Int(node)].depth <= JSONLimits.valueDepthMax else {
      throw InsideDeepValue()
    }
    if !encodePrimitive(value, as: node) { try encodeByForm(value, as: node) }
  }

  /// Encodes a primitive; returns false for other values, and for texts to intercept.
  ///
  /// Where the compiler specializes it for a type, a single branch remains.
  private func encodePrimitive<T: Encodable>(_ value: T, as node: Int32) -> Bool {
    if T.self == String.self {
      let text = identical(value, as: String.self)
      if interceptor != nil, text.utf8.count >= InterceptedEncoder.textByteCountMin { return false }
      encodeText(text, as: node)
    } else if T.self == Bool.self {
      encodeBool(identical(value, as: Bool.self), as: node)
    } else if T.self == Int.self {
      number(node) { $0.append(number: identical(value, as: Int.self)) }
    } else if T.self == Double.self {
      number(node) { $0.append(number: identical(value, as: Double.self)) }
    } else if T.self == Float.self {
      number(node) { $0.append(number: identical(value, as: Float.self)) }
    } else if T.self == Int64.self {
      number(node) { $0.append(number: identical(value, as: Int64.self)) }
    } else if T.self == UInt64.self {
      number(node) { $0.append(number: identical(value, as: UInt64.self)) }
    } else if T.self == UInt.self {
      number(node) { $0.append(number: identical(value, as: UInt.self)) }
    } else if T.self == Int32.self {
      number(node) { $0.append(number: identical(value, as: Int32.self)) }
    } else if T.self == UInt32.self {
      number(node) { $0.append(number: identical(value, as: UInt32.self)) }
    } else if T.self == Int16.self {
      number(node) { $0.append(number: identical(value, as: Int16.self)) }
    } else if T.self == UInt16.self {
      number(node) { $0.append(number: identical(value, as: UInt16.self)) }
    } else if T.self == Int8.self {
      number(node) { $0.append(number: identical(value, as: Int8.self)) }
    } else if T.self == UInt8.self {
      number(node) { $0.append(number: identical(value, as: UInt8.self)) }
    } else {
      return encodeWide(value, as: node)
    }
    return true
  }

  /// Encodes a 128-bit integer; returns false for any other value.
  private func encodeWide<T: Encodable>(_ value: T, as node: Int32) -> Bool {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else { return false }
    if T.self == Int128.self {
      number(node) { $0.append(number: identical(value, as: Int128.self)) }
    } else if T.self == UInt128.self {
      number(node) { $0.append(number: identical(value, as: UInt128.self)) }
    } else {
      return false
    }
    return true
  }

  /// Throws the misuse of a container, or an error if the value encoded nothing.
  func checkComplete() throws {
    try check()
    guard tree.pointee.nodes[0].kind != .pending else { throw error(.nothing, at: 0) }
  }

  /// Throws the misuse of a container, if any.
  func check() throws {
    if let failure = tree.pointee.failure { throw error(failure.misuse, at: failure.node) }
  }

  private func error(_ misuse: EncodedTree.Misuse, at node: Int32) -> EncodingError {
    let context = EncodingError.Context(
      codingPath: codingPath(of: node), debugDescription: misuse.rawValue)
    return .invalidValue(JSON.null, context)
  }

  /// Returns the path of a node in the whole document.
  func codingPath(of node: Int32) -> [any CodingKey] {
    let path = tree.pointee.codingPath(of: node)
    guard let outer = outer?.storage else { return path }
    return outer.codingPath(of: outer.interceptedNode) + step.keys + path
  }

  /// Returns the names above a node in the whole document: the path without indices.
  func names(of node: Int32) -> [String] {
    let names = tree.pointee.names(of: node)
    guard let outer else { return names }
    return outer.namesOfInterceptedValue + step.names + names
  }

  /// The storage around this one, and the node there that this encoding belongs to.
  var around: (EncodingStorage, Int32)? { (outer?.storage).map { ($0, $0.interceptedNode) } }

  /// The names above the last value that the interceptor was called for.
  var namesOfInterceptedValue: [String] { names(of: interceptedNode) }

  /// Removes everything, but keeps the memory, to encode a value at a place in a document.
  func restart(at place: EncodedPlace? = nil) {
    tree.pointee.restart(
      depth: place?.depth ?? 0, scope: place?.scope ?? rootScope)
    interceptedNode = 0
    step = .none
  }

  /// Ends the encoding, but not the containers that a value has kept: what they write is in no
  /// document.
  func abandon() { (interceptor, outer) = (nil, nil) }

  /// Adds a member with a key, which may be redacted, to an object.
  @inline(__always)
  func addMember(_ key: String, to object: Int32) -> Int32 {
    guard let redactor else { return tree.pointee.addMember(key, to: object) }
    let member = redactor.member(key, of: tree.pointee.nodes[Int(object)].scope)
    return tree.pointee.addMember(member.shownKey ?? key, to: object, in: member.scope)
  }

  /// Adds the nested container for a key to an object, or returns an earlier one.
  @inline(__always)
  func addContainer(_ key: String, to object: Int32) -> Int32 {
    guard let redactor else { return tree.pointee.addContainer(key, to: object) }
    let member = redactor.member(key, of: tree.pointee.nodes[Int(object)].scope)
    return tree.pointee.addContainer(member.shownKey ?? key, to: object, in: member.scope)
  }

  @inline(__always)
  func addElement(to array: Int32) -> Int32 {
    guard let redactor else { return tree.pointee.addElement(to: array) }
    let scope = tree.pointee.nodes[Int(array)].scope
    return tree.pointee.addElement(to: array, in: redactor.scope(ofElementsIn: scope))
  }

  /// Encodes a value that is secret by itself, with everything in it.
  func encodeSecret<T: Encodable>(_ value: T, as node: Int32) throws {
    if let redactor {
      tree.pointee.nodes[Int(node)].scope = redactor.secretScope(
        in: tree.pointee.nodes[Int(node)].scope)
    }
    try encode(value, as: node)
  }

  func encodeNil(as node: Int32) {
    scalar(node) { $0.append("null") }
  }

  @inline(__always)
  private func scalar(_ node: Int32, _ write: (inout ByteBuffer) -> Void) {
    let start = tree.pointee.text.count
    write(&tree.pointee.text)
    tree.pointee.finishScalar(node, from: start)
  }

  @inline(__always)
  private func number(_ node: Int32, _ write: (inout ByteBuffer) -> Void) {
    let start = tree.pointee.text.count
    write(&tree.pointee.text)
    if let redactor { redactNumber(from: start, as: node, by: redactor) }
    tree.pointee.finishScalar(node, from: start)
  }

  /// Replaces the number that was written from an offset on, if it is secret.
  @inline(never)
  private func redactNumber(from start: Int, as node: Int32, by redactor: any LeafRedactor) {
    let written = tree.pointee.text[start..<tree.pointee.text.count]
    let scope = tree.pointee.nodes[Int(node)].scope
    guard let new = redactor.redacted(number: written, in: scope, names: { names(of: node) })
    else { return }
    tree.pointee.text.removeAll(from: start)
    tree.pointee.text.append(text: new.text)
  }

  private func encodeBool(_ value: Bool, as node: Int32) {
    let scope = tree.pointee.nodes[Int(node)].scope
    let shown = redactor?.redacted(bool: value, in: scope, names: { names(of: node) }) ?? value
    scalar(node) { $0.append(shown ? "true" : "false") }
  }

  /// Encodes a value that is no primitive, or leaves it out if something in it is nested too deep
  /// without a value of its own around it.
  ///
  /// This function, and what it calls on the way to nested values, have few variables: a debug
  /// build reserves stack space for each of them at every level.
  private func encodeByForm<T: Encodable>(_ value: T, as node: Int32) throws {
    do {
      try encodeWhole(value, as: node)
    } catch {
      try leaveOut(node, after: error)
    }
  }

  @inline(never)
  private func leaveOut(_ node: Int32, after error: any Error) throws {
    guard error is InsideDeepValue || tree.pointee.outsides[node] != nil else { throw error }
    _ = tree.pointee.leaveOut(node, as: .object)
    // Ends a search along too many paths.
    try check()
  }

  private func encodeWhole<T: Encodable>(_ value: T, as node: Int32) throws {
    if try intercept(value, as: node) { return }
    let form = TypeForm.of(T.self)
    if encodeScalar(value, of: form, as: node) { return }
    setOrder(of: node, as: form)
    if let type = form.encodingType {
      try encode(value, knownAs: type, as: node)
    } else {
      try encodeByItself(value, as: node)
    }
  }

  private func setOrder(of node: Int32, as form: TypeForm) {
    switch form {
    case .set: tree.pointee.nodes[Int(node)].order = .byContent
    case .pairs: tree.pointee.nodes[Int(node)].order = .byPair
    default: break
    }
  }

  /// Encodes a value of a form without containers; returns false for other values.
  private func encodeScalar<T: Encodable>(_ value: T, of form: TypeForm, as node: Int32) -> Bool {
    switch form {
    case .text:
      encodeText(identical(value, as: String.self), as: node)
    case .date:
      let date = identical(value, as: Date.self)
      number(node) { $0.append(number: date.timeIntervalSinceReferenceDate) }
      if let dates { noteDate(at: node, in: dates) }
    case .uuid:
      encodeUUID(identical(value, as: UUID.self), as: node)
    case .data:
      let data = identical(value, as: Data.self)
      encodeText(data.base64EncodedString(), form: .data, as: node)
    case .url:
      encodeText(identical(value, as: URL.self).absoluteString, as: node)
    case .decimal:
      let decimal = identical(value, as: Decimal.self)
      if decimal.isNaN {
        encodeText("NaN", as: node)
      } else {
        number(node) { $0.append(text: decimal.description) }
      }
    case .duration:
      guard let text = DurationText.text(of: identical(value, as: Duration.self)) else {
        return false
      }
      encodeText(text, as: node)
    case .document:
      encodeDocument(identical(value, as: JSON.self), as: node)
    case .own, .direct, .set, .pairs: return false
    }
    return true
  }

  private func intercept<T: Encodable>(_ value: T, as node: Int32) throws -> Bool {
    guard let interceptor else { return false }
    let place = EncodedPlace(
      depth: Int(tree.pointee.nodes[Int(node)].depth), scope: tree.pointee.nodes[Int(node)].scope)
    interceptedNode = node
    var written: [UInt8] = []
    guard try interceptor.intercept(value, at: place, into: &written) else { return false }
    scalar(node) { text in
      written.withUnsafeBufferPointer {
        if let start = $0.baseAddress { text.append(start, count: $0.count) }
      }
    }
    return true
  }

  @inline(__always)
  private func encodeText(_ text: String, form: LeafForm = .text, as node: Int32) {
    guard let redactor else { return scalar(node) { $0.append(encoded: text) } }
    encodeText(text, form: form, as: node, by: redactor)
  }

  @inline(never)
  private func encodeText(
    _ text: String, form: LeafForm, as node: Int32, by redactor: any LeafRedactor
  ) {
    var text = text
    let scope = tree.pointee.nodes[Int(node)].scope
    let redacted = text.withUTF8 {
      redactor.redacted(text: $0, as: form, in: scope, names: { names(of: node) })
    }
    scalar(node) { $0.append(encoded: redacted ?? text) }
  }

  private func encodeUUID(_ uuid: UUID, as node: Int32) {
    let start = tree.pointee.text.count
    tree.pointee.text.append(UInt8(ascii: "\""))
    UUIDText.append(uuid, to: &tree.pointee.text)
    tree.pointee.text.append(UInt8(ascii: "\""))
    if let redactor { redactUUID(from: start, as: node, by: redactor) }
    tree.pointee.finishScalar(node, from: start)
  }

  /// Replaces the UUID that was written from an offset on, if it is secret.
  private func redactUUID(from start: Int, as node: Int32, by redactor: any LeafRedactor) {
    let written = tree.pointee.text[start + 1..<tree.pointee.text.count - 1]
    let scope = tree.pointee.nodes[Int(node)].scope
    let new = redactor.redacted(text: written, as: .data, in: scope, names: { names(of: node) })
    guard let new else { return }
    tree.pointee.text.removeAll(from: start)
    tree.pointee.text.append(quoted: new)
  }

  private func encodeDocument(_ document: JSON, as node: Int32) {
    let scope = tree.pointee.nodes[Int(node)].scope
    let names = redactor?.dependsOnNames == true ? names(of: node) : []
    var shown = redactor?.redacted(document, in: scope, names: names) ?? document
    let depthMax = JSONLimits.valueDepthMax - Int(tree.pointee.nodes[Int(node)].depth)
    if let cut = shown.leavingOut(deeperThan: depthMax) { shown = cut }
    scalar(node) { shown.write(to: &$0) }
  }

  @inline(__always)
  func encodeByItself<T: Encodable>(_ value: T, as node: Int32) throws {
    try value.encode(to: ValueEncoder(storage: self, node: node))
    if let inspector, inspector.needs(T.self) { inspect(value, as: node, by: inspector) }
  }

  @inline(never)
  private func inspect<T>(_ value: T, as node: Int32, by inspector: any EncodingInspector) {
    let written = tree.pointee.nodes[Int(node)]
    guard written.kind == .object, written.order == .written else {
      return inspector.inspect(value, members: nil)
    }
    var members: [String] = []
    for child in tree.pointee.children(of: node) { members.append(tree.pointee.key(of: child)) }
    inspector.inspect(value, members: members)
  }

  private func encode<T, Known: DirectlyEncodable>(
    _ value: T, knownAs type: Known.Type, as node: Int32
  ) throws {
    try identical(value, as: Known.self).encode(as: node, in: self)
  }
}
