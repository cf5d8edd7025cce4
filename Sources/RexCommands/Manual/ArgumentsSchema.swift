import RexJSON

/// A command's arguments as a JSON object, for servers whose clients send them so.
///
///     {"log": "session.jsonl", "seq": "last", "state": true}
///
/// Operands have their names in small letters, options theirs without dashes in front.
extension Command {
  /// The JSON Schema of such an object (draft 2020-12).
  var inputSchema: JSON {
    var properties = JSONObject()
    var required: [JSON] = []
    for operand in operandList {
      let schema = operand.kind.schema(nil)
      properties[operand.key] = operand.isRepeatable ? ["type": "array", "items": schema] : schema
      if !operand.isOptional { required.append(.string(operand.key)) }
    }
    for option in argumentSpecs {
      properties[option.key] = option.schema
      if requiredOptions.contains(where: { $0.name == option.name }) {
        required.append(.string(option.key))
      }
    }
    return [
      "type": "object", "properties": .object(properties), "required": .array(required),
      "additionalProperties": false,
    ]
  }

  /// The words of a call with these arguments; throws a usage error.
  func words(for arguments: JSONObject) throws -> [String] {
    var (options, operands) = ([String](), [String]())
    let known = operandList.map(\.key) + argumentSpecs.map(\.key)
    if let key = arguments.map(\.key).first(where: { !known.contains($0) }) {
      throw CommandError.usage("there is no argument \(key)", nearest: known.nearest(to: key))
    }
    for operand in operandList {
      operands += try arguments[operand.key].map { try texts(of: $0, operand.key) } ?? []
    }
    for option in argumentSpecs {
      guard let value = arguments[option.key] else { continue }
      if option.valueName == nil {
        guard case .bool(let isSet) = value else {
          throw CommandError.usage("\(option.key) takes true or false, not \(value)")
        }
        if isSet { options.append(option.name) }
      } else {
        options += try texts(of: value, option.key).map { "\(option.name)=\($0)" }
      }
    }
    return [name] + options + ["--"] + operands
  }

  /// Its options, without those that are about a terminal.
  private var argumentSpecs: [OptionSpec] { options.map(\.spec) }

  private func texts(of value: JSON, _ key: String) throws -> [String] {
    switch value {
    case .string(let text): return [text]
    case .number: return [value.description]
    case .array(let elements) where elements.allSatisfy { $0.array == nil }:
      return try elements.flatMap { try texts(of: $0, key) }
    default: throw CommandError.usage("\(key) takes a text or a number, not \(value)")
    }
  }
}

extension Operand {
  fileprivate var key: String { name.lowercased() }
}

extension OptionSpec {
  fileprivate var key: String { String(name.drop { $0 == "-" }) }

  fileprivate var schema: JSON {
    guard valueName != nil else { return ["type": "boolean", "description": .string(help)] }
    let schema = kind.schema(help)
    guard isRepeatable else { return schema }
    return [
      "type": "array", "items": ["type": schema["type"] ?? "string"],
      "description": schema["description"] ?? .string(help),
    ]
  }
}

extension ValueKind {
  fileprivate func schema(_ help: String?) -> JSON {
    var schema = JSONObject()
    switch self {
    case .seq: schema["type"] = ["string", "integer"]
    case .whole(let first, let last):
      (schema["type"], schema["minimum"]) = ("integer", .number(JSONNumber(first)))
      schema["maximum"] = last.map { .number(JSONNumber($0)) }
    case .number(let first, let last):
      (schema["type"], schema["minimum"]) = ("number", JSON(floatLiteral: first))
      schema["maximum"] = last.map { JSON(floatLiteral: $0) }
    default: schema["type"] = "string"
    }
    // An option's help says what an action is for, and where actions are operands, what one is.
    let form = self == .seq && help != nil ? nil : form
    let description = [help, form].compactMap(\.self).joined(separator: "; ")
    if !description.isEmpty { schema["description"] = .string(description) }
    return .object(schema)
  }
}
